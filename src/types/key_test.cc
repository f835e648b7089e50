#include "src/types/key_test.h"

#include <algorithm>
#include <utility>

namespace kval::types {
namespace {

Verdict VerdictOf(bool holds) {
  Verdict verdict;
  verdict.answer = holds ? Verdict::Answer::kHolds : Verdict::Answer::kFails;
  return verdict;
}

// `text` with what a pattern would read as more than itself escaped.
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

Result<std::shared_ptr<const KeyPattern>> KeyPattern::Make(std::string_view text) {
  Result<Pattern> pattern = Pattern::Compile("^(?:" + std::string(text) + ")$");
  if (!pattern) {
    return pattern.failure();
  }
  return std::shared_ptr<const KeyPattern>(new KeyPattern(*std::move(pattern), std::string(text)));
}

Verdict KeyPattern::Test(const value::Value& subject, const Scope& /*scope*/) const {
  return VerdictOf(subject.kind == value::Kind::kString && pattern_.Matches(subject.raw));
}

Verdict KeyOneOf::Test(const value::Value& subject, const Scope& /*scope*/) const {
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

Verdict KeyOfKind::Test(const value::Value& subject, const Scope& /*scope*/) const {
  return VerdictOf(subject.kind == kind_);
}

}  // namespace kval::types
