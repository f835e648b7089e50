// The native reader against the one on yaml-cpp: what both accept, both understand alike. yaml-cpp reports
// as a fault where its content differs from what the text means, so only accepted texts are compared.
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

// What yaml-cpp is known to read wrongly; the comparison would find nothing else. What is left are plain and
// quoted scalars, flow collections and indentation.
bool IsKnownToDiffer(std::string_view text) {
  constexpr std::string_view kReasons[] = {
      "...",  // makes a document of an end marker
      "|",
      ">",  // a block scalar at the left margin is cut off, and so are its trailing blanks
      "!",
      "&",  // properties before a block collection on their own line end the document
      "?",
      "\n:",  // an absent key becomes a mapping of its own
      " :",
      "\t",  // the same; tabs as separators
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
  if (!ours.faults.empty() || !theirs.faults.empty()) {
    return 0;
  }
  KVAL_CHECK(yaml::Outline(ours, file) == yaml::Outline(theirs, file));
  return 0;
}
