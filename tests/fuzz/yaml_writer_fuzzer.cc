// Round trip: the writer's output is read back as the same value, for each output style and dialect, and with
// comments.
#include <cstddef>
#include <cstdint>
#include <string>

#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/support/check.h"
#include "src/yaml/document.h"
#include "src/yaml/json_writer.h"
#include "src/yaml/writer.h"

namespace kval::yaml {
namespace {

// Replaces `-0` by `0`: go-yaml writes -0.0 as `-0`, which it reads as the integer 0.
std::string WithoutNegativeZeros(const std::string& json) {
  std::string out;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const bool is_negative_zero = !in_string && json.compare(i, 2, "-0") == 0 &&
                                  (i + 2 == json.size() || json.find_first_of(",]}", i + 2) == i + 2);
    if (in_string && json[i] == '\\') {
      out += json[i++];
    } else if (json[i] == '"') {
      in_string = !in_string;
    }
    if (!is_negative_zero) {
      out += json[i];
    }
  }
  return out;
}

std::string Json(const value::Value& value) {
  std::string out;
  WriteJson(value, {0, false, GoEscapes::kHtml}, out);
  return WithoutNegativeZeros(out);
}

void CheckRoundTrip(std::string text, const YamlStyle& style) {
  source::SourceMap sources;
  Arena arena;
  diag::Collector collector;
  diag::Emitter emit(&collector);
  ReadOptions options;
  options.dialect = style.dialect;
  options.limits.alias_nodes = 1000;
  options.limits.depth = 100;
  const File file = ReadFile(sources.AddText("fuzz.yaml", std::move(text)), options, arena, emit);
  if (!collector.diagnostics().empty()) {
    return;
  }
  // The writer expands aliases and complex keys, so the output can be nested more deeply than the input.
  options.limits.depth = 100000;
  // go-yaml writes 1.0 and 1 alike, so a mapping with both keys has a duplicate key in the output.
  options.duplicates = DuplicateKeys::kKeep;
  for (const Document& document : file.documents) {
    std::string written;
    WriteYaml(*document.root, style, written);
    const File again = ReadFile(sources.AddText("again.yaml", written), options, arena, emit);
    KVAL_CHECK(collector.diagnostics().empty());
    KVAL_CHECK(again.documents.size() == 1);
    KVAL_CHECK(Json(*document.root) == Json(*again.documents[0].root));
  }
}

}  // namespace
}  // namespace kval::yaml

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using kval::value::Dialect;
  using kval::yaml::EncoderStyle;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  kval::yaml::CheckRoundTrip(text, {EncoderStyle::kYtt, Dialect::kYtt});
  kval::yaml::CheckRoundTrip(text, {EncoderStyle::kYtt, Dialect::kK8s});
  kval::yaml::YamlStyle with_comments{EncoderStyle::kYtt, Dialect::kHelm};
  with_comments.comment = [](const kval::value::Value&) { return "a.yml:1:1, over \"b\": {"; };
  kval::yaml::CheckRoundTrip(text, with_comments);
  kval::yaml::CheckRoundTrip(text, {EncoderStyle::kKcl, Dialect::kKcl});
  kval::yaml::CheckRoundTrip(text, {EncoderStyle::kKcl, Dialect::kYaml12});
  return 0;
}
