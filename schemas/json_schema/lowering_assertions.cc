#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "schemas/json_schema/custom_messages.h"
#include "schemas/json_schema/lowering.h"
#include "schemas/json_schema/non_negative_integer.h"

namespace kval::schemas::json_schema {
namespace {

using types::ValueKindSet;
using value::Kind;

constexpr ValueKindSet kAll = ValueKindSet::All();

std::vector<std::string> StringsOf(const value::Value& list) {
  std::vector<std::string> strings;
  for (const value::Value* item : list.items()) {
    if (item->kind == Kind::kString) {
      strings.emplace_back(item->raw);
    }
  }
  return strings;
}

}  // namespace

std::vector<types::TypeId> Lowering::EachOf(KeywordContext& draught, const value::Value& value) {
  std::vector<types::TypeId> types;
  if (Expect(value.kind == Kind::kSequence && !value.items().empty(), value, "a list of schemas")) {
    for (const value::Value* schema : value.items()) {
      types.push_back(TypeOf(*schema, draught.place));
    }
  }
  return types;
}

void Lowering::AllOf(KeywordContext& draught, const value::Value& value) {
  if (!Expect(value.kind == Kind::kSequence && !value.items().empty(), value, "a list of schemas")) {
    return;
  }
  types::AllOf all;
  for (const value::Value* schema : value.items()) {
    if (!AddNamedRules(draught, *schema)) {
      all.types.push_back(TypeOf(*schema, draught.place));
    }
  }
  if (!all.types.empty()) {
    AddRule(draught, kAll, types::Assertion(std::move(all)));
  }
}

void Lowering::AnyOf(KeywordContext& draught, const value::Value& value) {
  if (IsChoice(draught)) {
    return;  // the type's shape
  }
  std::vector<types::TypeId> types = EachOf(draught, value);
  if (!types.empty()) {
    AddRule(draught, kAll, types::Assertion(types::AnyOf{std::move(types)}));
  }
}

void Lowering::OneOf(KeywordContext& draught, const value::Value& value) {
  std::vector<types::TypeId> types = EachOf(draught, value);
  if (!types.empty()) {
    AddRule(draught, kAll, types::Assertion(types::ExactlyOne{std::move(types)}));
  }
}

void Lowering::Not(KeywordContext& draught, const value::Value& value) {
  AddRule(draught, kAll, types::Assertion(types::Not{TypeOf(value, draught.place)}));
}

void Lowering::If(KeywordContext& draught, const value::Value& value) {
  types::IfThenElse choice;
  choice.condition = TypeOf(value, draught.place);
  if (const value::Value* then = Get(draught, "then")) {
    choice.then = TypeOf(*then, draught.place);
  }
  if (const value::Value* otherwise = Get(draught, "else")) {
    choice.otherwise = TypeOf(*otherwise, draught.place);
  }
  // An `if` alone has no effect on validity, but evaluates keys.
  AddRule(draught, kAll, types::Assertion(choice));
}

void Lowering::Contains(KeywordContext& draught, const value::Value& value) {
  types::Contains contains;
  contains.item = TypeOf(value, draught.place);
  contains.evaluates = draft(draught.place) == Draft::k2020;
  const bool validates = resources_.Get(draught.place.resource).validates;
  const value::Value* least = validates ? Get(draught, "minContains") : nullptr;
  const value::Value* most = validates ? Get(draught, "maxContains") : nullptr;
  if (least != nullptr &&
      Expect(AsNonNegativeInteger(*least).has_value(), *least, "a whole number of at least 0")) {
    contains.at_least = *AsNonNegativeInteger(*least);
  }
  if (most != nullptr &&
      Expect(AsNonNegativeInteger(*most).has_value(), *most, "a whole number of at least 0")) {
    contains.at_most = *AsNonNegativeInteger(*most);
  }
  AddRule(draught, {Kind::kSequence}, types::Assertion(contains));
}

void Lowering::PropertyNames(KeywordContext& draught, const value::Value& value) {
  AddRule(draught, {Kind::kMapping}, types::Assertion(types::KeyNames{TypeOf(value, draught.place)}));
}

// Keys that `properties` names are required as its fields.
void Lowering::Required(KeywordContext& draught, const value::Value& value) {
  if (value.kind == Kind::kBool && draft(draught.place) <= Draft::k4) {
    return;  // draft 3's; many schemas of draft 4 still have it
  }
  if (!Expect(value.kind == Kind::kSequence, value, "a list of keys",
              value.kind == Kind::kBool
                  ? "list the key in `required` of the object that has it: `\"required\": [\"key\"]`"
                  : "")) {
    return;
  }
  const value::Value* properties = Get(draught, "properties");
  const auto fields = EntriesOf(properties);
  types::RequiredKeys required;
  for (const value::Value* item : value.items()) {
    if (!Expect(item->kind == Kind::kString, *item, "a key")) {
      continue;
    }
    if (!fields.contains(item->raw)) {
      required.keys.emplace_back(item->raw);
    }
  }
  if (!required.keys.empty()) {
    AddRule(draught, {Kind::kMapping}, types::Assertion(std::move(required)));
  }
}

void Lowering::DependentRequired(KeywordContext& draught, const value::Value& value) {
  if (!Expect(value.kind == Kind::kMapping, value, "a map of keys")) {
    return;
  }
  for (const value::Entry& entry : value.entries()) {
    if (Expect(entry.value->kind == Kind::kSequence, *entry.value, "a list of keys")) {
      AddRule(draught, {Kind::kMapping},
              types::Assertion(types::DependentKeys{std::string(entry.key->raw), StringsOf(*entry.value)}));
    }
  }
}

void Lowering::DependentSchemas(KeywordContext& draught, const value::Value& value) {
  if (!Expect(value.kind == Kind::kMapping, value, "a map of schemas")) {
    return;
  }
  for (const value::Entry& entry : value.entries()) {
    AddRule(draught, {Kind::kMapping},
            types::Assertion(
                types::DependentType{std::string(entry.key->raw), TypeOf(*entry.value, draught.place)}));
  }
}

void Lowering::Dependencies(KeywordContext& draught, const value::Value& value) {
  if (!Expect(value.kind == Kind::kMapping, value, "a map of schemas or keys")) {
    return;
  }
  for (const value::Entry& entry : value.entries()) {
    const std::string key(entry.key->raw);
    if (entry.value->kind == Kind::kSequence) {
      AddRule(draught, {Kind::kMapping},
              types::Assertion(types::DependentKeys{key, StringsOf(*entry.value)}));
    } else {
      AddRule(draught, {Kind::kMapping},
              types::Assertion(types::DependentType{key, TypeOf(*entry.value, draught.place)}));
    }
  }
}

void Lowering::UnevaluatedProperties(KeywordContext& draught, const value::Value& value) {
  AddRule(draught, {Kind::kMapping}, types::Assertion(types::UnevaluatedKeys{TypeOf(value, draught.place)}));
}

void Lowering::UnevaluatedItems(KeywordContext& draught, const value::Value& value) {
  AddRule(draught, {Kind::kSequence},
          types::Assertion(types::UnevaluatedItems{TypeOf(value, draught.place)}));
}

void Lowering::AddReference(KeywordContext& draught, const value::Value& value, bool is_dynamic) {
  if (const types::TypeId target = Referred(draught, value, is_dynamic); target.has_value()) {
    AddRule(draught, kAll, types::Assertion(types::AllOf{{target}}));
  }
}

}  // namespace kval::schemas::json_schema
