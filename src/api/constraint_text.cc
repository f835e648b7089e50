#include "src/api/constraint_text.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <variant>

#include "src/value/compare.h"

namespace kval::api {
namespace {

// Whether a bound is that of the 64-bit integers, which no author means.
bool IsOfAllIntegers(const value::Value& bound, int64_t limit) {
  return bound.kind == value::Kind::kInt && bound.raw.view() == std::to_string(limit);
}

// Returns the words of a built-in test; empty if it has none.
struct TestText {
  std::string operator()(const types::Minimum& test) const {
    return IsOfAllIntegers(*test.bound, std::numeric_limits<int64_t>::min())
               ? std::string()
               : (test.is_exclusive ? "greater than " : "at least ") + value::Abbreviate(*test.bound);
  }
  std::string operator()(const types::Maximum& test) const {
    return IsOfAllIntegers(*test.bound, std::numeric_limits<int64_t>::max())
               ? std::string()
               : (test.is_exclusive ? "less than " : "at most ") + value::Abbreviate(*test.bound);
  }
  std::string operator()(const types::MultipleOf& test) const {
    return "a multiple of " + value::Abbreviate(*test.divisor);
  }
  std::string operator()(const types::MinLength& test) const {
    return "length at least " + std::to_string(test.bound);
  }
  std::string operator()(const types::MaxLength& test) const {
    return "length at most " + std::to_string(test.bound);
  }
  std::string operator()(const types::NotNull&) const { return "not null"; }
  std::string operator()(const types::Unique&) const { return "unique items"; }
  std::string operator()(const types::MatchesRegex& test) const {
    return "matches `" + std::string(test.pattern.text()) + "`";
  }
  std::string operator()(const types::Prefix& test) const { return "starts with `" + test.text + "`"; }
  std::string operator()(const types::Suffix& test) const { return "ends with `" + test.text + "`"; }
  std::string operator()(const types::Format& test) const { return "format `" + test.name + "`"; }
  template <typename Other>
  std::string operator()(const Other&) const {
    return {};
  }
};

}  // namespace

void AddConstraints(const types::Model& model, const types::Type& type,
                    std::vector<std::string>& constraints) {
  for (const types::RuleId id : type.rules) {
    const types::Rule& rule = model.Get(id);
    std::string text = rule.message.empty() ? std::visit(TestText{}, rule.test) : rule.message;
    const bool is_new =
        !text.empty() && std::find(constraints.begin(), constraints.end(), text) == constraints.end();
    if (is_new) {
      constraints.push_back(std::move(text));
    }
  }
}

}  // namespace kval::api
