#include "src/types/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <utility>

#include "src/support/go_pattern.h"
#include "src/support/utf8.h"
#include "src/types/ecma_pattern.h"
#include "src/types/regex_cost.h"

namespace kval::types {
namespace {

// What PCRE2 may hold while it matches, for each byte that a compiled pattern may take.
constexpr uint64_t kMatchBytes = 8;
// Cost in validation steps: per match, per amount of text, per PCRE2 step.
constexpr uint64_t kStepsOfAMatch = 4;
constexpr size_t kTextOfAStep = 64;
constexpr uint64_t kMatchesOfAStep = 2;

struct FreeCode {
  void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatch {
  void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
};
struct FreeContext {
  void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};

using Code = std::unique_ptr<pcre2_code, FreeCode>;

re2::RE2::Options OptionsOfRe2(const Limits& limits) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(static_cast<int64_t>(limits.regex_memory));
  return options;
}

constexpr std::string_view kTooLarge = "it requires more memory than the limit `regex-memory`";

Result<Code> CompileBacktracking(const std::string& text, const Limits& limits) {
  constexpr uint32_t kOptions =
      PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
  int error = 0;
  size_t at = 0;
  Code code(
      pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), kOptions, &error, &at, nullptr));
  if (code == nullptr) {
    std::array<PCRE2_UCHAR, 200> words{};
    pcre2_get_error_message(error, words.data(), words.size());
    return Failure{reinterpret_cast<const char*>(words.data())};
  }
  size_t size = 0;
  pcre2_pattern_info(code.get(), PCRE2_INFO_SIZE, &size);
  if (size > limits.regex_memory) {
    return Failure{std::string(kTooLarge), FailureKind::kTooLarge};
  }
  return code;
}

// PCRE2 does not report its steps, so the match is repeated with growing limits; the last limit approximates
// the cost, and the earlier ones add little.
Pattern::MatchResult MatchBacktracking(const pcre2_code* code, const Limits& limits, std::string_view text) {
  // PCRE2 reads past the end of a text that is not UTF-8. As in re2, each such byte is U+FFFD.
  std::string valid;
  if (utf8::FirstInvalid(text) != text.size()) {
    for (size_t at = 0; at < text.size();) {
      const utf8::CodePoint point = utf8::Decode(text, at);
      utf8::Append(valid, point.value);
      at += point.length;
    }
    text = valid;
  }
  const std::unique_ptr<pcre2_match_data, FreeMatch> match(
      pcre2_match_data_create_from_pattern(code, nullptr));
  const std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
  if (match == nullptr || context == nullptr) {
    throw std::bad_alloc();
  }
  constexpr uint64_t kFirst = 1024;
  constexpr uint64_t kFactor = 8;
  const uint64_t limit = limits.regex_matches;
  pcre2_set_heap_limit(context.get(), static_cast<uint32_t>(limits.regex_memory / kKibibyte * kMatchBytes));
  int found = PCRE2_ERROR_MATCHLIMIT;
  for (uint64_t most = std::min(kFirst, limit); found == PCRE2_ERROR_MATCHLIMIT;
       most = std::min(most * kFactor, limit)) {
    pcre2_set_match_limit(context.get(), static_cast<uint32_t>(most));
    found = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, PCRE2_NO_UTF_CHECK,
                        match.get(), context.get());
    AddRegexCost(most / kMatchesOfAStep);
    if (most == limit) {
      break;
    }
  }
  if (found >= 0) {
    return Pattern::MatchResult::kYes;
  }
  return found == PCRE2_ERROR_NOMATCH ? Pattern::MatchResult::kNo : Pattern::MatchResult::kTooMuchWork;
}

// Returns the error for authors of patterns. `part` is the rejected part.
std::string Explain(re2::RE2::ErrorCode code, const std::string& part) {
  const std::string quoted = "`" + part + "`";
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      if (part.size() == 2 && part[1] >= '1' && part[1] <= '9') {
        return quoted + " is a back-reference, which is not supported";
      }
      return quoted + " is not an escape sequence";
    case re2::RE2::ErrorBadCharClass:
      return quoted + " is not a character class";
    case re2::RE2::ErrorBadCharRange:
      return part.starts_with("\\") || part.starts_with("[:") ? quoted + " is not a character class"
                                                              : "the range " + quoted + " is reversed";
    case re2::RE2::ErrorMissingBracket:
      return "the `[` of " + quoted + " is never closed";
    case re2::RE2::ErrorMissingParen:
      return "a `(` is never closed";
    case re2::RE2::ErrorUnexpectedParen:
      return "a `)` has no matching `(`";
    case re2::RE2::ErrorTrailingBackslash:
      return "it ends with a backslash";
    case re2::RE2::ErrorRepeatArgument:
      return "there is nothing in front of " + quoted + " that it could repeat";
    case re2::RE2::ErrorRepeatSize:
      return quoted + " repeats more than 1000 times, or its bounds are in the wrong order";
    case re2::RE2::ErrorRepeatOp:
      return quoted + " repeats a repetition";
    case re2::RE2::ErrorBadPerlOp:
      if (part == "(?=" || part == "(?!" || part.starts_with("(?<")) {
        return "look-around (" + quoted + ") is not supported";
      }
      return quoted + " does not start a group";
    case re2::RE2::ErrorBadUTF8:
      return "it is not valid UTF-8";
    case re2::RE2::ErrorBadNamedCapture:
      return quoted + " is not a named group: write `(?P<name>…)`";
    case re2::RE2::ErrorPatternTooLarge:
      return std::string(kTooLarge);
    case re2::RE2::NoError:
    case re2::RE2::ErrorInternal:
      break;
  }
  return "it cannot be compiled";
}

}  // namespace

struct Pattern::Compiled {
  Compiled(std::string_view pattern, const Limits& given)
      : limits(given),
        regex(std::in_place, re2::StringPiece(pattern.data(), pattern.size()), OptionsOfRe2(given)) {}
  Compiled(Code code, const Limits& given) : limits(given), backtracking(std::move(code)) {}

  Limits limits;
  std::optional<re2::RE2> regex;
  Code backtracking;
};

Pattern::Pattern(std::string text, std::shared_ptr<const Compiled> compiled)
    : text_(std::move(text)), compiled_(std::move(compiled)) {}

Result<Pattern> Pattern::Compile(std::string_view pattern, const Limits& limits) {
  const std::optional<std::string> text = GoPatternForRe2(pattern);
  if (!text) {
    return Failure{Explain(re2::RE2::ErrorBadEscape, "\\C")};
  }
  auto compiled = std::make_shared<const Compiled>(std::string_view(*text), limits);
  if (!compiled->regex->ok()) {
    const bool is_too_large = compiled->regex->error_code() == re2::RE2::ErrorPatternTooLarge;
    return Failure{Explain(compiled->regex->error_code(), compiled->regex->error_arg()),
                   is_too_large ? FailureKind::kTooLarge : FailureKind::kOther};
  }
  return Pattern(std::string(pattern), std::move(compiled));
}

Result<Pattern> Pattern::CompileEcma(std::string_view pattern, const Limits& limits) {
  const Result<EcmaPattern> translated = TranslateEcma(pattern);
  if (!translated) {
    return translated.failure();
  }
  if (!translated->needs_backtracking) {
    auto compiled = std::make_shared<const Compiled>(std::string_view(translated->text), limits);
    if (compiled->regex->ok()) {
      return Pattern(std::string(pattern), std::move(compiled));
    }
  }
  Result<Code> code = CompileBacktracking(translated->text, limits);
  if (!code) {
    return code.failure();
  }
  return Pattern(std::string(pattern), std::make_shared<const Compiled>(*std::move(code), limits));
}

Pattern::MatchResult Pattern::Match(std::string_view text) const {
  AddRegexCost(kStepsOfAMatch + text.size() / kTextOfAStep);
  if (compiled_->backtracking != nullptr) {
    return MatchBacktracking(compiled_->backtracking.get(), compiled_->limits, text);
  }
  const bool matches = re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled_->regex);
  return matches ? MatchResult::kYes : MatchResult::kNo;
}

}  // namespace kval::types
