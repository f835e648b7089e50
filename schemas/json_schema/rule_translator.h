#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/json_schema/draft.h"
#include "schemas/json_schema/model_analysis.h"
#include "src/types/model.h"
#include "src/value/builder.h"

namespace kval::schemas::json_schema {

// The JSON Schema keywords that express a rule.
struct RuleTranslation {
  std::vector<std::pair<std::string_view, const value::Value*>> keywords;  // standard keywords
  std::string_view name;                                                   // the value of `x-kval-rule`
  const value::Value* argument = nullptr;
  bool is_exact = false;      // a single keyword is equivalent to the rule
  bool is_complete = true;    // the keywords reject all values that the rule rejects
  std::string_view why = {};  // the reason if not complete
};

// The schema that contains a rule.
struct RuleContext {
  types::TypeId id;
  const types::Type& type;
  bool drops_null;  // null is handled outside this schema
  bool has_enum;    // the schema already has an `enum`
};

// Expresses rules in the keywords of a draft; functions have none. Conditions and assertions over types are
// handled by SchemaWriter.
class RuleTranslator {
 public:
  // The arguments must outlive this object.
  RuleTranslator(const types::Model& model, Draft draft, const ModelAnalysis& survey, value::Builder& build)
      : model_(model), draft_(draft), survey_(survey), build_(build) {}

  // Returns a statement without keywords and argument if the rule cannot be expressed.
  RuleTranslation Of(const RuleContext& site, const types::Rule& rule);

 private:
  // The keywords of a bound, and the name of its rule.
  struct BoundKeywords {
    std::string_view plain, exclusive, name;
  };
  RuleTranslation TranslateBound(const RuleContext& site, const types::Rule& rule, const value::Value& value,
                                 bool is_exclusive, const BoundKeywords& words);
  RuleTranslation TranslateLength(const RuleContext& site, const types::Rule& rule, int64_t bound,
                                  types::TextUnit unit, bool is_minimum);
  RuleTranslation TranslateOneOf(const RuleContext& site, const types::Rule& rule, const types::OneOf& test);
  RuleTranslation TranslatePattern(const types::MatchesRegex& test);
  RuleTranslation TranslateAffix(std::string_view name, std::string_view affix, const std::string& pattern);
  RuleTranslation TranslateFormat(const types::Format& test);
  RuleTranslation TranslateNotNull();
  RuleTranslation TranslateOneNotNull(const RuleContext& site, const types::OneNotNull& test);
  // Returns whether a keyword that applies to `kinds` covers all values that the rule applies to.
  bool AppliesToAllValues(const RuleContext& site, const types::Rule& rule, types::ValueKindSet kinds) const;

  const types::Model& model_;
  const Draft draft_;
  const ModelAnalysis& survey_;
  value::Builder& build_;
};

}  // namespace kval::schemas::json_schema
