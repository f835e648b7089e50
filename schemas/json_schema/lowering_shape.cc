#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/json_schema/custom_messages.h"
#include "schemas/json_schema/keywords.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/pattern_or_report.h"
#include "src/support/edit_distance.h"
#include "src/types/key_test.h"
#include "src/types/number_kinds.h"
#include "src/value/compare.h"

namespace kval::schemas::json_schema {
namespace {

using value::Kind;

constexpr diag::Def<std::string_view> kListOfItems{
    diag::Kind::kBadSchema, "`items` must be one schema for all items in {}, not a list of schemas"};
constexpr diag::Def<std::string_view> kUnknownType{diag::Kind::kBadSchema, "`{}` is not a JSON Schema type"};

// Returns the JSON Schema type for a common name of a type in other languages, or an empty string.
std::string_view TypeLike(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
      {"str", "string"},     {"text", "string"},  {"int", "integer"},   {"float", "number"},
      {"double", "number"},  {"bool", "boolean"}, {"map", "object"},    {"dict", "object"},
      {"mapping", "object"}, {"list", "array"},   {"sequence", "array"}};
  for (const auto& [other, type] : kOtherNames) {
    if (name == other) {
      return type;
    }
  }
  constexpr std::string_view kTypes[] = {"string", "integer", "number", "boolean", "object", "array", "null"};
  return Nearest(name, kTypes);
}

// The strings of a list, for repeated lookup.
std::set<std::string_view> StringsIn(const value::Value* list) {
  std::set<std::string_view> strings;
  if (list != nullptr) {
    for (const value::Value* item : list->items()) {
      if (item->kind == Kind::kString) {
        strings.insert(item->raw);
      }
    }
  }
  return strings;
}

// Of every kind where no name is known.
types::ValueKindSet KindsNamed(std::span<const std::string_view> names, bool is_nullable) {
  types::ValueKindSet kinds;
  for (const std::string_view name : names) {
    kinds = kinds | (name == "string"    ? types::ValueKindSet{Kind::kString}
                     : name == "boolean" ? types::ValueKindSet{Kind::kBool}
                     : name == "array"   ? types::ValueKindSet{Kind::kSequence}
                     : name == "object"  ? types::ValueKindSet{Kind::kMapping}
                                         : types::kNumberKinds);
  }
  kinds = is_nullable ? kinds | types::ValueKindSet{Kind::kNull} : kinds;
  return kinds.empty() ? types::ValueKindSet::All() : kinds;
}

}  // namespace

// Returns the names in `type` without `null`, which is recorded in the type; ignores unknown names.
std::vector<std::string_view> Lowering::TypesOf(KeywordContext& draught) {
  std::vector<std::string_view> names;
  const value::Value* type = Get(draught, "type");
  const auto add = [&](const value::Value& name) {
    if (!Expect(name.kind == Kind::kString, name, "the name of a type")) {
      return;
    }
    constexpr std::string_view kNames[] = {"string", "number", "integer", "boolean", "array", "object"};
    if (name.raw == "null") {
      draught.type.nullable = true;
    } else if (std::find(std::begin(kNames), std::end(kNames), name.raw) != std::end(kNames)) {
      names.push_back(name.raw);
    } else {
      const std::string_view suggested = TypeLike(name.raw);
      emit_.Report(name.span, kUnknownType, name.raw)
          .Hint(suggested.empty() ? "the types are string, integer, number, boolean, object, array and null"
                                  : "did you mean `" + std::string(suggested) + "`?")
          .Emit();
    }
  };
  if (type->kind == Kind::kSequence) {
    for (const value::Value* name : type->items()) {
      add(*name);
    }
  } else {
    add(*type);
  }
  const bool has_number = std::find(names.begin(), names.end(), "number") != names.end();
  std::erase_if(names, [&](std::string_view name) { return has_number && name == "integer"; });
  return names;
}

types::Shape Lowering::ShapeNamed(KeywordContext& draught, std::string_view type) {
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
    // Up to draft 4 a number is an integer when it is written as one.
    return types::Scalar{Kind::kInt, !IsOfValues(draught)};
  }
  return type == "array" ? types::Shape(ListOf(draught)) : types::Shape(RecordOf(draught));
}

void Lowering::Shape(KeywordContext& draught) {
  const value::Value* type =
      resources_.Get(draught.place.resource).validates ? Get(draught, "type") : nullptr;
  const bool has_map =
      Has(draught, "properties") || Has(draught, "patternProperties") || Has(draught, "additionalProperties");
  const bool has_list = Has(draught, "items") || Has(draught, "prefixItems");
  if (IsChoice(draught)) {
    draught.type.span = Get(draught, "anyOf")->span;
    draught.type.shape = ChoiceOf(draught);
    return;
  }
  if (type == nullptr) {
    draught.type.ignores_other_kinds = has_map || has_list;
    if (has_map) {
      draught.type.shape = RecordOf(draught);
    } else if (has_list) {
      draught.type.shape = ListOf(draught);
    }
    if (has_map && has_list) {
      types::Type list;
      list.shape = ListOf(draught);
      list.ignores_other_kinds = true;
      list.span = draught.type.span;
      AddRule(draught, {Kind::kSequence}, types::Assertion(types::AllOf{{model_.Add(std::move(list))}}));
    }
    return;
  }
  draught.type.span = type->span;
  const std::vector<std::string_view> names = TypesOf(draught);
  draught.kinds = KindsNamed(names, draught.type.nullable);
  if (names.empty()) {
    draught.type.shape =
        draught.type.nullable ? types::Shape(types::Null{}) : types::Shape(types::InvalidType{});
  } else if (names.size() == 1) {
    draught.type.shape = ShapeNamed(draught, names[0]);
  } else {
    types::Union choice;
    for (std::string_view name : names) {
      types::Type arm;
      arm.shape = ShapeNamed(draught, name);
      arm.span = type->span;
      choice.variants.push_back(model_.Add(std::move(arm)));
    }
    draught.type.shape = std::move(choice);
  }
}

types::Record Lowering::RecordOf(KeywordContext& draught) {
  types::Record record;
  AddFields(draught, record);
  AddPatterns(draught, record);
  const value::Value* others = Get(draught, "additionalProperties");
  if (others == nullptr) {
    record.open = true;
  } else if (others->kind != Kind::kBool || others->boolean) {
    types::KeyRule rule;
    rule.value = TypeOf(*others, draught.place);
    rule.name = "additionalProperties";
    rule.span = others->span;
    if (IsOfValues(draught)) {
      rule.counts.push_back({0, types::Count::kUnbounded});
    }
    record.key_rules.push_back(std::move(rule));
  } else {
    record.closed_span = others->span;
    const bool has_unevaluated = draft(draught.place) >= Draft::k2019;
    if (Get(draught, "$ref") != nullptr && has_unevaluated) {
      record.open_hint =
          "`additionalProperties` does not count the keys that `$ref` declares: `unevaluatedProperties: "
          "false` "
          "does";
    } else if (Get(draught, "allOf") != nullptr && has_unevaluated) {
      record.open_hint =
          "`additionalProperties` does not count the keys that `allOf` declares: `unevaluatedProperties: "
          "false` "
          "does";
    }
  }
  return record;
}

void Lowering::AddFields(KeywordContext& draught, types::Record& record) {
  const value::Value* properties = Get(draught, "properties");
  if (properties == nullptr || !Expect(properties->kind == Kind::kMapping, *properties, "a map of schemas")) {
    return;
  }
  const bool validates = resources_.Get(draught.place.resource).validates;
  const std::set<std::string_view> required = StringsIn(validates ? Get(draught, "required") : nullptr);
  const value::Value* said = value::Find(*draught.place.schema, "errorMessage");
  const auto messages = EntriesOf(said == nullptr ? nullptr : value::Find(*said, "properties"));
  for (const value::Entry& entry : properties->entries()) {
    if (const auto message = messages.find(entry.key->raw);
        message != messages.end() && message->second->kind == Kind::kString) {
      messages_.emplace(entry.value, message->second->raw);
    }
    types::Field field;
    field.name = model_.interner().Intern(value::KeyText(*entry.key));
    field.key = entry.key;
    field.type = TypeOf(*entry.value, draught.place);
    field.span = entry.key->span;
    const bool is_required = required.contains(entry.key->raw);
    field.presence = is_required ? types::FieldPresence::kRequired : types::FieldPresence::kOptional;
    if (entry.value->kind == Kind::kMapping) {
      field.fallback.value = value::Find(*entry.value, "default");
    }
    if (IsOfValues(draught)) {
      FillField(*entry.value, field);
    }
    record.fields.push_back(std::move(field));
  }
}

void Lowering::AddPatterns(KeywordContext& draught, types::Record& record) {
  const value::Value* patterns = Get(draught, "patternProperties");
  if (patterns == nullptr || !Expect(patterns->kind == Kind::kMapping, *patterns, "a map of schemas")) {
    return;
  }
  for (const value::Entry& entry : patterns->entries()) {
    if (IsOfValues(draught) && AddOrderedPattern(entry, draught.place, record)) {
      continue;
    }
    std::optional<types::Pattern> pattern =
        PatternOrReport(PatternOf(entry.key->raw, false), entry.key->span, emit_);
    if (!pattern) {
      continue;
    }
    types::KeyRule rule;
    rule.allowed = types::KeySearch::Of(*std::move(pattern));
    rule.value = TypeOf(*entry.value, draught.place);
    rule.name = std::string(entry.key->raw);
    rule.span = entry.key->span;
    rule.additional = true;
    record.key_rules.push_back(std::move(rule));
  }
}

types::List Lowering::ListOf(KeywordContext& draught) {
  types::List list;
  const value::Value* items = Get(draught, "items");
  const value::Value* first = Get(draught, "prefixItems");
  if (items != nullptr && items->kind == Kind::kSequence && draft(draught.place) != Draft::k2020) {
    first = items;
    items = Get(draught, "additionalItems");
  }
  if (first != nullptr && Expect(first->kind == Kind::kSequence, *first, "a list of schemas")) {
    for (const value::Value* schema : first->items()) {
      list.prefix.push_back(TypeOf(*schema, draught.place));
    }
  }
  if (items != nullptr && items->kind == Kind::kSequence) {
    emit_.Report(items->span, kListOfItems, NameOf(draft(draught.place)))
        .Hint("call it `prefixItems`, or name an earlier draft in `$schema`")
        .Emit();
    items = nullptr;
  }
  if (items != nullptr) {
    list.item = TypeOf(*items, draught.place);
  } else {
    list.item = model_.Add(types::Type{types::Any{}});
    list.open = true;
  }
  return list;
}

void Lowering::Document(KeywordContext& draught) {
  const value::Value& schema = *draught.place.schema;
  types::Doc doc;
  if (const auto title = TextOf(schema, "title")) {
    doc.title = std::string(*title);
  }
  if (const auto text = TextOf(schema, "description")) {
    doc.text = std::string(*text);
  }
  const value::Value* deprecated = value::Find(schema, "deprecated");
  if (deprecated != nullptr && deprecated->kind == Kind::kBool && deprecated->boolean) {
    const auto words = TextOf(schema, "deprecationMessage");
    doc.deprecated = words ? std::string(*words) : (doc.text.empty() ? "the schema declares this" : doc.text);
  }
  const value::Value* examples = value::Find(schema, "examples");
  if (examples != nullptr && examples->kind == Kind::kSequence) {
    const value::Value* names = value::Find(schema, kExampleNames);
    const bool has_names = names != nullptr && names->kind == Kind::kSequence;
    for (size_t i = 0; i < examples->items().size(); ++i) {
      const bool is_named = has_names && i < names->items().size();
      doc.examples.push_back({is_named ? std::string(names->items()[i]->raw) : "", examples->items()[i]});
    }
  }
  if (const auto note = TextOf(schema, "$comment")) {
    doc.note = std::string(*note);
  }
  if (const auto removed = TextOf(schema, kRemoved)) {
    doc.removed = std::string(*removed);
  }
  const value::Value* sensitive = value::Find(schema, kSensitive);
  // Helm knows no such format, so that no rule says it.
  const bool is_password =
      request_.validator == CompatibilityMode::kHelm && TextOf(schema, "format") == "password";
  doc.sensitive =
      is_password || (sensitive != nullptr && sensitive->kind == Kind::kBool && sensitive->boolean);
  draught.type.doc = types::DocOfType(std::move(doc));
}

}  // namespace kval::schemas::json_schema
