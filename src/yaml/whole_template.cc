#include "src/yaml/whole_template.h"

#include <algorithm>
#include <string_view>

namespace kval::yaml {
namespace {

using Text = std::string_view;

// The words of Go's text/template that begin what is no value.
constexpr Text kStatements[] = {"if",     "else",  "end",      "range", "with",
                                "define", "block", "template", "break", "continue"};

bool IsStatement(Text mark) {
  if (mark.starts_with("{%")) {
    return true;
  }
  if (!mark.starts_with("{{")) {
    return false;
  }
  mark.remove_prefix(2);
  mark.remove_prefix(mark.starts_with('-') ? 1 : 0);
  mark.remove_prefix(std::min(mark.find_first_not_of(" \t"), mark.size()));
  const Text word = mark.substr(0, mark.find_first_of(" \t-}\"("));
  return word.starts_with("/*") ||
         std::find(std::begin(kStatements), std::end(kStatements), word) != std::end(kStatements);
}

}  // namespace

WholeTemplate FindWholeTemplate(const std::vector<Fault>& faults, const source::SourceFile& source) {
  WholeTemplate found;
  bool has_statement = false;
  for (const Fault& fault : faults) {
    if (fault.kind != diag::Kind::kForeignTemplate) {
      continue;
    }
    if (found.first == nullptr) {
      found.first = &fault;
    } else {
      ++found.others;
    }
    has_statement = has_statement || IsStatement(source.Text(fault.at));
  }
  return has_statement ? found : WholeTemplate();
}

}  // namespace kval::yaml
