#include "src/types/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "src/types/ecma_pattern.h"
#include "src/types/match_work.h"

namespace kval::types {
namespace {

constexpr int64_t kMemoryBytes = int64_t{8} << 20;
constexpr uint64_t kMatchLimit = 2'000'000;
constexpr uint32_t kMatchKilobytes = 64 << 10;
// In steps of the checker: a match, so much text, so many of PCRE2's steps.
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

re2::RE2::Options OptionsOfRe2() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemoryBytes);
  return options;
}

Result<Code> CompileBacktracking(const std::string& text) {
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
  return code;
}

// PCRE2 does not say how many steps it took. So it gets few at first, and then ever more: the last number is
// what was taken, within a factor, and all before it come to little beside it.
Pattern::Answer MatchBacktracking(const pcre2_code* code, std::string_view text) {
  const std::unique_ptr<pcre2_match_data, FreeMatch> match(
      pcre2_match_data_create_from_pattern(code, nullptr));
  const std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
  if (match == nullptr || context == nullptr) {
    return Pattern::Answer::kTooMuchWork;
  }
  constexpr uint64_t kFirst = 1024;
  constexpr uint64_t kFactor = 8;
  pcre2_set_heap_limit(context.get(), kMatchKilobytes);
  int found = PCRE2_ERROR_MATCHLIMIT;
  for (uint64_t most = kFirst; found == PCRE2_ERROR_MATCHLIMIT;
       most = std::min(most * kFactor, kMatchLimit)) {
    pcre2_set_match_limit(context.get(), static_cast<uint32_t>(most));
    found = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, PCRE2_NO_UTF_CHECK,
                        match.get(), context.get());
    AddMatchWork(most / kMatchesOfAStep);
    if (most == kMatchLimit) {
      break;
    }
  }
  if (found >= 0) {
    return Pattern::Answer::kYes;
  }
  return found == PCRE2_ERROR_NOMATCH ? Pattern::Answer::kNo : Pattern::Answer::kTooMuchWork;
}

// What is wrong, in words of one who writes patterns, not of the library that reads them. `part` is what it
// objects to.
std::string Explain(re2::RE2::ErrorCode code, const std::string& part) {
  const std::string quoted = "`" + part + "`";
  switch (code) {
    case re2::RE2::ErrorBadEscape:
      if (part.size() == 2 && part[1] >= '1' && part[1] <= '9') {
        return quoted + " refers back to a group, which is not supported";
      }
      return quoted + " is no escape";
    case re2::RE2::ErrorBadCharClass:
      return quoted + " is no class of characters";
    case re2::RE2::ErrorBadCharRange:
      return part.starts_with("\\") || part.starts_with("[:") ? quoted + " is no class of characters"
                                                              : "the range " + quoted + " runs backwards";
    case re2::RE2::ErrorMissingBracket:
      return "the `[` of " + quoted + " is never closed";
    case re2::RE2::ErrorMissingParen:
      return "a `(` is never closed";
    case re2::RE2::ErrorUnexpectedParen:
      return "a `)` closes no group";
    case re2::RE2::ErrorTrailingBackslash:
      return "it ends with a backslash that escapes nothing";
    case re2::RE2::ErrorRepeatArgument:
      return "there is nothing in front of " + quoted + " that it could repeat";
    case re2::RE2::ErrorRepeatSize:
      return quoted + " repeats more than 1000 times, or its bounds are in the wrong order";
    case re2::RE2::ErrorRepeatOp:
      return quoted + " repeats what is repeated already";
    case re2::RE2::ErrorBadPerlOp:
      if (part == "(?=" || part == "(?!" || part.starts_with("(?<")) {
        return "look-around (" + quoted + ") is not supported";
      }
      return quoted + " begins no kind of group";
    case re2::RE2::ErrorBadUTF8:
      return "it is not valid UTF-8";
    case re2::RE2::ErrorBadNamedCapture:
      return quoted + " is no named group: `(?P<name>…)` is";
    case re2::RE2::ErrorPatternTooLarge:
      return "it takes more than 8 MB when it is compiled";
    case re2::RE2::NoError:
    case re2::RE2::ErrorInternal:
      break;
  }
  return "it cannot be compiled";
}

}  // namespace

struct Pattern::Compiled {
  explicit Compiled(std::string_view pattern)
      : regex(std::in_place, re2::StringPiece(pattern.data(), pattern.size()), OptionsOfRe2()) {}
  explicit Compiled(Code code) : backtracking(std::move(code)) {}

  std::optional<re2::RE2> regex;
  Code backtracking;
};

Pattern::Pattern(std::string text, std::shared_ptr<const Compiled> compiled)
    : text_(std::move(text)), compiled_(std::move(compiled)) {}

Result<Pattern> Pattern::Compile(std::string_view pattern) {
  auto compiled = std::make_shared<const Compiled>(pattern);
  if (!compiled->regex->ok()) {
    return Failure{Explain(compiled->regex->error_code(), compiled->regex->error_arg())};
  }
  return Pattern(std::string(pattern), std::move(compiled));
}

Result<Pattern> Pattern::CompileEcma(std::string_view pattern) {
  const Result<EcmaPattern> translated = TranslateEcma(pattern);
  if (!translated) {
    return translated.failure();
  }
  if (!translated->needs_backtracking) {
    auto compiled = std::make_shared<const Compiled>(std::string_view(translated->text));
    if (compiled->regex->ok()) {
      return Pattern(std::string(pattern), std::move(compiled));
    }
  }
  Result<Code> code = CompileBacktracking(translated->text);
  if (!code) {
    return code.failure();
  }
  return Pattern(std::string(pattern), std::make_shared<const Compiled>(*std::move(code)));
}

Pattern::Answer Pattern::Match(std::string_view text) const {
  AddMatchWork(kStepsOfAMatch + text.size() / kTextOfAStep);
  if (compiled_->backtracking != nullptr) {
    return MatchBacktracking(compiled_->backtracking.get(), text);
  }
  const bool matches = re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *compiled_->regex);
  return matches ? Answer::kYes : Answer::kNo;
}

}  // namespace kval::types
