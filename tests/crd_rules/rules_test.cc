#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "schemas/crd/rules/bind.h"
#include "schemas/crd/rules/cel_adapter.h"
#include "schemas/crd/rules/crd_rule.h"
#include "schemas/crd/rules/field_path.h"
#include "schemas/crd/rules/property_escaping.h"
#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

namespace kval::schemas::crd::rules {
namespace {

// A schema and a value in YAML against which rules are evaluated.
class RuleTrial {
 public:
  RuleTrial(std::string schema, std::string value)
      : schema_(*Read("schema.yml", std::move(schema))), value_(*Read("value.yml", std::move(value))) {}

  // Returns "" if the rule holds, its message and parts if it fails, "skipped" if it needs the old object,
  // and otherwise a prefix and the error message.
  std::string GetIndex(const std::string& rule, const std::string& more = "") {
    const value::Value& item = *Read("rule.yml", "rule: " + rule + "\n" + more);
    ValidationRule validation;
    validation.rule_value = value::Find(item, "rule");
    validation.rule = validation.rule_value->raw;
    if (const value::Value* message = value::Find(item, "message")) {
      validation.message = message->raw;
    }
    if (const value::Value* expression = value::Find(item, "messageExpression")) {
      validation.message_expression = expression->raw;
      validation.message_expression_value = expression;
    }
    if (const value::Value* path = value::Find(item, "fieldPath")) {
      validation.field_path = path->raw;
      validation.field_path_value = path;
    }
    validation.optional_old_self = value::Find(item, "optionalOldSelf") != nullptr;
    validation.schema = &schema_;
    validation.is_root = is_root;
    std::vector<RuleError> errors;
    const CrdRule requested(validation, errors);
    if (!errors.empty()) {
      return "fault: " + errors[0].message;
    }
    if (requested.needs_old_self()) {
      return "skipped";
    }
    CrdRule::RuleCost spent;
    const types::PredicateResult verdict = requested.Test(value_, nullptr, nullptr, {}, &spent);
    if (verdict.answer == types::PredicateResult::PredicateOutcome::kError) {
      return "broken: " + verdict.message;
    }
    if (verdict.holds()) {
      return "";
    }
    return verdict.message + " | " + diag::Display(verdict.parts[0].path) + " | " + verdict.parts[0].text;
  }

  const value::Value& schema() const { return schema_; }
  const value::Value& value() const { return value_; }

  bool is_root = false;

 private:
  const value::Value* Read(const std::string& name, std::string text) {
    const source::SourceFile& file = sources_.AddText(name, std::move(text));
    diag::Emitter emit(&collector_);
    return yaml::ReadFile(file, {}, arena_, emit).documents.front().root;
  }

  source::SourceMap sources_;
  Arena arena_;
  diag::Collector collector_;
  const value::Value& schema_;
  const value::Value& value_;
};

constexpr char kSchema[] = R"(
type: object
properties:
  min: {type: integer}
  max: {type: integer, nullable: true}
  ratio: {type: number}
  port: {x-kubernetes-int-or-string: true}
  until: {type: string, format: date-time}
  every: {type: string, format: duration}
  data: {type: string, format: byte}
  dash-ed: {type: string}
  namespace: {type: string}
  anything: {x-kubernetes-preserve-unknown-fields: true}
  labels: {type: object, additionalProperties: {type: string}}
  modes: {type: array, x-kubernetes-list-type: set, items: {type: string}}
  ports:
    type: array
    x-kubernetes-list-type: map
    x-kubernetes-list-map-keys: [number]
    items: {type: object, properties: {number: {type: integer}, name: {type: string}}}
)";

constexpr char kValue[] = R"(
min: 5
max: null
ratio: 2
port: http
until: "2024-01-01T00:00:00Z"
every: 1h
data: aGk=
dash-ed: x
namespace: ns
unknown: 1
labels: {a.b/c: d}
modes: [b, a]
ports: [{number: 80, name: web}, {number: 443}]
)";

TEST(CrdRules, ValuesHaveTheTypesOfTheirSchemas) {
  RuleTrial trial(kSchema, kValue);
  for (const char* rule : {
           "self.min == 5 && self.ratio == 2.0",
           "\"!has(self.max)\"",
           "type(self.port) == string",
           "self.until < timestamp('2025-01-01T00:00:00Z')",
           "self.every == duration('60m')",
           "self.data == b'hi'",
           "self.dash__dash__ed == 'x' && self.__namespace__ == 'ns'",
           "self.labels['a.b/c'] == 'd'",
           "self.labels.all(k, k.contains('/'))",
           "self.modes == ['a', 'b']",
           "(self.modes + ['a', 'c']).size() == 3",
           "self.ports.exists(p, p.number == 80 && p.name == 'web')",
           "(self.ports + self.ports).size() == 2",
       }) {
    EXPECT_EQ(trial.GetIndex(rule), "") << rule;
  }
}

TEST(CrdRules, WhatTheSchemaDoesNotSpecifyCannotBeNamed) {
  RuleTrial trial(kSchema, kValue);
  EXPECT_EQ(trial.GetIndex("self.unknown == 1"), "fault: column 5: undefined field 'unknown'");
  EXPECT_EQ(trial.GetIndex("has(self.anything)"), "fault: column 4: undefined field 'anything'");
  EXPECT_EQ(trial.GetIndex("self.min"),
            "fault: the rule returns a value of type int, but a bool is required");
  EXPECT_EQ(trial.GetIndex("self.metadata.name == 'a'"), "fault: column 5: undefined field 'metadata'");
  EXPECT_EQ(trial.GetIndex("true", "messageExpression: '1'"),
            "fault: the expression returns a value of type int, but a string is required");
  EXPECT_EQ(trial.GetIndex("true", "fieldPath: .nope"),
            "fault: the field path refers to a field that the schema does not specify");
}

TEST(CrdRules, AFailureNamesItsPartItsValuesAndItsPlace) {
  RuleTrial trial(kSchema, kValue);
  EXPECT_EQ(trial.GetIndex("self.ratio > 1.0 && self.min < 3", "message: too large\nfieldPath: .min"),
            "too large | min | `self.min < 3` is false: `self.min` is 5");
  EXPECT_EQ(trial.GetIndex("self.min < 3"),
            "failed rule: self.min < 3 |  | `self.min < 3` is false: `self.min` is 5");
  EXPECT_EQ(
      trial.GetIndex("self.min < 3", "message: m\nmessageExpression: '\"min is %d\".format([self.min])'"),
      "min is 5 |  | `self.min < 3` is false: `self.min` is 5");
  // If `messageExpression` has no value, kval reports `message`.
  EXPECT_EQ(trial.GetIndex("self.min < 3", "message: m\nmessageExpression: self.labels['x']"),
            "m |  | `self.min < 3` is false: `self.min` is 5");
}

TEST(CrdRules, ARuleThatHasNoValueIsBroken) {
  RuleTrial trial(kSchema, kValue);
  EXPECT_EQ(trial.GetIndex("self.labels['x'] == 'y'"),
            "broken: no such key: x evaluating the rule `self.labels['x'] == 'y'`");
}

TEST(CrdRules, TheOldObjectIsMissing) {
  RuleTrial trial(kSchema, kValue);
  EXPECT_EQ(trial.GetIndex("self.min == oldSelf.min"), "skipped");
  EXPECT_EQ(
      trial.GetIndex("oldSelf.hasValue() || self.min > 5", "optionalOldSelf: true"),
      "failed rule: oldSelf.hasValue() || self.min > 5 |  | `oldSelf.hasValue()` is false: `oldSelf` is "
      "optional.none(); `self.min > 5` is false: `self.min` is 5");
}

TEST(CrdRules, TheRootHasMetadata) {
  RuleTrial trial("type: object\nproperties: {metadata: {type: object}, spec: {type: object}}\n",
                  "apiVersion: a/v1\nkind: K\nmetadata: {name: web, labels: {a: b}}\nspec: {}\n");
  trial.is_root = true;
  EXPECT_EQ(trial.GetIndex("self.metadata.name == 'web' && self.kind == 'K' && self.apiVersion == 'a/v1'"),
            "");
  EXPECT_EQ(trial.GetIndex("has(self.metadata.labels)"), "fault: column 4: undefined field 'labels'");
  EXPECT_EQ(trial.GetIndex("\"!has(self.metadata.generateName)\""), "");
}

TEST(CrdRules, WhatIsMadeOfAScalarIsMadeOnce) {
  RuleTrial trial("{type: string, format: byte}", "aGk=");
  CelAdapter lender;
  const SchemaNode schema(&trial.schema(), false);
  EXPECT_EQ(lender.ToCel(trial.value(), schema).text().data(),
            lender.ToCel(trial.value(), schema).text().data());
  const RuleTrial wrong("{type: integer}", "text");
  const SchemaNode number(&wrong.schema(), false);
  EXPECT_EQ(&lender.ToCel(wrong.value(), number).error(), &lender.ToCel(wrong.value(), number).error());
}

TEST(CrdRules, WorkThatCostsNothingIsBoundedForAnObject) {
  RuleBudget budget{Limits()};
  const uint64_t most = budget.remaining_work();
  budget.Take({1, most - 1});
  EXPECT_FALSE(budget.IsExhausted());
  EXPECT_EQ(budget.remaining_work(), 1u);
  budget.Take({1, 5});
  EXPECT_TRUE(budget.IsExhausted());
  budget.Begin();
  EXPECT_EQ(budget.remaining_work(), most);
}

TEST(CrdRules, NamesAreEscaped) {
  EXPECT_EQ(EscapePropertyName("a-b.c/d__e"), "a__dash__b__dot__c__slash__d__underscores__e");
  EXPECT_EQ(UnescapePropertyName("a__dash__b__dot__c__slash__d__underscores__e"), "a-b.c/d__e");
  EXPECT_EQ(EscapePropertyName("namespace"), "__namespace__");
  EXPECT_EQ(UnescapePropertyName("__namespace__"), "namespace");
  EXPECT_EQ(EscapePropertyName("1a"), std::nullopt);
  EXPECT_EQ(EscapePropertyName("a b"), std::nullopt);
  EXPECT_EQ(UnescapePropertyName("a__b"), std::nullopt);
}

}  // namespace
}  // namespace kval::schemas::crd::rules
