#include "src/yaml/template_document.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/support/ascii_text.h"

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
  return text.size() > word.size() && Text(" \t\r\n>").find(text[word.size()]) != Text::npos &&
         std::equal(word.begin(), word.end(), text.begin(), [](char a, char b) { return a == ToLower(b); });
}

}  // namespace

std::optional<SyntaxError> FindMarkup(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source) {
  Text text = source.text();
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  text.remove_prefix(begin);
  const bool is_html = BeginsWith(text, "<!doctype html") || BeginsWith(text, "<html");
  if (errors.empty() || !(is_html || BeginsWith(text, "<?xml"))) {
    return std::nullopt;
  }
  const auto at = static_cast<uint32_t>(source.base() + begin);
  const auto size = static_cast<uint32_t>(std::min(text.find_first_of("\r\n"), text.size()));
  return SyntaxError{
      diag::Kind::kYamlSyntax,
      {at, at + size},
      is_html ? "this file is an HTML page, not YAML" : "this file is XML, not YAML",
      "",
      {},
      {},
      is_html ? "a server probably returned this page instead of the file: download the file again" : ""};
}

TemplateDocument FindTemplateDocument(const std::vector<SyntaxError>& errors,
                                      const source::SourceFile& source) {
  TemplateDocument found;
  bool has_statement = false;
  for (const SyntaxError& error : errors) {
    if (error.kind != diag::Kind::kForeignTemplate) {
      continue;
    }
    if (found.first == nullptr) {
      found.first = &error;
    } else {
      ++found.others;
    }
    has_statement = has_statement || IsStatement(source.Text(error.at));
  }
  return has_statement ? found : TemplateDocument();
}

}  // namespace kval::yaml
