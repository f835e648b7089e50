#include "src/yaml/whole_template.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace kval::yaml {
namespace {

using Text = std::string_view;

// Keywords of Go's text/template that start a statement.
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

// Whether `text` begins with `word` in any case, and the word ends there.
bool BeginsWith(Text text, Text word) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return text.size() > word.size() && Text(" \t\r\n>").find(text[word.size()]) != Text::npos &&
         std::equal(word.begin(), word.end(), text.begin(), [&](char a, char b) { return a == lower(b); });
}

}  // namespace

std::optional<Fault> FindMarkup(const std::vector<Fault>& faults, const source::SourceFile& source) {
  Text text = source.text();
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  const bool is_html = BeginsWith(text, "<!doctype html") || BeginsWith(text, "<html");
  if (faults.empty() || !(is_html || BeginsWith(text, "<?xml"))) {
    return std::nullopt;
  }
  const auto at = static_cast<uint32_t>(source.base() + begin);
  const auto size = static_cast<uint32_t>(std::min(text.find_first_of("\r\n"), text.size()));
  return Fault{
      diag::Kind::kYamlSyntax,
      {at, at + size},
      is_html ? "this file is an HTML page, not YAML" : "this file is XML, not YAML",
      "",
      {},
      {},
      is_html ? "a server probably returned this page instead of the file: download the file again" : ""};
}

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
