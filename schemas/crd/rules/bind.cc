#include "schemas/crd/rules/bind.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/crd/rules/declared_sizes.h"
#include "schemas/crd/rules/rule.h"
#include "schemas/crd/rules/rule_costs.h"
#include "src/types/own_fault.h"
#include "src/types/predicate.h"

namespace kval::schemas::crd::rules {
namespace {

constexpr diag::Def<std::string_view> kDoesNotCompile{diag::Kind::kCelError,
                                                      "the rule cannot be compiled: {}"};
constexpr diag::Def<> kNeedsOldSelf{diag::Kind::kCelSkipped,
                                    "the rule compares with the old object and is not checked"};

constexpr diag::Def<> kNotTold{
    diag::Kind::kCelError,
    "the rule cannot use `oldSelf`: the corresponding part of the old object is ambiguous here"};
constexpr diag::Def<> kNoOldSelf{diag::Kind::kBadCrd,
                                 "`optionalOldSelf` is for rules that compare with `oldSelf`"};

cel::Budget BudgetOf(const RuleBudget& left) {
  cel::Budget budget;
  budget.cost = left.ForOne();
  budget.work = left.work_left();
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
      Rule::Spent spent;
      verdict = rule_.Test(subject, scope.parent, BudgetOf(*budget_), &spent);
      budget_->Take(spent);
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

// A schema of a definition, inside the schema at index `parent`, reached by these keys. `atomic` is the
// nearest enclosing list whose items cannot be correlated between versions of an object, or null:
// forbidOldSelfValidations.
struct Place {
  const value::Value* schema;
  const value::Value* atomic;
  // How many values of it one object may have; nothing when that is not bounded.
  std::optional<uint64_t> times;
  size_t parent;
  std::string_view keyword, name;  // the name of a property; no keyword: the schema of the version
};

class RuleJudge {
 public:
  RuleJudge(const value::Value& schema, const diag::Path& path, uint32_t version, diag::Emitter& emit)
      : path_(path),
        version_(version),
        emit_(emit),
        costs_(emit),
        places_{{&schema, nullptr, 1, 0, {}, {}}} {}

  void Judge() {
    for (size_t i = 0; i < places_.size(); ++i) {
      const value::Value* rules = value::Find(*places_[i].schema, "x-kubernetes-validations");
      if (rules != nullptr && rules->kind == value::Kind::kSequence) {
        for (size_t item = 0; item < rules->items().size(); ++item) {
          JudgeRule(*rules->items()[item], i, item);
        }
      }
      AddParts(i);
    }
    costs_.Finish();
  }

 private:
  void JudgeRule(const value::Value& item, size_t at, size_t position) {
    Validation validation;
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
      return PathOf(at, position,
                    part == validation.message_expression_value ? "messageExpression"
                    : part == validation.field_path_value       ? "fieldPath"
                    : part == optional                          ? "optionalOldSelf"
                                                                : "rule");
    };
    std::vector<RuleFault> faults;
    const Rule rule(validation, faults);
    for (const RuleFault& fault : faults) {
      emit_.Report(fault.at->span, kDoesNotCompile, fault.message).At(path(fault.at)).Emit();
    }
    for (const RuleFault& fault : rule.NewerThan(version_)) {
      emit_.Report(fault.at->span, kDoesNotCompile, fault.message).At(path(fault.at)).Emit();
    }
    if (!faults.empty()) {
      return;
    }
    AddCosts(rule, validation, path, at);
    if (rule.reads_old_self() && places_[at].atomic != nullptr) {
      emit_.Report(validation.rule_value->span, kNotTold)
          .At(path(validation.rule_value))
          .Related(places_[at].atomic->span, "of this list")
          .Emit();
    } else if (rule.needs_old_self()) {
      emit_.Report(validation.rule_value->span, kNeedsOldSelf).At(path(validation.rule_value)).Emit();
    } else if (!rule.reads_old_self() && optional != nullptr && optional->kind == value::Kind::kBool) {
      emit_.Report(optional->span, kNoOldSelf).At(path(optional)).Emit();
    }
  }

  template <typename PathTo>
  void AddCosts(const Rule& rule, const Validation& validation, PathTo path, size_t at) {
    const DeclaredSizes sizes(SchemaNode(validation.schema, validation.is_root), sizes_);
    const uint64_t times = places_[at].times ? *places_[at].times : sizes.MostTimes();
    costs_.Add(*validation.rule_value, path(validation.rule_value),
               cel::CappedProduct(rule.EstimatedCost(sizes), times));
    if (validation.message_expression_value != nullptr) {
      costs_.Add(*validation.message_expression_value, path(validation.message_expression_value),
                 rule.EstimatedMessageCost(sizes));
    }
  }

  // The schemas within one.
  void AddParts(size_t at) {
    const value::Value& schema = *places_[at].schema;
    const value::Value* atomic = places_[at].atomic;
    const bool is_atomic = TextOf(value::Find(schema, "x-kubernetes-list-type")) != "map";
    const value::Value* items = value::Find(schema, "items");
    Add(items, atomic == nullptr && is_atomic ? items : atomic, at, "items", {});
    Add(value::Find(schema, "additionalProperties"), atomic, at, "additionalProperties", {});
    const value::Value* properties = value::Find(schema, "properties");
    if (properties != nullptr && properties->kind == value::Kind::kMapping) {
      for (const value::Entry& entry : properties->entries()) {
        Add(entry.value, atomic, at, "properties", entry.key->raw);
      }
    }
  }

  void Add(const value::Value* schema, const value::Value* atomic, size_t parent, std::string_view keyword,
           std::string_view name) {
    if (schema != nullptr && schema->kind == value::Kind::kMapping) {
      std::optional<uint64_t> times = places_[parent].times;
      if (const auto most = MostElements(*places_[parent].schema); times && most) {
        times = cel::CappedProduct(*times, *most);
      } else {
        times.reset();
      }
      places_.push_back({schema, atomic, times, parent, keyword, name});
    }
  }

  diag::Path PathOf(size_t at, size_t position, std::string_view part) const {
    diag::Path below;
    for (; !places_[at].keyword.empty(); at = places_[at].parent) {
      if (places_[at].keyword == "properties") {
        below.push_back(diag::PathStep::Key(places_[at].name));
      }
      below.push_back(diag::PathStep::Key(places_[at].keyword));
    }
    diag::Path path = path_;
    path.insert(path.end(), below.rbegin(), below.rend());
    path.push_back(diag::PathStep::Key("x-kubernetes-validations"));
    path.push_back(diag::PathStep::Index(position));
    path.push_back(diag::PathStep::Key(part));
    return path;
  }

  const diag::Path& path_;
  uint32_t version_;
  diag::Emitter& emit_;
  RuleCosts costs_;
  SchemaSizes sizes_;
  std::vector<Place> places_;
};

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

void JudgeRules(const value::Value& schema, const diag::Path& path, uint32_t version, diag::Emitter& emit) {
  RuleJudge(schema, path, version, emit).Judge();
}

}  // namespace kval::schemas::crd::rules
