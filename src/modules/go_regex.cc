#include "src/modules/go_regex.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/support/ascii.h"

namespace kval::modules {
namespace {

constexpr std::array<std::pair<re2::RE2::ErrorCode, std::string_view>, 13> kGoWords = {{
    {re2::RE2::ErrorBadEscape, "invalid escape sequence"},
    {re2::RE2::ErrorBadCharClass, "invalid character class"},
    {re2::RE2::ErrorBadCharRange, "invalid character class range"},
    {re2::RE2::ErrorMissingBracket, "missing closing ]"},
    {re2::RE2::ErrorMissingParen, "missing closing )"},
    {re2::RE2::ErrorUnexpectedParen, "unexpected )"},
    {re2::RE2::ErrorTrailingBackslash, "trailing backslash at end of expression"},
    {re2::RE2::ErrorRepeatArgument, "missing argument to repetition operator"},
    {re2::RE2::ErrorRepeatSize, "invalid repeat count"},
    {re2::RE2::ErrorRepeatOp, "invalid nested repetition operator"},
    {re2::RE2::ErrorBadPerlOp, "invalid or unsupported Perl syntax"},
    {re2::RE2::ErrorBadUTF8, "invalid UTF-8"},
    {re2::RE2::ErrorBadNamedCapture, "invalid named capture"},
}};

// Returns the size of the letters, digits and underscores at the start, in any script.
size_t WordSize(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && (IsAlnum(text[end]) || text[end] == '_')) {
    ++end;
  }
  if (end == text.size() || static_cast<unsigned char>(text[end]) < 0x80) {
    return end;
  }
  static const re2::RE2 kRest(R"([\p{L}\p{Nd}_]*)");
  re2::StringPiece rest = Piece(text.substr(end));
  re2::RE2::Consume(&rest, kRest);
  return text.size() - rest.size();
}

// A reference to a group at the start of a replacement.
struct Reference {
  std::string_view name;
  size_t size = 0;  // 0: none
};

Reference ReadReference(std::string_view text) {
  const bool has_brace = text.starts_with("${");
  const size_t begin = has_brace ? 2 : 1;
  const size_t size = WordSize(text.substr(std::min(begin, text.size())));
  if (size == 0 || (has_brace && !text.substr(begin + size).starts_with('}'))) {
    return {};
  }
  return {text.substr(begin, size), begin + size + (has_brace ? 1 : 0)};
}

std::string_view GroupText(const re2::RE2& regex, RegexGroups groups, std::string_view name) {
  size_t index = 0;
  const bool is_number =
      std::all_of(name.begin(), name.end(), IsDigit) && (name.size() == 1 || name[0] != '0');
  if (is_number) {
    for (const char c : name) {
      index = std::min<size_t>(index * 10 + static_cast<size_t>(c - '0'), groups.size());
    }
  } else {
    const auto& names = regex.NamedCapturingGroups();
    const auto found = names.find(std::string(name));
    index = found == names.end() ? groups.size() : static_cast<size_t>(found->second);
  }
  return index < groups.size() ? std::string_view(groups[index].data(), groups[index].size())
                               : std::string_view();
}

}  // namespace

std::string GoRegexError(const re2::RE2& regex, std::string_view pattern) {
  std::string_view words = "regexp/syntax: internal error";
  for (const auto& [code, text] : kGoWords) {
    words = code == regex.error_code() ? text : words;
  }
  // Go shows the whole pattern where RE2 shows its rest.
  const bool shows_pattern = regex.error_code() == re2::RE2::ErrorMissingParen ||
                             regex.error_code() == re2::RE2::ErrorUnexpectedParen ||
                             regex.error_arg().empty();
  const std::string out = "error parsing regexp: " + std::string(words);
  if (regex.error_code() == re2::RE2::ErrorTrailingBackslash) {
    return out + ": ``";
  }
  return out + ": `" + (shows_pattern ? std::string(pattern) : regex.error_arg()) + "`";
}

void ExpandGoReplacement(const re2::RE2& regex, RegexGroups groups, std::string_view replacement,
                         std::string& out) {
  while (!replacement.empty()) {
    const size_t dollar = std::min(replacement.find('$'), replacement.size());
    out.append(replacement.substr(0, dollar));
    replacement.remove_prefix(dollar);
    if (replacement.empty()) {
      break;
    }
    if (replacement.starts_with("$$")) {
      out += '$';
      replacement.remove_prefix(2);
      continue;
    }
    const Reference reference = ReadReference(replacement);
    if (reference.size == 0) {
      out += '$';
      replacement.remove_prefix(1);
      continue;
    }
    out.append(GroupText(regex, groups, reference.name));
    replacement.remove_prefix(reference.size);
  }
}

}  // namespace kval::modules
