#include "src/check/merged_fields.h"

#include <unordered_set>
#include <vector>

namespace kval::check {
namespace {

using types::TypeId;

// The operand types that an assertion applies to the same value; for `not`, the excluded type.
struct OperandTypes {
  std::vector<TypeId> operator()(const types::AllOf& a) const { return a.types; }
  std::vector<TypeId> operator()(const types::AnyOf& a) const { return a.types; }
  std::vector<TypeId> operator()(const types::ExactlyOne& a) const { return a.types; }
  std::vector<TypeId> operator()(const types::IfThenElse& a) const {
    return {a.condition, a.then, a.otherwise};
  }
  std::vector<TypeId> operator()(const types::DependentType& a) const { return {a.type}; }
  template <typename Other>
  std::vector<TypeId> operator()(const Other& /*assertion*/) const {
    return {};
  }
};

class FieldCollector {
 public:
  FieldCollector(const types::Model& model, ValidationState& worker) : model_(model), worker_(worker) {}

  types::Record Run(TypeId type) {
    Meet(type);
    for (size_t i = 0; i < open_.size() && i < kMostParts; ++i) {
      if (!Take(*open_[i])) {
        return {};
      }
    }
    united_.Index();
    return std::move(united_);
  }

 private:
  static constexpr size_t kMostParts = 1000;

  void Meet(TypeId id) {
    if (id.has_value() && seen_.insert(&model_.Resolve(id)).second) {
      open_.push_back(&model_.Resolve(id));
    }
  }

  bool Take(const types::Type& type) {
    if (const auto* record = std::get_if<types::Record>(&type.shape)) {
      if (!worker_.CanCompareNames(record->fields.size())) {
        return false;
      }
      for (const types::Field& field : record->fields) {
        if (names_.insert(field.name).second) {
          united_.fields.push_back(field);
        }
      }
    } else if (const auto* choice = std::get_if<types::Union>(&type.shape)) {
      for (TypeId arm : choice->variants) {
        Meet(arm);
      }
    }
    for (types::RuleId id : type.rules) {
      if (const auto* assertion = std::get_if<types::Assertion>(&model_.Get(id).test)) {
        for (TypeId part : std::visit(OperandTypes(), *assertion)) {
          Meet(part);
        }
      }
    }
    return true;
  }

  const types::Model& model_;
  ValidationState& worker_;
  types::Record united_;
  std::unordered_set<Symbol> names_;
  std::unordered_set<const types::Type*> seen_;
  std::vector<const types::Type*> open_;
};

}  // namespace

types::Record CollectAllFields(const types::Model& model, types::TypeId type, ValidationState& worker) {
  return FieldCollector(model, worker).Run(type);
}

}  // namespace kval::check
