#include "src/types/key_test.h"

#include <algorithm>
#include <utility>

#include "src/types/pattern_error.h"
#include "src/value/compare.h"

namespace kval::types {
namespace {

PredicateResult VerdictOf(bool holds) {
  PredicateResult verdict;
  verdict.answer =
      holds ? PredicateResult::PredicateOutcome::kHolds : PredicateResult::PredicateOutcome::kFails;
  return verdict;
}

// A match that exceeded its limit decides nothing about the key.
PredicateResult Evaluate(const Pattern& pattern, std::string_view key) {
  const Pattern::MatchResult answer = pattern.Match(key);
  if (answer != Pattern::MatchResult::kTooMuchWork) {
    return VerdictOf(answer == Pattern::MatchResult::kYes);
  }
  return MakeCostExceeded(pattern);
}

// Escapes the characters of `text` that have a meaning in patterns.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped;
}

}  // namespace

Result<std::shared_ptr<const KeyPattern>> KeyPattern::Make(std::string_view text, const Limits& limits) {
  // Compiled alone first, because an invalid pattern may become valid in brackets.
  Result<Pattern> pattern = Pattern::Compile(text, limits);
  if (pattern) {
    pattern = Pattern::Compile("^(?:" + std::string(text) + ")$", limits);
  }
  if (!pattern) {
    return pattern.failure();
  }
  return std::shared_ptr<const KeyPattern>(new KeyPattern(*std::move(pattern), std::string(text)));
}

PredicateResult KeyPattern::Test(const value::Value& subject, const RuleScope& /*scope*/) const {
  if (subject.is_collection()) {
    return VerdictOf(false);
  }
  // A key that is not a string is tested as written.
  return Evaluate(pattern_, subject.raw.empty() ? std::string_view(value::PlainText(subject)) : subject.raw);
}

Result<std::shared_ptr<const KeySearch>> KeySearch::Make(std::string_view text, const Limits& limits) {
  Result<Pattern> pattern = Pattern::CompileEcma(text, limits);
  if (!pattern) {
    return pattern.failure();
  }
  return Of(*std::move(pattern));
}

std::shared_ptr<const KeySearch> KeySearch::Of(Pattern pattern) {
  return std::shared_ptr<const KeySearch>(new KeySearch(std::move(pattern)));
}

PredicateResult KeySearch::Test(const value::Value& subject, const RuleScope& /*scope*/) const {
  if (subject.kind == value::Kind::kString) {
    return Evaluate(pattern_, subject.raw);
  }
  return subject.is_collection() ? VerdictOf(false) : Evaluate(pattern_, value::PlainText(subject));
}

std::string KeySearch::Describe() const {
  const std::string& pattern = pattern_.text();
  const bool is_whole = pattern.size() >= 2 && pattern.front() == '^' && pattern.back() == '$' &&
                        pattern[pattern.size() - 2] != '\\' && pattern.find('|') == std::string::npos;
  return is_whole ? "/" + pattern.substr(1, pattern.size() - 2) + "/" : "with /" + pattern + "/";
}

PredicateResult KeyOneOf::Test(const value::Value& subject, const RuleScope& /*scope*/) const {
  return VerdictOf(subject.kind == value::Kind::kString &&
                   std::find(keys_.begin(), keys_.end(), subject.raw) != keys_.end());
}

std::string KeyOneOf::Describe() const {
  std::string text;
  for (const std::string& key : keys_) {
    text += (text.empty() ? "/" : "|") + Escaped(key);
  }
  return text + "/";
}

PredicateResult KeyOfKind::Test(const value::Value& subject, const RuleScope& /*scope*/) const {
  return VerdictOf(subject.kind == kind_);
}

}  // namespace kval::types
