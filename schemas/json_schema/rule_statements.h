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

// The JSON Schema keywords that express a rule.
struct RuleStatement {
  std::vector<std::pair<std::string_view, const value::Value*>> keywords;  // standard keywords
  std::string_view name;                                                   // the value of `x-kval-rule`
  const value::Value* argument = nullptr;
  bool is_exact = false;      // a single keyword is equivalent to the rule
  bool is_complete = true;    // the keywords reject all values that the rule rejects
  std::string_view why = {};  // the reason if not complete
};

// The schema that contains a rule.
struct RuleSite {
  types::TypeId id;
  const types::Type& type;
  bool drops_null;  // null is handled outside this schema
  bool has_enum;    // the schema already has an `enum`
};

// Expresses rules in the keywords of a draft; functions have none. Conditions and assertions over types are
// handled by SchemaWriter.
class RuleStatements {
 public:
  // The arguments must outlive this object.
  RuleStatements(const types::Model& model, Draft draft, const Survey& survey, value::Builder& build)
      : model_(model), draft_(draft), survey_(survey), build_(build) {}

  // Returns a statement without keywords and argument if the rule cannot be expressed.
  RuleStatement Of(const RuleSite& site, const types::Rule& rule);

 private:
  // The keywords of a bound, and the name of its rule.
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
  // Returns whether a keyword that applies to `kinds` covers all values that the rule applies to.
  bool IsSeen(const RuleSite& site, const types::Rule& rule, types::KindSet kinds) const;

  const types::Model& model_;
  const Draft draft_;
  const Survey& survey_;
  value::Builder& build_;
};

}  // namespace kval::schemas::json_schema
