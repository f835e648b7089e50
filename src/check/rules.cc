#include <vector>

#include "src/check/checker.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/rule_runner.h"

namespace kval::check {
namespace {

constexpr int kDepthLimit = 2000;

class RuleChecker {
 public:
  RuleChecker(const types::Model& model, const Poisoned& poisoned, const value::Value& root,
              diag::Emitter& emit)
      : model_(model), poisoned_(poisoned), root_(root), runner_(&emit) {}

  bool Run(types::TypeId type) {
    Visit(nullptr, nullptr, root_, type, 0);
    return runner_.ok();
  }

 private:
  void Visit(const value::Value* parent, const value::Value* key, const value::Value& value, types::TypeId id,
             int depth) {
    if (depth > kDepthLimit || poisoned_.Holds(&value)) {
      return;
    }
    const types::Type& type = model_.Resolve(id);
    Apply(parent, key, value, type);
    if (const auto* list = std::get_if<types::List>(&type.shape);
        list && value.kind == value::Kind::kSequence) {
      for (size_t i = 0; i < value.items().size(); ++i) {
        path_.push_back(diag::PathStep::Index(i));
        Visit(&value, nullptr, *value.items()[i], list->item, depth + 1);
        path_.pop_back();
      }
    } else if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      Entries(value, *record, depth);
    } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      for (types::TypeId arm : choice->arms) {
        if (TakesKind(model_, arm, value.kind) && Fits(value, arm, model_)) {
          Visit(parent, key, value, arm, depth + 1);
          return;
        }
      }
    }
  }

  void Entries(const value::Value& value, const types::Record& record, int depth) {
    if (value.kind != value::Kind::kMapping) {
      return;
    }
    FieldCursor fields(model_, record);
    for (const value::Entry& entry : value.entries()) {
      types::TypeId child;
      if (const types::Field* field = fields.Find(*entry.key)) {
        child = field->type;
      } else if (const types::KeyRule* rule = KeyRuleOf(record, *entry.key, value)) {
        child = rule->value;
      } else {
        continue;
      }
      path_.push_back(StepOf(*entry.key));
      Visit(&value, entry.key, *entry.value, child, depth + 1);
      path_.pop_back();
    }
  }

  // Rules that an empty string breaks only because it is empty: one mistake, one diagnostic.
  static bool IsAboutText(const types::Rule& rule) {
    return std::holds_alternative<types::Format>(rule.test) ||
           std::holds_alternative<types::Matches>(rule.test) ||
           std::holds_alternative<types::Prefix>(rule.test) ||
           std::holds_alternative<types::Suffix>(rule.test);
  }

  // Rules that may look at any part of the value.
  static bool IsEvaluated(const types::Rule& rule) {
    return rule.when != nullptr || std::holds_alternative<types::Custom>(rule.test);
  }

  void Apply(const value::Value* parent, const value::Value* key, const value::Value& value,
             const types::Type& type) {
    const types::Scope scope{&root_, parent, &path_};
    bool is_missing = false;
    for (types::RuleId id : type.rules) {
      const types::Rule& rule = model_.Get(id);
      const bool may_follow = IsEvaluated(rule) && poisoned_.HoldsPartOf(&value);
      if (may_follow || (is_missing && IsAboutText(rule))) {
        continue;
      }
      const bool holds = runner_.Run(rule, key, value, scope);
      is_missing = is_missing || (!holds && std::holds_alternative<types::MinLength>(rule.test) &&
                                  value.kind == value::Kind::kString && value.raw.empty());
    }
  }

  const types::Model& model_;
  const Poisoned& poisoned_;
  const value::Value& root_;
  RuleRunner runner_;
  diag::Path path_;
};

}  // namespace

bool CheckRules(const value::Value& document, const types::Model& model, const Poisoned& poisoned,
                diag::Emitter& emit) {
  if (!model.has_rules()) {
    return true;
  }
  return RuleChecker(model, poisoned, document, emit).Run(model.root().type);
}

}  // namespace kval::check
