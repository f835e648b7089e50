#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"
#include "src/types/pattern.h"
#include "src/types/pattern_substrings.h"
#include "src/types/predicate.h"

// Key tests (`KeyRule::allowed`) that every schema language can express. Other tests belong to the language.
namespace kval::types {

// Keys that match a regular expression as a whole; those that are no strings by their text.
class KeyPattern final : public Predicate {
 public:
  static Result<std::shared_ptr<const KeyPattern>> Make(std::string_view text, const Limits& limits = {});

  const std::string& text() const { return text_; }
  PredicateResult Test(const value::Value& subject, const RuleScope& scope) const override;
  std::string Describe() const override { return "/" + text_ + "/"; }
  std::vector<std::string> Pieces() const override { return GetRequiredSubstrings(text_); }

 private:
  KeyPattern(Pattern pattern, std::string text) : pattern_(std::move(pattern)), text_(std::move(text)) {}

  Pattern pattern_;
  std::string text_;
};

// Keys with a substring that matches an ECMA-262 regular expression (JSON Schema's `patternProperties`). Keys
// that are not strings are tested as strings.
class KeySearch final : public Predicate {
 public:
  static Result<std::shared_ptr<const KeySearch>> Make(std::string_view text, const Limits& limits = {});
  // The same with a pattern that was compiled already, in whatever syntax.
  static std::shared_ptr<const KeySearch> Of(Pattern pattern);

  const std::string& text() const { return pattern_.text(); }
  PredicateResult Test(const value::Value& subject, const RuleScope& scope) const override;
  // A pattern of whole keys is described as KeyPattern does.
  std::string Describe() const override;
  std::vector<std::string> Pieces() const override { return GetRequiredSubstrings(text()); }

 private:
  explicit KeySearch(Pattern pattern) : pattern_(std::move(pattern)) {}

  Pattern pattern_;
};

// A few keys by their names. Described as the pattern that means the same.
class KeyOneOf final : public Predicate {
 public:
  explicit KeyOneOf(std::vector<std::string> keys) : keys_(std::move(keys)) {}

  const std::vector<std::string>& keys() const { return keys_; }
  PredicateResult Test(const value::Value& subject, const RuleScope& scope) const override;
  std::string Describe() const override;

 private:
  std::vector<std::string> keys_;
};

// Keys that are no strings.
class KeyOfKind final : public Predicate {
 public:
  explicit KeyOfKind(value::Kind kind) : kind_(kind) {}

  value::Kind kind() const { return kind_; }
  PredicateResult Test(const value::Value& subject, const RuleScope& scope) const override;
  std::string Describe() const override { return std::string(value::KindName(kind_)); }

 private:
  value::Kind kind_;
};

}  // namespace kval::types
