#include "src/helm/functions/go_regex.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "src/helm/functions/functions.h"
#include "src/helm/functions/unicode.h"
#include "src/support/ascii.h"
#include "src/support/go_pattern.h"
#include "src/support/utf8.h"

namespace kval::helm::functions {

using gotemplate::Call;

namespace {

constexpr size_t kMaxPatterns = 64;
constexpr std::string_view kError = "error parsing regexp: ";

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

std::string GoError(const re2::RE2& regex, std::string_view pattern) {
  std::string_view words = "regexp/syntax: internal error";
  for (const auto& [code, text] : kGoWords) {
    words = code == regex.error_code() ? text : words;
  }
  // Go shows the whole pattern where RE2 shows its rest.
  const bool shows_pattern = regex.error_code() == re2::RE2::ErrorMissingParen ||
                             regex.error_code() == re2::RE2::ErrorUnexpectedParen ||
                             regex.error_arg().empty();
  std::string out(kError);
  out += words;
  if (regex.error_code() == re2::RE2::ErrorTrailingBackslash) {
    return out + ": ``";
  }
  return out + ": `" + (shows_pattern ? std::string(pattern) : regex.error_arg()) + "`";
}

re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

// The size of the letters, digits and underscores at the start.
size_t WordSize(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const utf8::CodePoint point = utf8::Decode(text, size);
    if (!IsLetterOrDigit(point.value) && point.value != '_') {
      break;
    }
    size += point.length;
  }
  return size;
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

std::string_view GroupText(const re2::RE2& regex, GoRegex::Groups groups, std::string_view name) {
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

GoRegex::Compiled GoRegex::Compile(Call& call, std::string_view pattern) {
  auto& state = call.state<FunctionState>();
  if (!call.Step(1 + pattern.size())) {
    return {};
  }
  if (const auto found = state.patterns.find(pattern); found != state.patterns.end()) {
    return {found->second, {}};
  }
  const std::optional<std::string> source = GoPatternForRe2(pattern);
  if (!source) {
    return {nullptr, std::string(kError) + "invalid escape sequence: `\\C`"};
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<int64_t>(state.regex_memory));
  auto regex = std::make_shared<const GoRegex>(*source, options);
  if (!regex->regex_.ok()) {
    if (regex->regex_.error_code() == re2::RE2::ErrorPatternTooLarge) {
      return {nullptr, std::string(kError) + "expression too large: `" + std::string(pattern) + "`"};
    }
    return {nullptr, GoError(regex->regex_, pattern)};
  }
  if (!call.Step(static_cast<uint64_t>(regex->regex_.ProgramSize()) * 2)) {
    return {};
  }
  if (state.patterns.size() >= kMaxPatterns) {
    state.patterns.clear();
  }
  state.patterns.emplace(pattern, regex);
  return {std::move(regex), {}};
}

bool GoRegex::ForEachMatch(Call& call, std::string_view text, int64_t limit, bool needs_groups,
                           const std::function<bool(Groups)>& found) const {
  std::vector<re2::StringPiece> groups(
      needs_groups ? static_cast<size_t>(regex_.NumberOfCapturingGroups()) + 1 : 1);
  size_t last_end = std::string_view::npos;
  int64_t count = 0;
  for (size_t at = 0; at <= text.size() && (limit < 0 || count < limit);) {
    // A search may look at all of the rest.
    const uint64_t parts = 1 + static_cast<uint64_t>(regex_.ProgramSize()) / 64;
    if (!call.Step(1 + (text.size() - at) / 16 * parts)) {
      return false;
    }
    if (!regex_.Match(Piece(text), at, text.size(), re2::RE2::UNANCHORED, groups.data(),
                      static_cast<int>(groups.size()))) {
      break;
    }
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    const size_t end = begin + groups[0].size();
    bool is_accepted = true;
    if (end == at) {
      // An empty match right after a match does not count.
      is_accepted = begin != last_end;
      at += std::max<size_t>(utf8::Decode(text, at).length, 1);
    } else {
      at = end;
    }
    last_end = end;
    if (is_accepted) {
      ++count;
      if (!found(groups)) {
        return false;
      }
    }
  }
  return true;
}

bool GoRegex::Matches(Call& call, std::string_view text) const {
  return call.Step(1 + text.size() / 16) && re2::RE2::PartialMatch(Piece(text), regex_);
}

void GoRegex::Expand(Groups groups, std::string_view replacement, std::string* out) const {
  while (!replacement.empty()) {
    const size_t dollar = std::min(replacement.find('$'), replacement.size());
    out->append(replacement.substr(0, dollar));
    replacement.remove_prefix(dollar);
    if (replacement.empty()) {
      break;
    }
    if (replacement.starts_with("$$")) {
      *out += '$';
      replacement.remove_prefix(2);
      continue;
    }
    const Reference reference = ReadReference(replacement);
    if (reference.size == 0) {
      *out += '$';
      replacement.remove_prefix(1);
      continue;
    }
    out->append(GroupText(regex_, groups, reference.name));
    replacement.remove_prefix(reference.size);
  }
}

}  // namespace kval::helm::functions
