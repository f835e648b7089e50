#include "schemas/json_schema/model_analysis.h"

#include <algorithm>
#include <variant>
#include <vector>

#include "src/types/key_test.h"

namespace kval::schemas::json_schema {
namespace {

using value::Kind;

class ModelWalk {
 public:
  explicit ModelWalk(const types::Model& model) : model_(model) {}

  ModelAnalysis Run() {
    Meet(model_.root().type);
    while (!open_.empty()) {
      const types::Type& type = *open_.back();
      open_.pop_back();
      VisitShape(type.shape);
      for (types::RuleId id : type.rules) {
        VisitRule(model_.Get(id));
      }
    }
    return std::move(survey_);
  }

 private:
  void Meet(types::TypeId id) {
    if (!id.has_value()) {
      return;
    }
    const types::Type& type = model_.Resolve(id);
    if (++survey_.uses[&type] == 1) {
      open_.push_back(&type);
    }
  }

  void VisitShape(const types::Shape& shape) {
    if (const auto* scalar = std::get_if<types::Scalar>(&shape)) {
      survey_.is_of_values |= scalar->kind == Kind::kInt && !scalar->accepts_whole_floats;
    } else if (const auto* literal = std::get_if<types::Literal>(&shape)) {
      survey_.is_of_values |= literal->value->kind == Kind::kInt || literal->value->kind == Kind::kFloat;
    } else if (const auto* list = std::get_if<types::List>(&shape)) {
      Meet(list->item);
      for (types::TypeId type : list->prefix) {
        Meet(type);
      }
    } else if (const auto* choice = std::get_if<types::Union>(&shape)) {
      survey_.is_of_values |= !IsTypeNameList(model_, *choice);
      for (types::TypeId arm : choice->variants) {
        Meet(arm);
      }
    } else if (const auto* record = std::get_if<types::Record>(&shape)) {
      for (const types::Field& field : record->fields) {
        survey_.is_of_values |= field.presence == types::FieldPresence::kFilled;
        Meet(field.type);
      }
      for (const types::KeyRule& rule : record->key_rules) {
        survey_.is_of_values |= rule.allowed != nullptr && !rule.additional;
        Meet(rule.value);
      }
    }
  }

  // A rule of ytt or KCL applies to every value except null.
  void VisitRule(const types::Rule& rule) {
    const auto* assertion = std::get_if<types::Assertion>(&rule.test);
    if (assertion == nullptr) {
      survey_.is_of_values |= rule.kinds == types::ValueKindSet::AllButNull();
      return;
    }
    survey_.has_unevaluated_items |= std::holds_alternative<types::UnevaluatedItems>(*assertion);
    for (const types::Operand& operand : types::OperandsOf(*assertion)) {
      Meet(operand.type);
    }
  }

  const types::Model& model_;
  std::vector<const types::Type*> open_;
  ModelAnalysis survey_;
};

}  // namespace

ModelAnalysis AnalyzeModel(const types::Model& model) {
  return ModelWalk(model).Run();
}

bool IsTypeNameList(const types::Model& model, const types::Union& choice) {
  std::vector<int> seen;
  const bool are_plain = std::all_of(choice.variants.begin(), choice.variants.end(), [&](types::TypeId arm) {
    const types::Type& type = model.Resolve(arm);
    if (!type.rules.empty() || !type.doc->empty() || type.nullable || type.ignores_other_kinds) {
      return false;
    }
    const auto* scalar = std::get_if<types::Scalar>(&type.shape);
    const bool is_list = std::holds_alternative<types::List>(type.shape);
    const bool is_record = std::holds_alternative<types::Record>(type.shape);
    if (scalar == nullptr && !is_list && !is_record) {
      return false;
    }
    // An integer next to a number is redundant and not written.
    seen.push_back(scalar != nullptr
                       ? static_cast<int>(scalar->kind == Kind::kInt ? Kind::kFloat : scalar->kind)
                       : 100 + static_cast<int>(is_list));
    return true;
  });
  std::sort(seen.begin(), seen.end());
  return are_plain && choice.variants.size() > 1 &&
         std::adjacent_find(seen.begin(), seen.end()) == seen.end();
}

}  // namespace kval::schemas::json_schema
