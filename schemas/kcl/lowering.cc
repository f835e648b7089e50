#include "schemas/kcl/lowering.h"

#include <algorithm>

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/types/key_test.h"

namespace kval::schemas::kcl {
namespace {

using kval::kcl::TypeKind;
using types::TypeId;

constexpr int kLoweringDepthLimit = 200;

// The type expression of a list's or dict's elements, if it is written right here.
const kval::kcl::TypeExpr* ElementExpr(const kval::kcl::TypeExpr* expr) {
  if (expr == nullptr) {
    return nullptr;
  }
  if (const auto* list = expr->As<kval::kcl::ListTypeExpr>()) {
    return list->element;
  }
  const auto* dict = expr->As<kval::kcl::DictTypeExpr>();
  return dict == nullptr ? nullptr : dict->value;
}

}  // namespace

TypeId Lowering::Add(types::Shape shape, source::Span span, bool nullable) {
  types::Type type;
  type.shape = std::move(shape);
  type.nullable = nullable;
  type.span = span;
  return model_.Add(std::move(type));
}

void Lowering::Root(const kval::kcl::Schema* schema) {
  types::Field root;
  root.name = model_.interner().Intern("document");
  root.type = schema == nullptr ? Add(types::Any{}, {}) : OfSchema(*schema, false, 0);
  root.span = schema == nullptr ? source::Span() : schema->stmt->name.span;
  Finish();
  model_.SetRoot(std::move(root));
}

// Only now every record is complete, also those that contain themselves.
void Lowering::Finish() {
  for (const TypeRefinement& addition : additions_) {
    types::Type type = model_.Resolve(addition.base);
    for (const AttributeRule& rule : addition.rules) {
      AddRule(rule, 0, type);
    }
    // Any value is null as well.
    const bool is_any = std::holds_alternative<types::Any>(type.shape);
    type.nullable = type.nullable || (addition.nullable && !is_any);
    if (!addition.doc.text.empty()) {
      type.doc.Edit().text = addition.doc.text;
    }
    if (!addition.doc.title.empty()) {
      type.doc.Edit().title = addition.doc.title;
    }
    if (!addition.doc.examples.empty()) {
      type.doc.Edit().examples = addition.doc.examples;
    }
    if (addition.doc.deprecated) {
      type.doc.Edit().deprecated = addition.doc.deprecated;
    }
    if (addition.doc.sensitive) {
      type.doc.Edit().sensitive = true;
    }
    if (addition.doc.removed) {
      type.doc.Edit().removed = addition.doc.removed;
    }
    if (addition.span.has_value()) {
      type.span = addition.span;
    }
    model_.Define(addition.id, std::move(type));
  }
  additions_.clear();
}

// Types that a rule changes are copied: others may use them.
void Lowering::AddRule(const AttributeRule& rule, size_t step, types::Type& type) {
  auto* record = std::get_if<types::Record>(&type.shape);
  const auto inside = [&](TypeId id) {
    types::Type inner = model_.Resolve(id);
    AddRule(rule, step + 1, inner);
    return model_.Add(std::move(inner));
  };
  const bool is_about_entries =
      step < rule.steps.size() ? rule.steps[step] == ElementStep::kValue : rule.keys != nullptr;
  if (record != nullptr && is_about_entries && record->open && record->key_rules.empty()) {
    record->open = false;
    types::KeyRule any;
    any.counts.push_back({0, types::Count::kUnbounded});
    any.value = Add(types::Any{}, type.span);
    any.name = "...";
    any.span = type.span;
    record->key_rules.push_back(std::move(any));
  }
  if (step == rule.steps.size()) {
    if (rule.keys == nullptr) {
      type.rules.push_back(model_.Add(rule.rule));
    } else if (record != nullptr && !record->key_rules.empty()) {
      record->key_rules.front().allowed = rule.keys;
    }
  } else if (auto* list = std::get_if<types::List>(&type.shape)) {
    list->item = inside(list->item);
  } else if (record != nullptr && !record->key_rules.empty()) {
    record->key_rules.front().value = inside(record->key_rules.front().value);
  }
}

TypeId Lowering::Of(const kval::kcl::Type& type, const TypeUse& place, int depth) {
  if (depth > kLoweringDepthLimit) {
    return Add(types::Any{}, place.span);
  }
  switch (type.kind) {
    case TypeKind::kInvalid:
    case TypeKind::kAny:
    case TypeKind::kFunction:
    case TypeKind::kModule:
    case TypeKind::kSchemaType:
    case TypeKind::kNumberMultiplier:
    case TypeKind::kNumberMultiplierLiteral:
      return Add(types::Any{}, place.span);
    case TypeKind::kNone:
      return Add(types::Null{}, place.span);
    case TypeKind::kBool:
      return Add(types::Scalar{value::Kind::kBool}, place.span);
    case TypeKind::kInt:
      return Add(types::Scalar{value::Kind::kInt}, place.span);
    case TypeKind::kFloat:
      return Add(types::Scalar{value::Kind::kFloat}, place.span);
    case TypeKind::kStr:
      return Add(types::Scalar{value::Kind::kString}, place.span);
    case TypeKind::kBoolLiteral:
    case TypeKind::kIntLiteral:
    case TypeKind::kFloatLiteral:
    case TypeKind::kStrLiteral:
      return place.chooses || place.is_member ? Add(types::Literal{Literal(type, place.span)}, place.span)
                                              : OfLiterals({&type}, place, false);
    case TypeKind::kList: {
      const kval::kcl::TypeExpr* element = ElementExpr(place.expr);
      const TypeUse inner{element, element == nullptr ? place.span : element->span, place.chooses};
      return Add(types::List{OfPart(*type.element, inner, depth + 1)}, place.span);
    }
    case TypeKind::kDict:
      return OfDict(type, place, depth);
    case TypeKind::kSchema:
      return OfSchema(*type.schema, place.chooses, depth);
    case TypeKind::kUnion:
      return OfUnion(type, place, depth);
  }
  return Add(types::Any{}, place.span);
}

// The same type at the same place is made once.
TypeId Lowering::OfPart(const kval::kcl::Type& type, const TypeUse& place, int depth) {
  if (place.expr != nullptr) {
    return Of(type, place, depth);
  }
  const auto key = std::tuple(&type, place.span.begin, place.chooses, place.is_member);
  const auto known = shared_.find(key);
  return known != shared_.end() ? known->second : shared_.emplace(key, Of(type, place, depth)).first->second;
}

TypeId Lowering::OfUnion(const kval::kcl::Type& type, const TypeUse& place, int depth) {
  std::vector<const kval::kcl::Type*> members;
  bool nullable = false;
  bool are_literals = !place.chooses;
  size_t records = 0;
  for (const kval::kcl::Type* member : type.members) {
    if (member->kind == TypeKind::kNone) {
      nullable = true;
      continue;
    }
    members.push_back(member);
    are_literals = are_literals && kval::kcl::IsLiteral(member) && member->kind == members.front()->kind;
    records += member->kind == TypeKind::kSchema ? 1 : 0;
  }
  if (members.size() > 1 && are_literals) {
    return OfLiterals(members, place, nullable);
  }
  TypeUse inner = place;
  inner.expr = nullptr;
  inner.chooses = place.chooses || records > 1;
  inner.is_member = members.size() > 1;
  types::Union choice;
  // A lone collection is named last, as the other language has it: no value fits it and a scalar.
  const auto is_scalar = [](const kval::kcl::Type* member) {
    return member->kind != TypeKind::kList && member->kind != TypeKind::kDict &&
           member->kind != TypeKind::kSchema;
  };
  if (std::count_if(members.begin(), members.end(), is_scalar) + 1 ==
      static_cast<std::ptrdiff_t>(members.size())) {
    std::stable_partition(members.begin(), members.end(), is_scalar);
  }
  for (const kval::kcl::Type* member : members) {
    choice.variants.push_back(OfPart(*member, inner, depth + 1));
  }
  if (choice.variants.size() == 1) {
    const TypeId only = Add(types::InvalidType{}, place.span);
    additions_.push_back({only, choice.variants.front(), {}, {}, nullable, {}});
    return only;
  }
  return Add(std::move(choice), place.span, nullable);
}

TypeId Lowering::OfLiterals(const std::vector<const kval::kcl::Type*>& members, const TypeUse& place,
                            bool nullable) {
  types::OneOf test;
  for (const kval::kcl::Type* member : members) {
    test.allowed.push_back(Literal(*member, place.span));
  }
  types::Type type;
  type.shape = types::Scalar{test.allowed.front()->kind};
  type.nullable = nullable;
  type.span = place.span;
  types::Rule rule;
  rule.test = std::move(test);
  rule.span = place.span;
  type.rules.push_back(model_.Add(std::move(rule)));
  return model_.Add(std::move(type));
}

const value::Value* Lowering::Literal(const kval::kcl::Type& type, source::Span span) {
  if (type.kind == TypeKind::kBoolLiteral) {
    return build_.Bool(type.bool_value, span);
  }
  if (type.kind == TypeKind::kIntLiteral) {
    return build_.Int(type.int_value, span);
  }
  return type.kind == TypeKind::kFloatLiteral ? build_.Float(type.float_value, span)
                                              : build_.String(type.text, span);
}

TypeId Lowering::OfDict(const kval::kcl::Type& type, const TypeUse& place, int depth) {
  const kval::kcl::TypeExpr* element = ElementExpr(place.expr);
  const TypeUse inner{element, element == nullptr ? place.span : element->span, place.chooses};
  types::Record record;
  const bool is_any = type.element == nullptr || type.element->kind == TypeKind::kAny;
  if (is_any &&
      (type.key == nullptr || type.key->kind == TypeKind::kStr || type.key->kind == TypeKind::kAny)) {
    record.open = true;
  } else {
    types::KeyRule rule = KeysOf(*type.key, place.span);
    rule.value = is_any ? Add(types::Any{}, inner.span) : OfPart(*type.element, inner, depth + 1);
    record.key_rules.push_back(std::move(rule));
  }
  return Add(std::move(record), place.span);
}

types::KeyRule Lowering::KeysOf(const kval::kcl::Type& key, source::Span span) const {
  types::KeyRule rule;
  std::vector<std::string> keys;
  if (key.kind == TypeKind::kStrLiteral) {
    keys.emplace_back(key.text);
  }
  for (const kval::kcl::Type* member :
       key.kind == TypeKind::kUnion ? key.members : std::span<const kval::kcl::Type* const>()) {
    keys.emplace_back(member->text);
  }
  if (!keys.empty()) {
    rule.allowed = std::make_shared<types::KeyOneOf>(std::move(keys));
  } else if (key.kind == TypeKind::kInt || key.kind == TypeKind::kIntLiteral) {
    rule.allowed = std::make_shared<types::KeyOfKind>(value::Kind::kInt);
  } else if (key.kind == TypeKind::kFloat || key.kind == TypeKind::kFloatLiteral) {
    rule.allowed = std::make_shared<types::KeyOfKind>(value::Kind::kFloat);
  } else if (key.kind == TypeKind::kBool || key.kind == TypeKind::kBoolLiteral) {
    rule.allowed = std::make_shared<types::KeyOfKind>(value::Kind::kBool);
  }
  rule.counts.push_back({0, types::Count::kUnbounded});
  rule.name = "...";
  rule.span = span;
  return rule;
}

TypeId Lowering::OfSchema(const kval::kcl::Schema& schema, bool chooses, int depth) {
  const auto [place, is_new] = records_.try_emplace({&schema, chooses});
  if (!is_new) {
    return place->second;
  }
  const TypeId id = Add(types::InvalidType{}, {});
  place->second = id;
  if (schema.stmt == nullptr || depth > kLoweringDepthLimit) {
    return id;
  }
  const std::unique_ptr<kval::kcl::eval::Layout> layout =
      kval::kcl::eval::MakeLayout(schema, module_->program().ast.names);
  const Docstring doc = DocOf(*layout);
  types::Type type;
  type.span = schema.stmt->name.span;
  types::Doc reported = ReadDecorators(schema.stmt->decorators, *module_, build_).doc;
  reported.text = reported.text.empty() ? doc.summary : std::move(reported.text);
  type.doc = std::move(reported);
  AttributeRules rules;
  const kval::kcl::eval::Layout* outer = std::exchange(layout_, layout.get());
  CollectChecks(schema, *layout, type, rules);
  types::Record record;
  record.schema = model_.interner().Intern(module_->Text(schema.name));
  for (const kval::kcl::eval::Member& member : layout->members) {
    record.fields.push_back(FieldOf(schema, member, doc, rules, chooses, depth));
  }
  layout_ = outer;
  record.Index();
  if (layout->index_owner != nullptr) {
    const kval::kcl::IndexSignature& signature = *layout->index_owner->stmt->index_signature;
    const TypeUse inner{signature.value_type, signature.value_type->span, chooses};
    types::KeyRule rule = KeysOf(*layout->index_owner->index_key, signature.span);
    rule.value = OfPart(*layout->index_owner->index_value, inner, depth + 1);
    record.key_rules.push_back(std::move(rule));
    if (signature.default_value != nullptr) {
      module_->AddKeyDefault(signature.span, schema);
    }
  }
  type.shape = std::move(record);
  model_.Define(id, std::move(type));
  return id;
}

}  // namespace kval::schemas::kcl
