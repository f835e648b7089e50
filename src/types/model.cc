#include "src/types/model.h"

#include <utility>

#include "src/support/check.h"

namespace kval::types {

void Model::Prepare(Type& type) {
  if (auto* record = std::get_if<Record>(&type.shape)) {
    record->Index();
  }
  has_notices_ = has_notices_ || type.doc->deprecated || type.doc->removed;
}

TypeId Model::Add(Type type) {
  Prepare(type);
  types_.push_back(std::move(type));
  return {static_cast<int32_t>(types_.size()) - 1};
}

RuleId Model::Add(Rule rule) {
  rules_.push_back(std::move(rule));
  return {static_cast<int32_t>(rules_.size()) - 1};
}

void Model::Define(TypeId id, Type type) {
  KVAL_CHECK(id.has_value() && static_cast<size_t>(id.index) < types_.size());
  Prepare(type);
  types_[static_cast<size_t>(id.index)] = std::move(type);
}

const Type& Model::Get(TypeId id) const {
  KVAL_CHECK(id.has_value() && static_cast<size_t>(id.index) < types_.size());
  return types_[static_cast<size_t>(id.index)];
}

const Rule& Model::Get(RuleId id) const {
  KVAL_CHECK(id.has_value() && static_cast<size_t>(id.index) < rules_.size());
  return rules_[static_cast<size_t>(id.index)];
}

const Type& Model::Resolve(TypeId id) const {
  const Type* type = &Get(id);
  // A front end reports a name that leads back to itself, so the chain ends; the bound is for bugs.
  for (size_t steps = 0; const auto* named = std::get_if<Named>(&type->shape); ++steps) {
    KVAL_CHECK(steps <= types_.size());
    type = &Get(named->target);
  }
  return *type;
}

}  // namespace kval::types
