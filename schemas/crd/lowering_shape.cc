#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "schemas/crd/lowering.h"
#include "schemas/crd/unique_items.h"
#include "src/value/compare.h"

namespace kval::schemas::crd {

using value::Kind;

void Lowering::Shape(LoweringState& draught) {
  const value::Value* type = Get(draught, "type");
  if (type != nullptr && type->kind == Kind::kString && !type->raw.empty()) {
    draught.type.shape = ShapeNamed(draught, type->raw);
  } else if (Is(draught, "x-kubernetes-int-or-string")) {
    draught.type.shape = IntOrString(draught);
  } else if (draught.place.use == SchemaRole::kRoot) {
    draught.type.shape = RecordOf(draught);
  } else if (Get(draught, "properties") != nullptr || Get(draught, "additionalProperties") != nullptr) {
    draught.type.shape = RecordOf(draught);
    draught.type.ignores_other_kinds = true;
  } else if (Get(draught, "items") != nullptr) {
    draught.type.shape = ListOf(draught);
    draught.type.ignores_other_kinds = true;
  }
  if (const value::Value* required = Get(draught, "required");
      required != nullptr && !std::holds_alternative<types::Record>(draught.type.shape)) {
    types::Record none;
    AddRequired(draught, none);
  }
}

types::Shape Lowering::ShapeNamed(LoweringState& draught, std::string_view type) {
  if (type == "string") {
    return types::Scalar{Kind::kString};
  }
  if (type == "boolean") {
    return types::Scalar{Kind::kBool};
  }
  if (type == "number") {
    return types::Scalar{Kind::kFloat};
  }
  if (type == "integer") {
    // In JSON, 3.0 is the integer 3, and integers have 64 bits.
    AddRule(draught, {Kind::kInt, Kind::kFloat}, types::Minimum{build_.Int(INT64_MIN), false}, {});
    AddRule(draught, {Kind::kInt, Kind::kFloat}, types::Maximum{build_.Int(INT64_MAX), false}, {});
    return types::Scalar{Kind::kInt, true};
  }
  if (type == "array") {
    return ListOf(draught);
  }
  return type == "object" ? types::Shape(RecordOf(draught)) : types::Shape(types::Any{});
}

types::Union Lowering::IntOrString(const LoweringState& draught) {
  types::Type number{types::Scalar{Kind::kInt, true}}, text{types::Scalar{Kind::kString}};
  number.span = text.span = draught.type.span;
  return types::Union{{model_.Add(std::move(number)), model_.Add(std::move(text))}};
}

types::List Lowering::ListOf(LoweringState& draught) {
  types::List list;
  const value::Value* items = Get(draught, "items");
  if (items == nullptr || items->kind != Kind::kMapping) {
    list.item = model_.Add(types::Type{types::Any{}});
    list.open = true;
  } else {
    list.item = TypeOf(*items, Asserts(draught) ? SchemaRole::kAssertion : SchemaRole::kStructure,
                       Preserves(draught));
  }
  ListType(draught);
  return list;
}

void Lowering::ListType(LoweringState& draught) {
  const value::Value* type = Get(draught, "x-kubernetes-list-type");
  if (type == nullptr || (type->raw != "set" && type->raw != "map")) {
    return;
  }
  std::vector<std::string> keys;
  const value::Value* names = Get(draught, "x-kubernetes-list-map-keys");
  if (type->raw == "map" && names != nullptr && names->kind == Kind::kSequence) {
    for (const value::Value* name : names->items()) {
      keys.emplace_back(name->raw);
    }
  }
  if (type->raw == "set" || !keys.empty()) {
    AddRule(draught, {Kind::kSequence}, types::Custom{std::make_shared<UniqueItems>(std::move(keys))},
            type->span);
  }
}

types::Record Lowering::RecordOf(LoweringState& draught) {
  types::Record record;
  AddFields(draught, record);
  const bool is_embedded = Is(draught, "x-kubernetes-embedded-resource");
  if ((draught.place.use == SchemaRole::kRoot && request_.is_resource) || is_embedded) {
    AddObjectMeta(draught, record);
  }
  AddRequired(draught, record);
  const value::Value* others = Get(draught, "additionalProperties");
  if (others != nullptr && others->kind == Kind::kMapping) {
    types::KeyRule rule;
    rule.value = TypeOf(*others, Asserts(draught) ? SchemaRole::kAssertion : SchemaRole::kStructure);
    rule.name = "additionalProperties";
    rule.span = others->span;
    record.key_rules.push_back(std::move(rule));
    return record;
  }
  if (others != nullptr && others->kind == Kind::kBool && others->boolean && !Asserts(draught)) {
    // Values of any kind, but of maps among them nothing is known, so that their keys are pruned.
    types::Type value{types::Record()};
    value.ignores_other_kinds = true;
    types::KeyRule rule;
    rule.value = model_.Add(std::move(value));
    rule.name = "additionalProperties";
    rule.span = others->span;
    record.key_rules.push_back(std::move(rule));
    return record;
  }
  record.open = Asserts(draught) || Preserves(draught);
  return record;
}

void Lowering::AddFields(LoweringState& draught, types::Record& record) {
  const value::Value* properties = Get(draught, "properties");
  if (properties == nullptr || properties->kind != Kind::kMapping) {
    return;
  }
  for (const value::Entry& entry : properties->entries()) {
    types::Field field;
    // `n:` among the properties is the key `false` of YAML 1.1, which JSON writes as a string.
    field.name = model_.interner().Intern(value::PlainText(*entry.key));
    field.key = entry.key;
    field.type = TypeOf(*entry.value, Asserts(draught) ? SchemaRole::kAssertion : SchemaRole::kStructure);
    field.span = entry.key->span;
    field.presence = types::FieldPresence::kOptional;
    const value::Value* fallback =
        entry.value->kind == Kind::kMapping && !Asserts(draught) && request_.with_defaults == nullptr
            ? value::Find(*entry.value, "default")
            : nullptr;
    if (fallback != nullptr) {
      field.fallback.value = fallback;
      field.presence = types::FieldPresence::kFilled;
    }
    record.fields.push_back(std::move(field));
  }
}

types::Field& Lowering::FieldNamed(types::Record& record, std::string_view name, types::TypeId type) {
  const Symbol symbol = model_.interner().Intern(name);
  for (types::Field& field : record.fields.Edit()) {
    if (field.name == symbol) {
      return field;
    }
  }
  types::Field field;
  field.name = symbol;
  field.key = build_.String(name);
  field.type = type;
  field.presence = types::FieldPresence::kOptional;
  record.fields.push_back(std::move(field));
  return record.fields.Edit().back();
}

// What every resource has. A schema may ask more of `metadata`, but specifies no keys of it.
void Lowering::AddObjectMeta(LoweringState& draught, types::Record& record) {
  const types::TypeId text = model_.Add(types::Type{types::Scalar{Kind::kString}});
  if (draught.place.use != SchemaRole::kRoot) {
    for (const std::shared_ptr<const types::Predicate>& predicate : request_.embedded) {
      AddRule(draught, {Kind::kMapping}, types::Custom{predicate}, draught.type.span);
    }
  }
  FieldNamed(record, "apiVersion", text).presence = types::FieldPresence::kRequired;
  FieldNamed(record, "kind", text).presence = types::FieldPresence::kRequired;
  types::Field& metadata = FieldNamed(record, "metadata", model_.Add(types::Type{types::Any{}}));
  if (!request_.object_meta.has_value()) {
    return;
  }
  const value::Value* properties = Get(draught, "properties");
  const value::Value* stated = properties == nullptr || properties->kind != Kind::kMapping
                                   ? nullptr
                                   : value::Find(*properties, "metadata");
  metadata.presence = types::FieldPresence::kOptional;
  metadata.type = request_.object_meta;
  if (stated != nullptr && stated->kind == Kind::kMapping) {
    types::Type both = model_.Resolve(request_.object_meta);
    types::Rule rule;
    rule.test = types::Assertion(types::AllOf{{TypeOf(*stated, SchemaRole::kAssertion)}});
    rule.span = stated->span;
    both.rules.push_back(model_.Add(std::move(rule)));
    metadata.type = model_.Add(std::move(both));
  }
}

void Lowering::AddRequired(LoweringState& draught, types::Record& record) {
  const value::Value* required = Get(draught, "required");
  if (required == nullptr || required->kind != Kind::kSequence) {
    return;
  }
  types::RequiredKeys others;
  std::vector<types::Field>& fields = record.fields.Edit();
  for (const value::Value* name : required->items()) {
    const Symbol symbol = model_.interner().Intern(name->raw);
    const auto field =
        std::find_if(fields.begin(), fields.end(), [&](const types::Field& f) { return f.name == symbol; });
    if (field == fields.end() || Asserts(draught)) {
      others.keys.emplace_back(name->raw);
    } else if (field->presence == types::FieldPresence::kOptional) {
      field->presence = types::FieldPresence::kRequired;
    }
  }
  if (!others.keys.empty()) {
    AddRule(draught, {Kind::kMapping}, types::Assertion(std::move(others)), required->span);
  }
}

}  // namespace kval::schemas::crd
