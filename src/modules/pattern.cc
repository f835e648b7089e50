#include "src/modules/pattern.h"

#include <re2/re2.h>

#include <optional>
#include <utility>
#include <vector>

#include "src/modules/go_regex.h"
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
        Outcome<std::string> made = replace(RegexGroups(groups));
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
    return starlark::EvalFailure(GoRegexError(regex, pattern));
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
      interpreter, text, group_count, [&](RegexGroups groups) -> Outcome<std::string> {
        if (starlark::Status spent = interpreter.Spend(replacement.size()); !spent.ok()) {
          return spent.Pass();
        }
        std::string expanded;
        ExpandGoReplacement(regex, groups, replacement, expanded);
        return expanded;
      });
}

Outcome<std::string> Pattern::Replace(
    starlark::Interpreter& interpreter, std::string_view text,
    const std::function<Outcome<std::string>(std::string_view match)>& replacement) const {
  return compiled_->ReplaceAll(interpreter, text, 1, [&](RegexGroups groups) {
    return replacement(std::string_view(groups[0].data(), groups[0].size()));
  });
}

}  // namespace kval::modules
