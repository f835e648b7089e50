#include "schemas/crd/lowering.h"

#include <span>
#include <utility>

#include "src/support/native_stack.h"

namespace kval::schemas::crd {

using value::Kind;

types::TypeId Compile(const CrdRequest& request, Arena& arena, types::Model& model, diag::Emitter& emit) {
  return Lowering(request, arena, model, emit).Run();
}

types::TypeId Lowering::Run() {
  types::TypeId root;
  if (request_.with_defaults != nullptr) {
    AddDefaulted(*request_.schema, SchemaRole::kRoot, false);
  } else {
    root = TypeOf(*request_.schema, SchemaRole::kRoot);
  }
  while (!pending_.empty()) {
    const PendingSchema place = pending_.front();
    pending_.pop_front();
    Lower(place);
  }
  Bind();
  return root;
}

types::TypeId Lowering::TypeOf(const value::Value& schema, SchemaRole use, bool preserves) {
  const types::TypeId type = model_.Add(types::Type{types::InvalidType{}});
  if (schema.kind == Kind::kMapping) {
    pending_.push_back({&schema, use, type, preserves});
  }
  return type;
}

void Lowering::AddDefaulted(const value::Value& schema, SchemaRole use, bool preserves) {
  NeedStack();
  if (schema.kind != Kind::kMapping) {
    return;
  }
  const value::Value* items = nullptr;
  const value::Value* others = nullptr;
  const value::Value* properties = nullptr;
  for (const value::Entry& entry : schema.entries()) {
    const std::string_view key = entry.key->raw;
    if (key == "default") {
      TypeOf(schema, use, preserves);
      return;
    }
    const bool is_open = entry.value->kind == Kind::kBool && entry.value->boolean;
    preserves = preserves || (is_open && key == "x-kubernetes-preserve-unknown-fields");
    items = key == "items" ? entry.value : items;
    others = key == "additionalProperties" ? entry.value : others;
    properties = key == "properties" && entry.value->kind == Kind::kMapping ? entry.value : properties;
  }
  if (items != nullptr) {
    AddDefaulted(*items, SchemaRole::kStructure, preserves);
  }
  if (others != nullptr) {
    AddDefaulted(*others, SchemaRole::kStructure, false);
  }
  for (const value::Entry& property :
       properties != nullptr ? properties->entries() : std::span<const value::Entry>()) {
    AddDefaulted(*property.value, SchemaRole::kStructure, false);
  }
}

void Lowering::Lower(const PendingSchema& place) {
  LoweringState draught{place, types::Type{types::Any{}}};
  const value::Value* type = Get(draught, "type");
  draught.type.span = type != nullptr ? type->span : place.schema->span;
  draught.type.nullable = Is(draught, "nullable");
  Shape(draught);
  Rules(draught);
  Assertions(draught);
  Validations(draught);
  if (const value::Value* text = Get(draught, "description");
      text != nullptr && text->kind == Kind::kString) {
    draught.type.doc.Edit().text = std::string(text->raw);
  }
  if (const value::Value* format = Get(draught, "format"); format != nullptr && format->raw == "password") {
    draught.type.doc.Edit().sensitive = true;
  }
  model_.Define(place.type, std::move(draught.type));
  if (request_.with_defaults != nullptr && !Asserts(draught) && Get(draught, "default") != nullptr) {
    request_.with_defaults->emplace(place.schema, place.type);
  }
}

// Rules are compiled when all types are known, because they may use any of them.
void Lowering::Bind() {
  for (const ValidationRule& validation : validations_) {
    std::shared_ptr<const types::Predicate> test = request_.bind(validation, model_);
    if (test == nullptr) {
      continue;
    }
    types::Rule rule;
    rule.test = types::Custom{std::move(test)};
    rule.span = validation.rule_value->span;
    rule.kinds = types::ValueKindSet::All();
    types::Type type = model_.Get(validation.type);
    type.rules.push_back(model_.Add(std::move(rule)));
    model_.Define(validation.type, std::move(type));
  }
}

bool Lowering::Is(const LoweringState& draught, std::string_view keyword) const {
  const value::Value* found = Get(draught, keyword);
  return found != nullptr && found->kind == Kind::kBool && found->boolean;
}

void Lowering::AddRule(LoweringState& draught, types::ValueKindSet kinds, types::Test test,
                       source::Span span) {
  types::Rule rule;
  rule.test = std::move(test);
  rule.kinds = kinds;
  rule.span = span;
  draught.type.rules.push_back(model_.Add(std::move(rule)));
}

}  // namespace kval::schemas::crd
