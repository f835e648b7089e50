#include "schemas/crd/rules/bind.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "schemas/crd/rules/rule_costs.h"
#include "schemas/crd/rules/schema_positions.h"
#include "schemas/crd/rules/schema_sizes.h"
#include "src/types/custom_diagnostic_kind.h"
#include "src/types/predicate.h"

namespace kval::schemas::crd::rules {
namespace {

constexpr diag::Def<std::string_view> kDoesNotCompile{diag::Kind::kCelError,
                                                      "the rule cannot be compiled: {}"};
constexpr diag::Def<> kNeedsOldSelf{diag::Kind::kCelSkipped,
                                    "the rule compares with the old object and is not checked"};

constexpr diag::Def<> kNotReported{
    diag::Kind::kCelError,
    "the rule cannot use `oldSelf`: the corresponding part of the old object is ambiguous here"};
constexpr diag::Def<> kNoOldSelf{diag::Kind::kBadCrd,
                                 "`optionalOldSelf` is for rules that compare with `oldSelf`"};

cel::Budget BudgetOf(const RuleBudget& left) {
  cel::Budget budget;
  budget.cost = left.RemainingRuleCost();
  budget.work = left.remaining_work();
  budget.regex_memory = left.regex_memory();
  return budget;
}

class CrdRulePredicate final : public types::Predicate, public types::CustomDiagnosticKind {
 public:
  CrdRulePredicate(const ValidationRule& validation, std::shared_ptr<RuleBudget> budget,
                   const UpdatedObject* updated)
      : rule_(validation, errors_), budget_(std::move(budget)), updated_(updated) {}

  bool is_requested() const { return !errors_.empty() || updated_ != nullptr || !rule_.needs_old_self(); }

  types::PredicateResult Test(const value::Value& subject, const types::RuleScope& scope) const override {
    types::PredicateResult verdict;
    if (budget_->IsExhausted()) {
      // Said with the rule that used it up.
      return verdict;
    }
    if (errors_.empty()) {
      CrdRule::RuleCost spent;
      const bool has_old = updated_ != nullptr && updated_->old != nullptr && rule_.reads_old_self();
      const value::Value* old = has_old ? FindOldValue(*updated_, *scope.root, *scope.path) : nullptr;
      verdict = rule_.Test(subject, scope.parent, old, BudgetOf(*budget_), &spent);
      budget_->Take(spent);
      const bool is_update = updated_ != nullptr && updated_->old != nullptr;
      if (verdict.answer == types::PredicateResult::PredicateOutcome::kFails && is_update &&
          !rule_.reads_old_self() && IsUnchanged(*updated_, *scope.root, *scope.path)) {
        verdict.accepted = kAcceptedUnchanged;
      }
      return verdict;
    }
    verdict.answer = types::PredicateResult::PredicateOutcome::kError;
    verdict.error_kind = diag::Kind::kCelError;
    verdict.message = "a rule for this value cannot be compiled: " + errors_[0].message;
    return verdict;
  }
  std::string Describe() const override { return rule_.text(); }
  diag::Kind error_kind() const override { return diag::Kind::kCelRule; }

 private:
  std::vector<RuleError> errors_;
  CrdRule rule_;
  std::shared_ptr<RuleBudget> budget_;
  const UpdatedObject* updated_;
};

std::string_view TextOf(const value::Value* value) {
  return value != nullptr && value->kind == value::Kind::kString ? value->raw : std::string_view();
}

bool IsTrue(const value::Value* value) {
  return value != nullptr && value->kind == value::Kind::kBool && value->boolean;
}

class RuleValidator {
 public:
  RuleValidator(const value::Value& schema, const diag::Path& path, uint32_t version, diag::Emitter& emit)
      : version_(version), emit_(emit), costs_(emit), places_(schema, path) {}

  void Validate() {
    for (size_t i = 0; i < places_.size(); ++i) {
      const value::Value* rules = value::Find(*places_[i].schema, "x-kubernetes-validations");
      if (rules != nullptr && rules->kind == value::Kind::kSequence) {
        for (size_t item = 0; item < rules->items().size(); ++item) {
          ValidateRule(*rules->items()[item], i, item);
        }
      }
      places_.Expand(i);
    }
    costs_.Finish();
  }

 private:
  void ValidateRule(const value::Value& item, size_t at, size_t position) {
    ValidationRule validation;
    validation.rule_value = item.kind == value::Kind::kMapping ? value::Find(item, "rule") : nullptr;
    validation.rule = TextOf(validation.rule_value);
    if (validation.rule_value == nullptr || validation.rule.empty()) {
      return;
    }
    validation.message_expression_value = value::Find(item, "messageExpression");
    validation.message_expression = TextOf(validation.message_expression_value);
    validation.field_path_value = value::Find(item, "fieldPath");
    validation.field_path = TextOf(validation.field_path_value);
    const value::Value* optional = value::Find(item, "optionalOldSelf");
    validation.optional_old_self = IsTrue(optional);
    validation.schema = places_[at].schema;
    validation.is_root = at == 0;
    const auto path = [&](const value::Value* part) {
      return places_.PathOfRule(at, position,
                                part == validation.message_expression_value ? "messageExpression"
                                : part == validation.field_path_value       ? "fieldPath"
                                : part == optional                          ? "optionalOldSelf"
                                                                            : "rule");
    };
    std::vector<RuleError> errors;
    const CrdRule rule(validation, errors);
    for (const RuleError& error : errors) {
      emit_.Report(error.at->span, kDoesNotCompile, error.message).At(path(error.at)).Emit();
    }
    for (const RuleError& error : rule.NewerThan(version_)) {
      emit_.Report(error.at->span, kDoesNotCompile, error.message).At(path(error.at)).Emit();
    }
    if (!errors.empty()) {
      return;
    }
    AddCosts(rule, validation, path, at);
    if (rule.reads_old_self() && places_[at].atomic != nullptr) {
      emit_.Report(validation.rule_value->span, kNotReported)
          .At(path(validation.rule_value))
          .Related(places_[at].atomic->span, "of this list")
          .Emit();
    } else if (rule.needs_old_self()) {
      emit_.Report(validation.rule_value->span, kNeedsOldSelf)
          .At(path(validation.rule_value))
          .Subject("rules about updates")
          .Emit();
    } else if (!rule.reads_old_self() && optional != nullptr && optional->kind == value::Kind::kBool) {
      emit_.Report(optional->span, kNoOldSelf).At(path(optional)).Emit();
    }
  }

  template <typename PathTo>
  void AddCosts(const CrdRule& rule, const ValidationRule& validation, PathTo path, size_t at) {
    const SchemaSizeSource sizes(SchemaNode(validation.schema, validation.is_root), sizes_);
    const uint64_t times = places_[at].times ? *places_[at].times : sizes.MaxOccurrences();
    costs_.Add(*validation.rule_value, path(validation.rule_value),
               cel::CappedProduct(rule.EstimatedCost(sizes), times));
    if (validation.message_expression_value != nullptr) {
      costs_.Add(*validation.message_expression_value, path(validation.message_expression_value),
                 rule.EstimatedMessageCost(sizes));
    }
  }

  uint32_t version_;
  diag::Emitter& emit_;
  RuleCosts costs_;
  SchemaSizes sizes_;
  SchemaPositions places_;
};

}  // namespace

BindRule MakeRuleBinder(std::shared_ptr<RuleBudget> budget, std::vector<source::Span>* skipped,
                        const UpdatedObject* updated) {
  return
      [budget = std::move(budget), skipped, updated](
          const ValidationRule& validation, const types::Model&) -> std::shared_ptr<const types::Predicate> {
        auto test = std::make_shared<CrdRulePredicate>(validation, budget, updated);
        if (!test->is_requested() && skipped != nullptr && validation.rule_value->span.has_value()) {
          skipped->push_back(validation.rule_value->span);
        }
        return test->is_requested() ? std::move(test) : nullptr;
      };
}

void ValidateRules(const value::Value& schema, const diag::Path& path, uint32_t version,
                   diag::Emitter& emit) {
  RuleValidator(schema, path, version, emit).Validate();
}

}  // namespace kval::schemas::crd::rules
