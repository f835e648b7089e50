// Text on separate lines, and characters that end lines only for go-yaml.
#include <algorithm>
#include <string>

#include "src/support/ascii.h"
#include "src/support/utf8.h"
#include "src/yaml/go_yaml_errors.h"

namespace kval::yaml {
namespace {

bool IsSpaceOrEnd(std::string_view text, size_t at) {
  return at >= text.size() || text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r';
}

// Of one of the three characters.
size_t LengthOfBreak(char first) {
  return first == '\xC2' ? 2 : 3;
}

std::string_view NameOfBreak(std::string_view text, size_t at) {
  if (text[at] == '\xC2') {
    return "U+0085 (next line)";
  }
  return text[at + 2] == '\xA8' ? "U+2028 (line separator)" : "U+2029 (paragraph separator)";
}

bool IsNameOfDirective(std::string_view name) {
  return !name.empty() &&
         std::all_of(name.begin(), name.end(), [](char c) { return IsAlnum(c) || c == '_' || c == '-'; });
}

}  // namespace

// YAML 1.1, by which go-yaml reads, ends lines at NEL, LS and PS; YAML 1.2 does not (section 5.4).
void GoYamlErrors::FindBreaks() {
  if (!source_.has_unusual()) {
    return;
  }
  for (const std::string_view mark : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
    for (size_t at = text_.find(mark); at != std::string_view::npos;
         at = text_.find(mark, at + mark.size())) {
      breaks_.push_back(at);
    }
  }
  std::sort(breaks_.begin(), breaks_.end());
}

size_t GoYamlErrors::NextBreak(size_t from) const {
  const auto found = std::lower_bound(breaks_.begin(), breaks_.end(), from);
  return found == breaks_.end() ? kNowhere : *found;
}

// In quotes LS and PS stay in the string, but a key before its `:` must be on one line; adjacent spaces are
// removed, as at any line end.
void GoYamlErrors::BreaksIn(const Event& event) {
  if (breaks_.empty()) {
    return;
  }
  const bool is_quoted =
      event.style == value::Style::kSingleQuoted || event.style == value::Style::kDoubleQuoted;
  const size_t end = OffsetOf(event.span.end);
  const size_t next = text_.find_first_not_of(" \t", end);
  const bool is_key = next != std::string_view::npos && text_[next] == ':';
  for (size_t at = NextBreak(OffsetOf(event.span.begin)); at < end; at = NextBreak(at + 1)) {
    const size_t following = at + LengthOfBreak(text_[at]);
    const bool is_alone = !IsSpaceOrEnd(text_, at - 1) && !IsSpaceOrEnd(text_, following) &&
                          NextBreak(at + 1) != following && (at < 3 || NextBreak(at - 3) == at);
    if (!is_quoted || is_key || text_[at] == '\xC2' || !is_alone) {
      ReportBreak(at, "write it as an escape in double quotes: `\\N`, `\\L` or `\\P`");
      return;
    }
  }
}

// In a comment: go-yaml ends the comment here.
void GoYamlErrors::BreaksBetween(size_t end) {
  if (breaks_.empty()) {
    return;
  }
  for (size_t at = NextBreak(place_); at < end; at = NextBreak(at + 1)) {
    const size_t following = at + LengthOfBreak(text_[at]);
    const size_t next = std::min(text_.find_first_not_of(" \t\r", following), text_.size());
    if (next < text_.size() && text_[next] != '\n') {
      ReportBreak(at, "delete it", SyntaxRepair::kDeleteLine);
      return;
    }
  }
}

void GoYamlErrors::ReportBreak(size_t at, std::string_view hint, SyntaxRepair repair) {
  Report(diag::Kind::kYamlSyntax, at, static_cast<uint32_t>(LengthOfBreak(text_[at])),
         "go-yaml reads a line break at this " + std::string(NameOfBreak(text_, at)), hint,
         "in YAML 1.2 the line continues", repair);
}

// Lines between documents that begin with `%`.
void GoYamlErrors::Directives(size_t end) {
  if (!has_directives_) {
    return;
  }
  for (size_t line = place_; line < end;) {
    const size_t next = std::min(text_.find('\n', line), end);
    if (text_[line] == '%') {
      Directive(line, text_.substr(line, next - line));
    }
    line = next + 1;
  }
}

void GoYamlErrors::Directive(size_t at, std::string_view line) {
  const size_t end = std::min(line.find_first_of(" \t\r"), line.size());
  const std::string_view name = line.substr(1, end - 1);
  const auto report = [&](std::string_view message, std::string_view hint) {
    Report(diag::Kind::kYamlSyntax, at, static_cast<uint32_t>(end), message, hint, kByGo);
  };
  if (!IsNameOfDirective(name) || (name != "YAML" && name != "TAG")) {
    report("go-yaml supports only the directives `%YAML` and `%TAG`", "delete the line");
    return;
  }
  const size_t argument = std::min(line.find_first_not_of(" \t", end), line.size());
  const std::string_view rest = line.substr(argument);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r"));
  // Helm reports this itself.
  if (name == "YAML" && word != "1.1" && dialect_ != value::Dialect::kHelm) {
    report("go-yaml supports YAML 1.1 and rejects `%YAML` with another version", "delete the line");
  } else if (name == "TAG" && !word.empty() && word != "!" && word != "!!" &&
             !(word.size() > 2 && IsNameOfDirective(word.substr(1, word.size() - 2)))) {
    report("go-yaml allows only letters, digits, `-` and `_` in the handle of a `%TAG`", "rename the handle");
  }
}

}  // namespace kval::yaml
