#include "schemas/lower_alternatives.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "src/check/fields.h"

namespace kval::schemas {
namespace {

using types::ValueKindSet;
using value::Kind;

constexpr std::array<Kind, 7> kKinds = {Kind::kNull,   Kind::kBool,     Kind::kInt,    Kind::kFloat,
                                        Kind::kString, Kind::kSequence, Kind::kMapping};

bool IsFree(const types::Type& type) {
  return std::holds_alternative<types::Any>(type.shape) && !type.nullable;
}

// Narrows a free type to the kinds of the values that an `enum` allows.
void NarrowByEnum(types::Model& model, types::Type& type) {
  const auto found = std::find_if(type.rules.begin(), type.rules.end(), [&](types::RuleId id) {
    const types::Rule& rule = model.Get(id);
    return std::holds_alternative<types::OneOf>(rule.test) && rule.kinds == ValueKindSet::All();
  });
  if (found == type.rules.end() || std::get<types::OneOf>(model.Get(*found).test).allowed.empty()) {
    return;
  }
  std::vector<Kind> kinds;
  bool has_null = false;
  for (const value::Value* value : std::get<types::OneOf>(model.Get(*found).test).allowed) {
    if (value->is_collection()) {
      return;
    }
    const Kind kind = value->kind;
    has_null = has_null || kind == Kind::kNull;
    if (kind != Kind::kNull && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      kinds.push_back(kind);
    }
  }
  const auto has = [&](Kind kind) { return std::find(kinds.begin(), kinds.end(), kind) != kinds.end(); };
  if (has(Kind::kFloat)) {
    std::erase(kinds, Kind::kInt);  // integers fit, too
  }
  if (kinds.empty()) {
    return;
  }
  type.nullable = has_null;
  if (kinds.size() == 1) {
    type.shape = types::Scalar{kinds[0], kinds[0] == Kind::kInt};
    return;
  }
  types::Union choice;
  for (Kind kind : kinds) {
    types::Type arm;
    arm.shape = types::Scalar{kind, kind == Kind::kInt};
    arm.span = type.span;
    choice.variants.push_back(model.Add(std::move(arm)));
  }
  type.shape = std::move(choice);
}

// An `enum` without null refuses it, whatever `type` says.
void RefuseNull(const types::Model& model, types::Type& type) {
  for (types::RuleId id : type.rules) {
    const types::Rule& rule = model.Get(id);
    const auto* one_of = std::get_if<types::OneOf>(&rule.test);
    if (one_of != nullptr && rule.kinds == ValueKindSet::All() &&
        std::none_of(one_of->allowed.begin(), one_of->allowed.end(),
                     [](const value::Value* value) { return value->kind == Kind::kNull; })) {
      type.nullable = false;
    }
  }
}

// The value that a type allows alone, or null.
const value::Value* OnlyValue(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* literal = std::get_if<types::Literal>(&type.shape);
  if (literal != nullptr && type.rules.empty() && !type.nullable) {
    return literal->value;
  }
  const bool is_free = IsFree(type) && type.rules.size() == 1;
  const auto* one_of = is_free ? std::get_if<types::OneOf>(&model.Get(type.rules[0]).test) : nullptr;
  return one_of != nullptr && one_of->allowed.size() == 1 &&
                 model.Get(type.rules[0]).kinds == ValueKindSet::All()
             ? one_of->allowed[0]
             : nullptr;
}

// Whether each kind of value is taken by one of the types at most, and none has rules.
bool AreReported(const types::Model& model, const std::vector<types::TypeId>& arms) {
  for (Kind kind : kKinds) {
    // An integer is a number.
    const auto takes = [&](types::TypeId arm) {
      return check::AcceptsKind(model, arm, kind) ||
             (kind == Kind::kFloat && check::AcceptsKind(model, arm, Kind::kInt));
    };
    if (std::count_if(arms.begin(), arms.end(), takes) > 1) {
      return false;
    }
  }
  return std::all_of(arms.begin(), arms.end(), [&](types::TypeId arm) {
    const types::Type& type = model.Resolve(arm);
    return type.rules.empty() && !type.nullable && !type.ignores_other_kinds;
  });
}

// A lone `anyOf` or `oneOf` as a shape; false when it is none.
bool SayChoice(types::Model& model, types::Type& type) {
  const types::Rule rule = model.Get(type.rules[0]);
  const auto* assertion = std::get_if<types::Assertion>(&rule.test);
  if (assertion == nullptr || rule.when != nullptr || !rule.message.empty()) {
    return false;
  }
  const auto* any = std::get_if<types::AnyOf>(assertion);
  const auto* one = std::get_if<types::ExactlyOne>(assertion);
  const auto* all = std::get_if<types::AllOf>(assertion);
  if (all != nullptr && all->types.size() == 1 && type.doc->empty()) {
    const types::Type& target = model.Resolve(all->types[0]);
    type = types::Type(target);
    return true;
  }
  if (any == nullptr && one == nullptr) {
    return false;
  }
  const std::vector<types::TypeId>& arms = any != nullptr ? any->types : one->types;
  if (std::optional<types::OneOf> listed = EnumValuesOf(model, *assertion)) {
    types::Rule allowed = rule;
    allowed.test = *std::move(listed);
    allowed.kinds = ValueKindSet::All();
    type.rules[0] = model.Add(std::move(allowed));
    NarrowByEnum(model, type);
    return true;
  }
  if (!AreReported(model, arms)) {
    return false;
  }
  types::Union choice;
  for (types::TypeId arm : arms) {
    if (std::holds_alternative<types::Null>(model.Resolve(arm).shape)) {
      type.nullable = true;
    } else {
      choice.variants.push_back(arm);
    }
  }
  type.rules.clear();
  if (choice.variants.size() == 1) {
    const types::Type& arm = model.Resolve(choice.variants[0]);
    type.shape = arm.shape;
    type.span = arm.span;
    type.doc = type.doc->empty() ? arm.doc : type.doc;
  } else {
    type.shape = std::move(choice);
  }
  return true;
}

}  // namespace

std::optional<types::OneOf> EnumValuesOf(const types::Model& model, const types::Assertion& assertion) {
  const auto* any = std::get_if<types::AnyOf>(&assertion);
  const auto* one = std::get_if<types::ExactlyOne>(&assertion);
  types::OneOf listed;
  for (types::TypeId arm : any != nullptr   ? any->types
                           : one != nullptr ? one->types
                                            : std::vector<types::TypeId>()) {
    const value::Value* value = OnlyValue(model, arm);
    const bool is_new = value != nullptr &&
                        std::none_of(listed.allowed.begin(), listed.allowed.end(),
                                     [&](const value::Value* known) { return value::Equal(*known, *value); });
    if (is_new) {
      listed.allowed.push_back(value);
    } else if (value == nullptr || one != nullptr) {
      return std::nullopt;
    }
  }
  return listed.allowed.empty() ? std::nullopt : std::optional(std::move(listed));
}

void LowerAlternatives(types::Model& model, types::Type& type) {
  constexpr int kMostNames = 8;  // one behind the other; there may be a cycle
  for (int i = 0; i < kMostNames && IsFree(type) && type.rules.size() == 1; ++i) {
    if (!SayChoice(model, type)) {
      break;
    }
  }
  if (IsFree(type)) {
    NarrowByEnum(model, type);
  }
  RefuseNull(model, type);
}

}  // namespace kval::schemas
