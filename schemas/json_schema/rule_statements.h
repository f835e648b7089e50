#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/json_schema/draft.h"
#include "schemas/json_schema/survey.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

// A rule as keywords.
struct RuleStatement {
  std::vector<std::pair<std::string_view, const value::Value*>> keywords;  // what every tool understands
  std::string_view name;                                                   // of `x-kval-rule`
  const value::Value* argument = nullptr;
  bool is_exact = false;      // the one keyword means just this
  bool is_complete = true;    // the keywords reject what the rule rejects
  std::string_view why = {};  // of an incomplete one
};

// The schema that contains a rule.
struct RuleSite {
  types::TypeId id;
  const types::Type& type;
  bool drops_null;  // written without null, which its place says
  bool has_enum;    // the keyword is taken
};

// Says rules in the keywords of a draft; a function has none. Conditions and assertions over types are the
// writer's.
class RuleStatements {
 public:
  // All must outlive it.
  RuleStatements(const types::Model& model, Draft draft, const Survey& survey, value::Builder& build)
      : model_(model), draft_(draft), survey_(survey), build_(build) {}

  // Returns neither keywords nor an argument if the rule cannot be expressed.
  RuleStatement Of(const RuleSite& site, const types::Rule& rule);

 private:
  // The keywords of a bound, and its rule's name.
  struct BoundWords {
    std::string_view plain, exclusive, name;
  };
  RuleStatement OfBound(const RuleSite& site, const types::Rule& rule, const value::Value& value,
                        bool is_exclusive, const BoundWords& words);
  RuleStatement OfLength(const RuleSite& site, const types::Rule& rule, int64_t bound, types::TextUnit unit,
                         bool is_minimum);
  RuleStatement OfOneOf(const RuleSite& site, const types::Rule& rule, const types::OneOf& test);
  RuleStatement OfPattern(const types::Matches& test);
  RuleStatement OfAffix(std::string_view name, std::string_view affix, const std::string& pattern);
  RuleStatement OfFormat(const types::Format& test);
  RuleStatement OfNotNull();
  RuleStatement OfOneNotNull(const RuleSite& site, const types::OneNotNull& test);
  // Whether a keyword for `kinds` applies to all values of the rule.
  bool IsSeen(const RuleSite& site, const types::Rule& rule, types::KindSet kinds) const;

  const types::Model& model_;
  const Draft draft_;
  const Survey& survey_;
  value::Builder& build_;
};

}  // namespace kval::schemas::json_schema
