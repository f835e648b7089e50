#include "src/modules/pattern.h"

#include <re2/re2.h>

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "src/support/go_pattern.h"
#include "src/support/utf8.h"

namespace kval::modules {

using starlark::Outcome;

namespace {

constexpr size_t kBytesOfAUnit = 16;
constexpr size_t kBytesOfAUnitFarOff = 2;
constexpr uint64_t kUsualParts = 64;
constexpr uint64_t kUnitsOfAnInstruction = 2;
constexpr size_t kMostKept = 8;  // patterns, each with up to the limit of their memory
constexpr size_t kLongestKept = 1024;

constexpr std::array<std::pair<re2::RE2::ErrorCode, std::string_view>, 14> kGoWords = {{
    {re2::RE2::ErrorInternal, "regexp/syntax: internal error"},
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

re2::StringPiece Piece(std::string_view text) {
  return {text.data(), text.size()};
}

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// How many bytes of the text are letters, digits and `_`, of any script.
size_t WordSize(std::string_view text) {
  size_t end = 0;
  while (end < text.size() && IsWord(text[end])) {
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

// A `$name` of a replacement that starts at `text`; without size when it is none.
struct Reference {
  std::string_view name;
  size_t size = 0;
};

Reference ReadReference(std::string_view text) {
  if (text.starts_with("${")) {
    const size_t end = text.find('}');
    if (end == std::string_view::npos || end == 2) {
      return {};
    }
    return {text.substr(2, end - 2), end + 1};
  }
  const size_t end = 1 + WordSize(text.substr(1));
  return end == 1 ? Reference{} : Reference{text.substr(1, end - 1), end};
}

std::string_view GroupText(const re2::RE2& regex, std::span<const re2::StringPiece> groups,
                           std::string_view name) {
  size_t group = 0;
  bool is_number = true;
  for (const char c : name) {
    is_number = is_number && c >= '0' && c <= '9' && group < groups.size();
    group = is_number ? group * 10 + static_cast<size_t>(c - '0') : group;
  }
  if (!is_number) {
    const auto& names = regex.NamedCapturingGroups();
    const auto found = names.find(std::string(name));
    if (found == names.end()) {
      return {};
    }
    group = static_cast<size_t>(found->second);
  }
  if (group >= groups.size() || groups[group].data() == nullptr) {
    return {};
  }
  return {groups[group].data(), groups[group].size()};
}

std::string Expand(const re2::RE2& regex, std::span<const re2::StringPiece> groups,
                   std::string_view replacement) {
  std::string out;
  for (size_t i = 0; i < replacement.size();) {
    if (replacement[i] != '$') {
      out += replacement[i++];
      continue;
    }
    if (replacement.substr(i).starts_with("$$")) {
      out += '$';
      i += 2;
      continue;
    }
    const Reference reference = ReadReference(replacement.substr(i));
    if (reference.size == 0) {
      out += '$';
      ++i;
      continue;
    }
    out += GroupText(regex, groups, reference.name);
    i += reference.size;
  }
  return out;
}

}  // namespace

struct Pattern::Compiled {
  Compiled(std::string_view pattern, const re2::RE2::Options& options)
      : regex(Piece(pattern), options),
        is_local(pattern.find_first_of("*+") == std::string_view::npos &&
                 pattern.find(",}") == std::string_view::npos),
        parts(regex.ok() ? 1 + static_cast<uint64_t>(regex.ProgramSize()) / kUsualParts : 1) {}

  // Calls `replace` for each match as Go's replaceAll walks: an empty match right behind a match does not
  // count.
  template <typename Replace>
  Outcome<std::string> ReplaceAll(starlark::Interpreter& interpreter, std::string_view text,
                                  size_t group_count, Replace replace) const {
    std::vector<re2::StringPiece> groups(group_count);
    std::string out;
    size_t copied = 0;
    const size_t most = starlark::MaxStringSize(interpreter.heap());
    for (size_t at = 0; at <= text.size();) {
      if (!regex.Match(Piece(text), at, text.size(), re2::RE2::UNANCHORED, groups.data(),
                       static_cast<int>(groups.size()))) {
        break;
      }
      const size_t begin = static_cast<size_t>(groups[0].data() - text.data());
      const size_t end = begin + groups[0].size();
      const uint64_t looked =
          is_local ? (end - at) / kBytesOfAUnit : (text.size() - at) / kBytesOfAUnitFarOff;
      if (starlark::Status spent = interpreter.Spend(looked * parts + 1); !spent.ok()) {
        return spent.Pass();
      }
      out += text.substr(copied, begin - copied);
      if (end > copied || begin == 0) {
        Outcome<std::string> made = replace(std::span<const re2::StringPiece>(groups));
        if (!made.ok()) {
          return made;
        }
        out += *made;
        if (out.size() > most) {
          return starlark::OutOfMemory(interpreter.heap());
        }
      }
      copied = end;
      const size_t width = at < text.size() ? utf8::Decode(text, at).length : 1;
      at = end > at ? (at + width > end ? at + width : end) : at + width;
    }
    out += text.substr(copied);
    return out;
  }

  re2::RE2 regex;
  // What matches has an end that the pattern says; else each search may look at all that is left.
  bool is_local;
  // Cost factor of a byte: if the automaton's cache is full, RE2 steps through all parts of the expression.
  uint64_t parts;
};

Outcome<Pattern> Pattern::Compile(starlark::Interpreter& interpreter, std::string_view pattern) {
  using Shared = std::shared_ptr<const Compiled>;
  using KeptPatterns = RecentCache<Shared, kMostKept>;
  const std::optional<std::string> source = GoPatternForRe2(pattern);
  if (!source) {
    return starlark::EvalFailure("error parsing regexp: invalid escape sequence: `\\C`");
  }
  const auto compile = [&source, &interpreter] {
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(static_cast<int64_t>(interpreter.options().limits.regex_memory));
    return std::make_shared<const Compiled>(*source, options);
  };
  ThreadCache* const kept = interpreter.options().kept;
  const bool is_kept = kept != nullptr && pattern.size() <= kLongestKept;
  Shared compiled = is_kept ? kept->Of<KeptPatterns>().Of(pattern, compile) : compile();
  const re2::RE2& regex = compiled->regex;
  if (regex.error_code() == re2::RE2::ErrorPatternTooLarge) {
    return starlark::EvalFailure(diag::Kind::kLimitSteps,
                                 "the regular expression takes more memory than the limit `regex-memory`");
  }
  const uint64_t size = regex.ok() ? static_cast<uint64_t>(regex.ProgramSize()) : 0;
  if (starlark::Status spent = interpreter.Spend(kUnitsOfAnInstruction * size + pattern.size());
      !spent.ok()) {
    return spent.Pass();
  }
  if (!regex.ok()) {
    std::string_view words = "internal error";
    for (const auto& [code, text] : kGoWords) {
      words = code == regex.error_code() ? text : words;
    }
    const std::string& argument = regex.error_arg().empty() ? regex.pattern() : regex.error_arg();
    return starlark::EvalFailure("error parsing regexp: " + std::string(words) + ": `" + argument + "`");
  }
  Pattern made;
  made.text_ = std::string(pattern);
  made.compiled_ = std::move(compiled);
  return made;
}

Outcome<bool> Pattern::Matches(starlark::Interpreter& interpreter, std::string_view text) const {
  if (starlark::Status spent = interpreter.Spend(text.size() / kBytesOfAUnit * compiled_->parts + 1);
      !spent.ok()) {
    return spent.Pass();
  }
  return re2::RE2::PartialMatch(Piece(text), compiled_->regex);
}

Outcome<std::string> Pattern::Replace(starlark::Interpreter& interpreter, std::string_view text,
                                      std::string_view replacement) const {
  const re2::RE2& regex = compiled_->regex;
  const auto group_count = static_cast<size_t>(regex.NumberOfCapturingGroups()) + 1;
  return compiled_->ReplaceAll(
      interpreter, text, group_count, [&](std::span<const re2::StringPiece> groups) -> Outcome<std::string> {
        if (starlark::Status spent = interpreter.Spend(replacement.size()); !spent.ok()) {
          return spent.Pass();
        }
        return Expand(regex, groups, replacement);
      });
}

Outcome<std::string> Pattern::Replace(
    starlark::Interpreter& interpreter, std::string_view text,
    const std::function<Outcome<std::string>(std::string_view match)>& replacement) const {
  return compiled_->ReplaceAll(interpreter, text, 1, [&](std::span<const re2::StringPiece> groups) {
    return replacement(std::string_view(groups[0].data(), groups[0].size()));
  });
}

}  // namespace kval::modules
