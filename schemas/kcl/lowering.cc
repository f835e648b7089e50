// Over 500 lines: one walk over KCL's types, a function for each of them, that share the tables of what was
// lowered before (recursive schemas).
#include "schemas/kcl/lowering.h"

#include <algorithm>
#include <utility>

#include "schemas/kcl/check_line.h"
#include "schemas/kcl/instances.h"
#include "schemas/kcl/literal.h"
#include "schemas/kcl/translate.h"
#include "src/check/checker.h"
#include "src/formats/format.h"
#include "src/lang/kcl/sema/type.h"
#include "src/types/key_test.h"

namespace kval::schemas::kcl_language {
namespace {

using kcl::TypeKind;
using types::TypeId;

constexpr int kDepthLimit = 200;

bool IsLiteral(const kcl::Type& type) {
  switch (type.kind) {
    case TypeKind::kBoolLiteral:
    case TypeKind::kIntLiteral:
    case TypeKind::kFloatLiteral:
    case TypeKind::kStrLiteral:
      return true;
    case TypeKind::kInvalid:
    case TypeKind::kAny:
    case TypeKind::kNone:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kStr:
    case TypeKind::kNumberMultiplier:
    case TypeKind::kNumberMultiplierLiteral:
    case TypeKind::kList:
    case TypeKind::kDict:
    case TypeKind::kSchema:
    case TypeKind::kSchemaType:
    case TypeKind::kUnion:
    case TypeKind::kFunction:
    case TypeKind::kModule:
      return false;
  }
  return false;
}

// The type expression of a list's or dict's elements, if it is written right here.
const kcl::TypeExpr* ElementExpr(const kcl::TypeExpr* expr) {
  if (expr == nullptr) {
    return nullptr;
  }
  if (const auto* list = expr->As<kcl::ListTypeExpr>()) {
    return list->element;
  }
  const auto* dict = expr->As<kcl::DictTypeExpr>();
  return dict == nullptr ? nullptr : dict->value;
}

// Maps with a `value` and maybe a `description`.
void AddExamples(const value::Value& list, types::Doc& doc) {
  for (const value::Value* item : list.items()) {
    const bool is_map = item->kind == value::Kind::kMapping;
    const value::Value* example = is_map ? value::Find(*item, "value") : nullptr;
    const value::Value* words = is_map ? value::Find(*item, "description") : nullptr;
    if (example != nullptr) {
      doc.examples.push_back({words == nullptr ? "" : std::string(words->raw), example});
    }
  }
}

}  // namespace

TypeId Lowering::Add(types::Shape shape, source::Span span, bool nullable) {
  types::Type type;
  type.shape = std::move(shape);
  type.nullable = nullable;
  type.span = span;
  return model_.Add(std::move(type));
}

void Lowering::Root(const kcl::Schema* schema) {
  types::Field root;
  root.name = model_.interner().Intern("document");
  root.type = schema == nullptr ? Add(types::Any{}, {}) : OfSchema(*schema, false, 0);
  root.span = schema == nullptr ? source::Span() : schema->stmt->name.span;
  Finish();
  model_.SetRoot(std::move(root));
}

// Only now every record is complete, also those that contain themselves.
void Lowering::Finish() {
  for (const Addition& addition : additions_) {
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

TypeId Lowering::Of(const kcl::Type& type, const Place& place, int depth) {
  if (depth > kDepthLimit) {
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
      const kcl::TypeExpr* element = ElementExpr(place.expr);
      const Place inner{element, element == nullptr ? place.span : element->span, place.chooses};
      return Add(types::List{Of(*type.element, inner, depth + 1)}, place.span);
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

TypeId Lowering::OfUnion(const kcl::Type& type, const Place& place, int depth) {
  std::vector<const kcl::Type*> members;
  bool nullable = false;
  bool are_literals = !place.chooses;
  size_t records = 0;
  for (const kcl::Type* member : type.members) {
    if (member->kind == TypeKind::kNone) {
      nullable = true;
      continue;
    }
    members.push_back(member);
    are_literals = are_literals && IsLiteral(*member) && member->kind == members.front()->kind;
    records += member->kind == TypeKind::kSchema ? 1 : 0;
  }
  if (members.size() > 1 && are_literals) {
    return OfLiterals(members, place, nullable);
  }
  Place inner = place;
  inner.expr = nullptr;
  inner.chooses = place.chooses || records > 1;
  inner.is_member = members.size() > 1;
  types::Union choice;
  // A lone collection is named last, as the other language has it: no value fits it and a scalar.
  const auto is_scalar = [](const kcl::Type* member) {
    return member->kind != TypeKind::kList && member->kind != TypeKind::kDict &&
           member->kind != TypeKind::kSchema;
  };
  if (std::count_if(members.begin(), members.end(), is_scalar) + 1 ==
      static_cast<std::ptrdiff_t>(members.size())) {
    std::stable_partition(members.begin(), members.end(), is_scalar);
  }
  for (const kcl::Type* member : members) {
    choice.arms.push_back(Of(*member, inner, depth + 1));
  }
  if (choice.arms.size() == 1) {
    const TypeId only = Add(types::Poison{}, place.span);
    additions_.push_back({only, choice.arms.front(), {}, {}, nullable, {}});
    return only;
  }
  return Add(std::move(choice), place.span, nullable);
}

TypeId Lowering::OfLiterals(const std::vector<const kcl::Type*>& members, const Place& place, bool nullable) {
  types::OneOf test;
  for (const kcl::Type* member : members) {
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

const value::Value* Lowering::Literal(const kcl::Type& type, source::Span span) {
  if (type.kind == TypeKind::kBoolLiteral) {
    return build_.Bool(type.bool_value, span);
  }
  if (type.kind == TypeKind::kIntLiteral) {
    return build_.Int(type.int_value, span);
  }
  return type.kind == TypeKind::kFloatLiteral ? build_.Float(type.float_value, span)
                                              : build_.String(type.text, span);
}

TypeId Lowering::OfDict(const kcl::Type& type, const Place& place, int depth) {
  const kcl::TypeExpr* element = ElementExpr(place.expr);
  const Place inner{element, element == nullptr ? place.span : element->span, place.chooses};
  types::Record record;
  const bool is_any = type.element == nullptr || type.element->kind == TypeKind::kAny;
  if (is_any &&
      (type.key == nullptr || type.key->kind == TypeKind::kStr || type.key->kind == TypeKind::kAny)) {
    record.open = true;
  } else {
    types::KeyRule rule = KeysOf(*type.key, place.span);
    rule.value = is_any ? Add(types::Any{}, inner.span) : Of(*type.element, inner, depth + 1);
    record.key_rules.push_back(std::move(rule));
  }
  return Add(std::move(record), place.span);
}

types::KeyRule Lowering::KeysOf(const kcl::Type& key, source::Span span) const {
  types::KeyRule rule;
  std::vector<std::string> keys;
  if (key.kind == TypeKind::kStrLiteral) {
    keys.emplace_back(key.text);
  }
  for (const kcl::Type* member :
       key.kind == TypeKind::kUnion ? key.members : std::span<const kcl::Type* const>()) {
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

TypeId Lowering::OfSchema(const kcl::Schema& schema, bool chooses, int depth) {
  const auto [place, is_new] = records_.try_emplace({&schema, chooses});
  if (!is_new) {
    return place->second;
  }
  const TypeId id = Add(types::Poison{}, {});
  place->second = id;
  if (schema.stmt == nullptr || depth > kDepthLimit) {
    return id;
  }
  const std::unique_ptr<kcl::eval::Layout> layout =
      kcl::eval::MakeLayout(schema, module_->program().ast.names);
  const Docstring doc = DocOf(*layout);
  types::Type type;
  type.span = schema.stmt->name.span;
  types::Doc told = ReadDecorators(schema.stmt->decorators).doc;
  told.text = told.text.empty() ? doc.summary : std::move(told.text);
  type.doc = std::move(told);
  Rules rules;
  const kcl::eval::Layout* outer = std::exchange(layout_, layout.get());
  CollectChecks(schema, *layout, type, rules);
  types::Record record;
  record.schema = model_.interner().Intern(module_->Text(schema.name));
  for (const kcl::eval::Member& member : layout->members) {
    record.fields.push_back(FieldOf(schema, member, doc, rules, chooses, depth));
  }
  layout_ = outer;
  record.Index();
  if (layout->index_owner != nullptr) {
    const kcl::IndexSignature& signature = *layout->index_owner->stmt->index_signature;
    const Place inner{signature.value_type, signature.value_type->span, chooses};
    types::KeyRule rule = KeysOf(*layout->index_owner->index_key, signature.span);
    rule.value = Of(*layout->index_owner->index_value, inner, depth + 1);
    record.key_rules.push_back(std::move(rule));
    if (signature.default_value != nullptr) {
      module_->AddKeyDefault(signature.span, schema);
    }
  }
  type.shape = std::move(record);
  model_.Define(id, std::move(type));
  return id;
}

types::Field Lowering::FieldOf(const kcl::Schema& schema, const kcl::eval::Member& member,
                               const Docstring& doc, const Rules& rules, bool chooses, int depth) {
  const kcl::AttributeStmt* declaration = member.declaration;
  const kcl::Attribute* attribute = schema.Find(member.name);
  types::Field field;
  field.span = declaration != nullptr ? declaration->name.span
               : attribute != nullptr ? attribute->span
                                      : source::Span();
  field.name = model_.interner().Intern(member.text);
  field.key = build_.String(member.text, field.span);
  const bool has_type_text = declaration != nullptr && declaration->type != nullptr;
  const Place place{has_type_text ? declaration->type : nullptr,
                    has_type_text ? declaration->type->span : field.span, chooses};
  Addition addition;
  addition.base = attribute == nullptr || attribute->type == nullptr ? Add(types::Any{}, place.span)
                                                                     : Of(*attribute->type, place, depth + 1);
  addition.id = Add(types::Poison{}, place.span);
  addition.span = place.span;
  if (const auto found = rules.find(member.name); found != rules.end()) {
    addition.rules = found->second;
  }
  if (const auto found = doc.attributes.find(member.text); found != doc.attributes.end()) {
    addition.doc.text = found->second;
  }
  field.type = addition.id;
  // So that the default can be compared with what the type implies.
  model_.Define(addition.id, model_.Resolve(addition.base));
  SetDefault(schema, member, field);
  const bool is_null = field.fallback.value != nullptr && field.fallback.value->kind == value::Kind::kNull;
  const bool may_be_unset =
      field.presence == types::Presence::kOptional || field.fallback.computed != nullptr;
  addition.nullable = is_null || (member.optional && may_be_unset);
  if (declaration != nullptr) {
    AddTold(ReadDecorators(declaration->decorators), field, addition);
  }
  additions_.push_back(std::move(addition));
  return field;
}

void Lowering::SetDefault(const kcl::Schema& schema, const kcl::eval::Member& member, types::Field& field) {
  const kcl::Attribute* attribute = schema.Find(member.name);
  const kcl::eval::Setter* last = nullptr;
  bool is_conditional = false;
  for (const kcl::eval::Setter& setter : member.setters) {
    const auto* declared = setter.stmt->As<kcl::AttributeStmt>();
    const bool has_value = declared == nullptr || declared->value != nullptr;
    last = has_value ? &setter : last;
    is_conditional = is_conditional || !setter.choices.empty();
  }
  const bool literal = last == nullptr && attribute != nullptr && attribute->has_default && !member.optional;
  if (last == nullptr && !literal) {
    field.presence = member.optional ? types::Presence::kOptional : types::Presence::kRequired;
    if (member.optional) {
      field.fallback.value = build_.Null(field.span);
    }
    return;
  }
  if (member.text.starts_with('_')) {
    field.presence = types::Presence::kOptional;
    return;
  }
  field.presence = types::Presence::kFilled;
  const kcl::Expr* expr = nullptr;
  if (last != nullptr && !is_conditional) {
    if (const auto* declared = last->stmt->As<kcl::AttributeStmt>();
        declared != nullptr && !declared->has_aug_op) {
      expr = declared->value;
    } else if (const auto* assign = last->stmt->As<kcl::AssignStmt>();
               assign != nullptr && assign->targets.size() == 1 && assign->targets[0].path.empty()) {
      expr = assign->value;
    }
  }
  if (literal || (expr != nullptr && IsConstant(*expr, 0))) {
    const value::Value* value =
        expr == nullptr ? nullptr : LiteralTree(*expr, module_->program().ast.names, build_);
    if (value == nullptr) {
      value = module_->own_instances().ConstantDefault(schema, member.text, build_, emit_);
    }
    field.fallback.value = value;
    // A record that says no more than its fields do, and an empty list, are what the type implies.
    const value::Value* implied = nullptr;
    if (value != nullptr && value->is_collection() &&
        (value->kind == value::Kind::kMapping ? value->entries().empty() : value->items().empty())) {
      types::Field plain = field;
      plain.fallback = {};
      implied = check::DefaultOf(plain, model_, arena_);
    }
    if (implied != nullptr && implied->kind == value->kind) {
      field.fallback = {};
    }
    return;
  }
  class Computed final : public types::Thunk, public types::Translatable {
   public:
    Computed(std::shared_ptr<Module> module, const kcl::Schema& schema, std::string name, std::string text,
             const kcl::Expr* expr, Arena* arena)
        : module_(std::move(module)),
          schema_(schema),
          name_(std::move(name)),
          text_(std::move(text)),
          expr_(expr),
          arena_(arena) {}

    const value::Value* Compute(const value::Value& record, const types::Scope& scope) const override {
      value::Builder build(scope.evaluators == nullptr ? arena_ : &scope.evaluators->arena());
      return Instances::Of(*module_, scope.evaluators).Attribute(schema_, name_, record, build);
    }
    std::string Describe() const override { return text_; }
    std::optional<Text> In(Language language, const Names& /*names*/) const override {
      return language == Language::kKcl && expr_ != nullptr ? AsWritten(*expr_, schema_, *module_)
                                                            : std::nullopt;
    }

   private:
    std::shared_ptr<Module> module_;
    const kcl::Schema& schema_;
    std::string name_;
    std::string text_;
    const kcl::Expr* expr_;  // null: several statements
    Arena* arena_;
  };
  const source::Span span = expr != nullptr ? expr->span : last->stmt->span;
  field.fallback.computed = std::make_shared<Computed>(module_, schema, std::string(member.text),
                                                       module_->SourceText(span), expr, &arena_);
}

AttributeFacts Lowering::FactsOf(const kcl::Schema& schema, const kcl::eval::Layout& layout,
                                 Symbol attribute) const {
  AttributeFacts facts;
  const auto found = layout.by_name.find(attribute);
  const kcl::Attribute* declared = schema.Find(attribute);
  if (found == layout.by_name.end() || declared == nullptr || declared->type == nullptr) {
    return facts;
  }
  const kcl::eval::Member& member = layout.members[found->second];
  facts.is_known = true;
  facts.has_value = !member.optional;
  facts.never_undefined = !member.optional || declared->has_default;
  facts.type = declared->type;
  return facts;
}

void Lowering::CollectChecks(const kcl::Schema& schema, const kcl::eval::Layout& layout, types::Type& record,
                             Rules& rules) {
  const bool by_key = layout.index_owner != nullptr && layout.index_owner->stmt->index_signature->has_alias;
  const kcl::eval::Layout& facts_layout = layout;
  const auto facts = [&](Symbol attribute) { return FactsOf(schema, facts_layout, attribute); };
  std::vector<Symbol> attributes;
  for (const kcl::eval::Member& member : layout.members) {
    attributes.push_back(member.name);
  }
  for (const kcl::Schema* part : layout.parts) {
    if (part->stmt == nullptr) {
      continue;
    }
    for (const kcl::CheckLine& line : part->stmt->checks) {
      // With an alias the lines hold for each further key, and not at all without one.
      std::vector<AttributeRule> known =
          by_key ? std::vector<AttributeRule>() : Recognize(line, *module_, facts, attributes, build_);
      if (known.empty()) {
        record.rules.push_back(model_.Add(OpaqueRule(line, schema, module_)));
        continue;
      }
      for (AttributeRule& rule : known) {
        if (rule.attribute.has_value()) {
          rules[rule.attribute].push_back(std::move(rule));
        } else {
          record.rules.push_back(model_.Add(std::move(rule.rule)));
        }
      }
    }
  }
}

Docstring Lowering::DocOf(const kcl::eval::Layout& layout) const {
  Docstring doc;
  for (const kcl::Schema* part : layout.parts) {
    if (part->stmt == nullptr || part->stmt->doc.empty()) {
      continue;
    }
    Docstring own = ParseDocstring(part->stmt->doc);
    if (part == layout.schema) {
      doc.summary = std::move(own.summary);
    }
    for (auto& [name, text] : own.attributes) {
      doc.attributes[name] = std::move(text);
    }
  }
  return doc;
}

Lowering::Told Lowering::ReadDecorators(std::span<const kcl::Decorator> decorators) {
  Told told;
  for (const kcl::Decorator& decorator : decorators) {
    const auto* callee = decorator.callee->As<kcl::NameExpr>();
    if (callee != nullptr && module_->Text(callee->name.symbol) == "deprecated") {
      AddNotice(decorator, told.doc);
    } else if (callee != nullptr && module_->Text(callee->name.symbol) == "info") {
      AddInfo(decorator, told);
    }
  }
  return told;
}

void Lowering::AddTold(Told told, types::Field& field, Addition& addition) {
  std::string text = told.doc.text.empty() ? std::move(addition.doc.text) : std::move(told.doc.text);
  addition.doc = std::move(told.doc);
  addition.doc.text = std::move(text);
  addition.nullable = told.nullable.value_or(addition.nullable);
  if (told.shown != nullptr && field.presence == types::Presence::kOptional) {
    field.fallback.value = told.shown;
  }
  if (!told.format.empty()) {
    AttributeRule format;
    format.rule.test = types::Format{std::move(told.format)};
    format.rule.span = told.span;
    addition.rules.push_back(std::move(format));
  }
}

void Lowering::AddNotice(const kcl::Decorator& decorator, types::Doc& doc) const {
  constexpr std::string_view kNames[] = {"version", "reason", "strict"};
  std::string texts[2];
  bool is_strict = true;
  size_t position = 0;
  for (const kcl::Argument& argument : decorator.args) {
    size_t which = position;
    if (argument.kind == kcl::ArgumentKind::kKeyword) {
      which = static_cast<size_t>(
          std::find(std::begin(kNames), std::end(kNames), module_->Text(argument.name.symbol)) - kNames);
    } else {
      ++position;
    }
    const auto* text = argument.value->As<kcl::StringExpr>();
    const auto* constant = argument.value->As<kcl::ConstantExpr>();
    if (which < 2 && text != nullptr) {
      texts[which] = text->value;
    } else if (which == 2 && constant != nullptr) {
      is_strict = constant->value == kcl::Constant::kTrue;
    }
  }
  std::string notice = texts[0].empty() ? "" : "since version " + texts[0];
  notice += (notice.empty() || texts[1].empty() ? "" : ", ") + texts[1];
  (is_strict ? doc.removed : doc.deprecated) = notice.empty() ? "it is deprecated" : notice;
}

// `@info` may say anything; this is what kval understands of it:
//
//   title="…", description="…", examples=[{description = "…", value = …}]   for people
//   format="hostname"   the value is of one of kval's formats
//   sensitive=True      the value is secret: no finding shows it
//   nullable=True       null is a value, not the default; False: null is not allowed where a key may be
//   missing default=…           what stands for a missing key where that is shown
void Lowering::AddInfo(const kcl::Decorator& decorator, Told& told) {
  for (const kcl::Argument& argument : decorator.args) {
    const value::Value* said = argument.kind == kcl::ArgumentKind::kKeyword
                                   ? LiteralTree(*argument.value, module_->program().ast.names, build_)
                                   : nullptr;
    const std::string_view name = said == nullptr ? "" : module_->Text(argument.name.symbol);
    const bool is_text = said != nullptr && said->kind == value::Kind::kString;
    if (name == "title" && is_text) {
      told.doc.title = said->raw;
    } else if (name == "description" && is_text) {
      told.doc.text = said->raw;
    } else if (name == "format" && is_text && formats::Find(said->raw) != nullptr) {
      told.format = said->raw;
      told.span = argument.value->span;
    } else if (name == "nullable" && said->kind == value::Kind::kBool) {
      told.nullable = said->boolean;
    } else if (name == "sensitive" && said->kind == value::Kind::kBool) {
      told.doc.sensitive = said->boolean;
    } else if (name == "default") {
      told.shown = said;
    } else if (name == "examples" && said->kind == value::Kind::kSequence) {
      AddExamples(*said, told.doc);
    }
  }
}

bool Lowering::IsConstantName(const kcl::Name& name) const {
  const kcl::Ref* ref = &module_->program().RefOf(name);
  for (int hops = 0; hops < 64; ++hops) {
    const bool is_member = ref->kind == kcl::RefKind::kAttribute &&
                           (layout_ == nullptr || layout_->by_name.contains(ref->symbol));
    if (is_member || ref->kind == kcl::RefKind::kLocal) {
      return false;
    }
    if (ref->fallback < 0) {
      return ref->kind != kcl::RefKind::kAttribute;
    }
    ref = &module_->program().fallbacks[static_cast<size_t>(ref->fallback)];
  }
  return false;
}

bool Lowering::AreConstant(std::span<const kcl::ConfigEntry> entries, int depth) const {
  return std::all_of(entries.begin(), entries.end(), [&](const kcl::ConfigEntry& entry) {
    const bool has_plain_key = std::all_of(entry.key.begin(), entry.key.end(), [](const kcl::KeyStep& step) {
      return step.kind == kcl::KeyStepKind::kName || step.kind == kcl::KeyStepKind::kString;
    });
    return entry.kind == kcl::EntryKind::kPair && has_plain_key && entry.value != nullptr &&
           IsConstant(*entry.value, depth + 1);
  });
}

// Whether an expression means the same for every instance. In doubt it does not: it is then computed for
// each.
bool Lowering::IsConstant(const kcl::Expr& expr, int depth) const {
  if (depth > kDepthLimit) {
    return false;
  }
  const auto inner = [&](const kcl::Expr* each) { return each == nullptr || IsConstant(*each, depth + 1); };
  switch (expr.kind) {
    case kcl::ExprKind::kInt:
    case kcl::ExprKind::kFloat:
    case kcl::ExprKind::kConstant:
    case kcl::ExprKind::kString:
      return true;
    case kcl::ExprKind::kName:
      return IsConstantName(expr.As<kcl::NameExpr>()->name);
    case kcl::ExprKind::kParen:
      return inner(expr.As<kcl::ParenExpr>()->inner);
    case kcl::ExprKind::kUnary:
      return inner(expr.As<kcl::UnaryExpr>()->operand);
    case kcl::ExprKind::kBinary:
      return inner(expr.As<kcl::BinaryExpr>()->left) && inner(expr.As<kcl::BinaryExpr>()->right);
    case kcl::ExprKind::kSelector:
      return inner(expr.As<kcl::SelectorExpr>()->value);
    case kcl::ExprKind::kList: {
      const kcl::Exprs items = expr.As<kcl::ListExpr>()->items;
      return std::all_of(items.begin(), items.end(), inner);
    }
    case kcl::ExprKind::kConfig:
      return AreConstant(expr.As<kcl::ConfigExpr>()->entries, depth);
    case kcl::ExprKind::kSchemaInit: {
      const auto& init = *expr.As<kcl::SchemaInitExpr>();
      return init.args.empty() && inner(init.schema) && inner(init.config);
    }
    case kcl::ExprKind::kInvalid:
    case kcl::ExprKind::kInterpolated:
    case kcl::ExprKind::kCompare:
    case kcl::ExprKind::kConditional:
    case kcl::ExprKind::kAs:
    case kcl::ExprKind::kProjection:
    case kcl::ExprKind::kSubscript:
    case kcl::ExprKind::kSlice:
    case kcl::ExprKind::kCall:
    case kcl::ExprKind::kListComprehension:
    case kcl::ExprKind::kDictComprehension:
    case kcl::ExprKind::kQuantifier:
    case kcl::ExprKind::kLambda:
    case kcl::ExprKind::kStarred:
    case kcl::ExprKind::kListIf:
      return false;
  }
  return false;
}

}  // namespace kval::schemas::kcl_language
