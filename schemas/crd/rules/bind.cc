#include "schemas/crd/rules/bind.h"

#include <memory>
#include <utility>
#include <vector>

#include "schemas/crd/rules/rule.h"
#include "src/types/own_fault.h"
#include "src/types/predicate.h"

namespace kval::schemas::crd::rules {
namespace {

constexpr diag::Def<std::string_view> kDoesNotCompile{diag::Kind::kCelError,
                                                      "the rule cannot be compiled: {}"};
constexpr diag::Def<> kNeedsOldSelf{diag::Kind::kCelSkipped,
                                    "the rule compares with the old object and is not checked"};

cel::Budget BudgetOf(const RuleBudget& left) {
  cel::Budget budget;
  budget.cost = left.ForOne();
  budget.regex_memory = left.regex_memory();
  return budget;
}

class RuleTest final : public types::Predicate, public types::OwnFault {
 public:
  RuleTest(const Validation& validation, std::shared_ptr<RuleBudget> budget)
      : rule_(validation, faults_), budget_(std::move(budget)) {}

  bool is_asked() const { return !faults_.empty() || !rule_.needs_old_self(); }

  types::Verdict Test(const value::Value& subject, const types::Scope& scope) const override {
    types::Verdict verdict;
    if (budget_->is_used_up()) {
      // Said with the rule that used it up.
      return verdict;
    }
    if (faults_.empty()) {
      uint64_t cost = 0;
      verdict = rule_.Test(subject, scope.parent, BudgetOf(*budget_), &cost);
      budget_->Take(cost);
      return verdict;
    }
    verdict.answer = types::Verdict::Answer::kBroken;
    verdict.broken_kind = diag::Kind::kCelError;
    verdict.message = "a rule for this value cannot be compiled: " + faults_[0].message;
    return verdict;
  }
  std::string Describe() const override { return rule_.text(); }
  diag::Kind fault_kind() const override { return diag::Kind::kCelRule; }

 private:
  std::vector<RuleFault> faults_;
  Rule rule_;
  std::shared_ptr<RuleBudget> budget_;
};

std::string_view TextOf(const value::Value* value) {
  return value != nullptr && value->kind == value::Kind::kString ? value->raw : std::string_view();
}

bool IsTrue(const value::Value* value) {
  return value != nullptr && value->kind == value::Kind::kBool && value->boolean;
}

void JudgeRule(const value::Value& item, const value::Value& schema, bool is_root, uint32_t version,
               diag::Emitter& emit) {
  Validation validation;
  validation.rule_value = item.kind == value::Kind::kMapping ? value::Find(item, "rule") : nullptr;
  validation.rule = TextOf(validation.rule_value);
  if (validation.rule.empty()) {
    return;
  }
  validation.message_expression_value = value::Find(item, "messageExpression");
  validation.message_expression = TextOf(validation.message_expression_value);
  validation.field_path_value = value::Find(item, "fieldPath");
  validation.field_path = TextOf(validation.field_path_value);
  validation.optional_old_self = IsTrue(value::Find(item, "optionalOldSelf"));
  validation.schema = &schema;
  validation.is_root = is_root;
  std::vector<RuleFault> faults;
  const Rule rule(validation, faults);
  for (const RuleFault& fault : faults) {
    emit.Report(fault.at->span, kDoesNotCompile, fault.message).Emit();
  }
  for (const RuleFault& fault : rule.NewerThan(version)) {
    emit.Report(fault.at->span, kDoesNotCompile, fault.message).Emit();
  }
  if (faults.empty() && rule.needs_old_self()) {
    emit.Report(validation.rule_value->span, kNeedsOldSelf).Emit();
  }
}

}  // namespace

BindRule RuleBinder(std::shared_ptr<RuleBudget> budget, std::vector<source::Span>* skipped) {
  return [budget = std::move(budget), skipped](
             const Validation& validation, const types::Model&) -> std::shared_ptr<const types::Predicate> {
    auto test = std::make_shared<RuleTest>(validation, budget);
    if (!test->is_asked() && skipped != nullptr) {
      skipped->push_back(validation.rule_value->span);
    }
    return test->is_asked() ? std::move(test) : nullptr;
  };
}

void JudgeRules(const value::Value& schema, uint32_t version, diag::Emitter& emit) {
  std::vector<const value::Value*> waiting = {&schema};
  while (!waiting.empty()) {
    const value::Value& at = *waiting.back();
    waiting.pop_back();
    const value::Value* rules = value::Find(at, "x-kubernetes-validations");
    if (rules != nullptr && rules->kind == value::Kind::kSequence) {
      for (const value::Value* item : rules->items()) {
        JudgeRule(*item, at, &at == &schema, version, emit);
      }
    }
    for (const std::string_view keyword : {"items", "additionalProperties"}) {
      const value::Value* below = value::Find(at, keyword);
      if (below != nullptr && below->kind == value::Kind::kMapping) {
        waiting.push_back(below);
      }
    }
    const value::Value* properties = value::Find(at, "properties");
    if (properties != nullptr && properties->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : properties->entries()) {
        if (entry.value->kind == value::Kind::kMapping) {
          waiting.push_back(entry.value);
        }
      }
    }
  }
}

}  // namespace kval::schemas::crd::rules
