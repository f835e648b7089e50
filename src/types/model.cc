#include "src/types/model.h"

#include <utility>

#include "src/types/rule.h"

namespace kval::types {

void Model::Prepare(Type& type) {
  if (auto* record = std::get_if<Record>(&type.shape)) {
    record->Index();
  }
  has_notices_ = has_notices_ || type.doc->deprecated || type.doc->removed;
  has_secrets_ = has_secrets_ || type.doc->sensitive;
}

TypeId Model::Add(Type type) {
  Prepare(type);
  types_.push_back(std::move(type));
  by_id_.push_back(&types_.back());
  return {static_cast<int32_t>(types_.size()) - 1};
}

RuleId Model::Add(Rule rule) {
  const auto* format = std::get_if<Format>(&rule.test);
  has_secrets_ = has_secrets_ || (format != nullptr && format->name == "password");
  rules_.push_back(std::move(rule));
  return {static_cast<int32_t>(rules_.size()) - 1};
}

void Model::Define(TypeId id, Type type) {
  KVAL_CHECK(id.has_value() && static_cast<size_t>(id.index) < types_.size());
  Prepare(type);
  types_[static_cast<size_t>(id.index)] = std::move(type);
}

const Rule& Model::Get(RuleId id) const {
  KVAL_CHECK(id.has_value() && static_cast<size_t>(id.index) < rules_.size());
  return rules_[static_cast<size_t>(id.index)];
}

const Type& Model::Follow(const Type& name) const {
  const Type* type = &name;
  // A front end reports a name that leads back to itself, so the chain ends; the bound is for bugs.
  for (size_t steps = 0; const auto* named = std::get_if<Named>(&type->shape); ++steps) {
    KVAL_CHECK(steps <= types_.size());
    type = &Get(named->target);
  }
  return *type;
}

namespace {

bool ShareRecord(const Record& record) {
  bool all = true;
  for (const Field& field : record.fields) {
    all = (field.fallback.computed == nullptr || field.fallback.computed->Share()) && all;
  }
  for (const KeyRule& rule : record.key_rules) {
    all = (rule.allowed == nullptr || rule.allowed->Share()) && all;
    all = (rule.count_predicate == nullptr || rule.count_predicate->Share()) && all;
  }
  return all;
}

}  // namespace

bool Model::Share() const {
  bool all = root_.fallback.computed == nullptr || root_.fallback.computed->Share();
  for (const Type& type : types_) {
    const auto* record = std::get_if<Record>(&type.shape);
    all = (record == nullptr || ShareRecord(*record)) && all;
  }
  for (const Rule& rule : rules_) {
    const auto* custom = std::get_if<Custom>(&rule.test);
    all = (custom == nullptr || custom->predicate->Share()) && all;
    all = (rule.when == nullptr || rule.when->Share()) && all;
  }
  return all;
}

}  // namespace kval::types
