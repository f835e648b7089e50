#include <string>
#include <vector>

#include "src/check/checker.h"
#include "src/check/describe.h"
#include "src/check/fields.h"
#include "src/check/rule_test.h"

namespace kval::check {
namespace {

constexpr int kDepthLimit = 2000;

class RuleChecker {
 public:
  RuleChecker(const types::Model& model, const Poisoned& poisoned, const value::Value& root,
              diag::Emitter& emit)
      : model_(model), poisoned_(poisoned), root_(root), emit_(emit) {}

  bool Run(types::TypeId type) {
    Visit(nullptr, nullptr, root_, type, 0);
    return ok_;
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
    for (const value::Entry& entry : value.entries()) {
      types::TypeId child;
      if (const types::Field* field = FieldOf(model_, record, *entry.key)) {
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

  void Apply(const value::Value* parent, const value::Value* key, const value::Value& value,
             const types::Type& type) {
    const types::Scope scope{&root_, parent, &path_};
    for (types::RuleId id : type.rules) {
      const types::Rule& rule = model_.Get(id);
      const bool asks_for_null = std::holds_alternative<types::NotNull>(rule.test);
      if (value.kind == value::Kind::kNull && !asks_for_null) {
        // A null has nothing to test (ytt pkg/validations): only not_null speaks about it.
        continue;
      }
      if (!Applies(rule, value, scope, key)) {
        continue;
      }
      const Outcome outcome = RunTest(rule, value, scope);
      if (!outcome.verdict.holds()) {
        Report(key, value, rule, outcome);
      }
    }
  }

  bool Applies(const types::Rule& rule, const value::Value& value, const types::Scope& scope,
               const value::Value* key) {
    if (rule.when == nullptr) {
      return true;
    }
    types::Verdict verdict = rule.when->Test(value, scope);
    if (verdict.answer != types::Verdict::Answer::kBroken) {
      return verdict.holds();
    }
    Outcome outcome{diag::Kind::kRuleError, "cannot tell whether the rule applies", std::move(verdict)};
    Report(key, value, rule, outcome);
    return false;
  }

  void Report(const value::Value* key, const value::Value& value, const types::Rule& rule,
              const Outcome& outcome) {
    ok_ = false;
    const source::Span place = PlaceOf(key, value);
    const std::string& must = !outcome.verdict.message.empty() ? outcome.verdict.message
                              : !rule.message.empty()          ? rule.message
                                                               : outcome.must_be;
    const bool is_statement = !outcome.verdict.message.empty() || outcome.kind == diag::Kind::kRuleError;
    std::string headline = (is_statement ? "" : "must be: ") + must;
    if (!outcome.verdict.found.empty()) {
      headline += ", found: " + outcome.verdict.found;
    }
    diag::Builder builder = emit_.ReportText(place, outcome.kind, std::move(headline));
    builder.At(path_);
    if (rule.span.has_value()) {
      builder.Schema(rule.span, "the rule is stated here");
    }
    for (const diag::Label& call : outcome.verdict.calls) {
      builder.Call(call.span, call.text);
    }
    AddOrigins(value, builder);
    builder.Emit();
  }

  const types::Model& model_;
  const Poisoned& poisoned_;
  const value::Value& root_;
  diag::Emitter& emit_;
  diag::Path path_;
  bool ok_ = true;
};

}  // namespace

bool CheckRules(const value::Value& document, const types::Model& model, const Poisoned& poisoned,
                diag::Emitter& emit) {
  return RuleChecker(model, poisoned, document, emit).Run(model.root().type);
}

}  // namespace kval::check
