// Differential test of the native reader against the reader based on yaml-cpp. If both accept an input, their
// event streams must agree. Rejected inputs are not compared.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

#include "src/source/source_map.h"
#include "src/support/check.h"
#include "src/yaml/reader.h"
#include "tests/fuzz/event_outline.h"

namespace kval::yaml {
namespace {

// Returns true for syntax that yaml-cpp is known to misread; it would dominate the findings. The comparison
// covers plain and quoted scalars, flow collections and indentation.
bool IsKnownToDiffer(std::string_view text) {
  constexpr std::string_view kReasons[] = {
      "...",  // an end marker becomes a document
      "|",
      ">",  // a block scalar at column 1 is truncated, and so are its trailing spaces
      "!",
      "&",  // properties on a separate line before a block collection end the document
      "?",
      "\n:",  // an empty key becomes a separate mapping
      " :",
      "\t",  // same as above; tabs as separators
      "%",
      "*",             // directives; an alias may be followed by anything
      "\r",            // a comment does not end at a lone CR
      "\xEF\xBB\xBF",  // a byte order mark is content unless it is the first character
  };
  if (text.starts_with(':')) {
    return true;
  }
  return std::any_of(std::begin(kReasons), std::end(kReasons),
                     [&](std::string_view reason) { return text.find(reason) != std::string_view::npos; });
}

}  // namespace
}  // namespace kval::yaml

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  using namespace kval;
  if (yaml::IsKnownToDiffer(std::string_view(reinterpret_cast<const char*>(bytes), size))) {
    return 0;
  }
  source::SourceMap sources;
  const source::SourceFile& file =
      sources.AddText("fuzz.yaml", std::string(reinterpret_cast<const char*>(bytes), size));
  const yaml::EventStream ours = yaml::NativeReader().Read(file);
  const yaml::EventStream theirs = yaml::YamlCppReader().Read(file);
  if (!ours.errors.empty() || !theirs.errors.empty()) {
    return 0;
  }
  KVAL_CHECK(yaml::Outline(ours, file) == yaml::Outline(theirs, file));
  return 0;
}
