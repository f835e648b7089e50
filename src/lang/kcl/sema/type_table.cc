#include "src/lang/kcl/sema/type_table.h"

#include <iterator>
#include <unordered_set>

#include "src/lang/kcl/sema/program.h"
#include "src/lang/kcl/sema/subsumption.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/lang/kcl/sema/type_set.h"
#include "src/support/check.h"

namespace kval::kcl {
namespace {

// From here on the members of a union are compared by their base types.
constexpr size_t kManyMembers = 64;
// A limit for programs that do not occur in practice.
constexpr uint16_t kMaxDepth = 64;
constexpr int kMostBases = 100'000;

// Two different types like this do not cover each other: literals do not, but an int and a float.
bool IsApart(const Type* type) {
  return IsLiteral(type) && type->kind != TypeKind::kFloatLiteral;
}

bool AreApart(std::span<const Type* const> types) {
  return std::all_of(types.begin(), types.end(), IsApart);
}

bool Covers(const Type* wide, const Type* narrow) {
  return !(IsApart(narrow) && IsApart(wide)) && Subsumes(narrow, wide, false);
}

bool IsInstance(const Type* type) {
  return type->kind == TypeKind::kSchema && type->schema != nullptr;
}

// Of the instances, those whose schema inherits from none of the others.
std::unordered_set<const Type*> WithoutHeirs(std::span<const Type* const> instances) {
  std::unordered_set<const Schema*> schemas;
  for (const Type* type : instances) {
    schemas.insert(type->schema);
  }
  std::unordered_set<const Type*> kept;
  for (const Type* type : instances) {
    const Schema* base = type->schema->base;
    for (int depth = 1; base != nullptr && depth < kMostBases && !schemas.contains(base); ++depth) {
      base = base->base;
    }
    if (base == nullptr || !schemas.contains(base)) {
      kept.insert(type);
    }
  }
  return kept;
}

// The types without those that another one covers, each compared with all.
std::vector<const Type*> WithoutCovered(std::span<const Type* const> types) {
  std::vector<const Type*> kept;
  kept.reserve(types.size());
  for (const Type* type : types) {
    if (std::any_of(kept.begin(), kept.end(), [&](const Type* other) { return Covers(other, type); })) {
      continue;
    }
    std::erase_if(kept, [&](const Type* other) { return Covers(type, other); });
    kept.push_back(type);
  }
  return kept;
}

// The same where there are many instances of schemas: these are not compared with each other. Of more others
// than a program that somebody wrote has, all are kept, which means the same.
std::vector<const Type*> WithoutCoveredOfMany(std::span<const Type* const> types) {
  constexpr size_t kMostCompared = 500;
  std::vector<const Type*> instances;
  std::vector<const Type*> others;
  for (const Type* type : types) {
    (IsInstance(type) ? instances : others).push_back(type);
  }
  if (others.size() > kMostCompared) {
    return {types.begin(), types.end()};
  }
  if (instances.size() <= kManyMembers) {
    return WithoutCovered(types);
  }
  others = WithoutCovered(others);
  // A type that one instance covers is covered by every instance.
  std::erase_if(others, [&](const Type* other) { return Covers(instances.front(), other); });
  std::unordered_set<const Type*> kept = WithoutHeirs(instances);
  std::erase_if(kept, [&](const Type* instance) {
    return std::any_of(others.begin(), others.end(),
                       [&](const Type* other) { return Covers(other, instance); });
  });
  kept.insert(others.begin(), others.end());
  std::vector<const Type*> in_order;
  std::copy_if(types.begin(), types.end(), std::back_inserter(in_order),
               [&](const Type* type) { return kept.contains(type); });
  return in_order;
}

// Returns the type at `place`; keeps `type` there first if there is none.
const Type* KeepOnce(Arena* arena, const Type*& place, const Type& type) {
  return place != nullptr ? place : place = arena->New<Type>(type);
}

const Type* Basic(Arena* arena, TypeKind kind) {
  Type type;
  type.kind = kind;
  return arena->New<Type>(type);
}

}  // namespace

TypeTable::TypeTable(Arena* arena, Interner* names)
    : arena_(arena),
      names_(names),
      any_(Basic(arena, TypeKind::kAny)),
      invalid_(Basic(arena, TypeKind::kInvalid)),
      none_(Basic(arena, TypeKind::kNone)),
      bool_(Basic(arena, TypeKind::kBool)),
      int_(Basic(arena, TypeKind::kInt)),
      float_(Basic(arena, TypeKind::kFloat)),
      str_(Basic(arena, TypeKind::kStr)),
      number_multiplier_(Basic(arena, TypeKind::kNumberMultiplier)) {}

const Type* TypeTable::BoolLiteral(bool value) {
  return KeepOnce(arena_, bool_literals_[value ? 1 : 0],
                  {.kind = TypeKind::kBoolLiteral, .bool_value = value});
}

const Type* TypeTable::IntLiteral(int64_t value) {
  return KeepOnce(arena_, int_literals_[value], {.kind = TypeKind::kIntLiteral, .int_value = value});
}

const Type* TypeTable::FloatLiteral(double value) {
  return KeepOnce(arena_, float_literals_[value], {.kind = TypeKind::kFloatLiteral, .float_value = value});
}

const Type* TypeTable::StrLiteral(std::string_view value) {
  const auto found = str_literals_.find(value);
  if (found != str_literals_.end()) {
    return found->second;
  }
  Type type;
  type.kind = TypeKind::kStrLiteral;
  type.text = arena_->CopyText(value);
  return str_literals_[type.text] = Keep(type);
}

const Type* TypeTable::StrLiteral(Symbol name) {
  KVAL_CHECK(name.has_value());
  const auto index = static_cast<size_t>(name.index);
  if (name_literals_.size() <= index) {
    name_literals_.resize(index + 1);
  }
  const Type*& place = name_literals_[index];
  if (!place) {
    place = StrLiteral(names_->Text(name));
  }
  return place;
}

const Type* TypeTable::MultiplierLiteral(int64_t digits, NumberUnit unit) {
  return KeepOnce(arena_, multiplier_literals_[{digits, unit}],
                  {.kind = TypeKind::kNumberMultiplierLiteral, .unit = unit, .int_value = digits});
}

const Type* TypeTable::LimitDepth(const Type* type) const {
  return type->depth < kMaxDepth ? type : any_;
}

const Type* TypeTable::List(const Type* element) {
  element = LimitDepth(element);
  return KeepOnce(
      arena_, lists_[element],
      {.kind = TypeKind::kList, .depth = static_cast<uint16_t>(element->depth + 1), .element = element});
}

Type TypeTable::NewDict(const Type* key, const Type* value) const {
  Type type;
  type.kind = TypeKind::kDict;
  type.key = LimitDepth(key);
  type.element = LimitDepth(value);
  type.depth = static_cast<uint16_t>(std::max(type.key->depth, type.element->depth) + 1);
  return type;
}

const Type* TypeTable::Dict(const Type* key, const Type* value) {
  const Type*& place = dicts_[{LimitDepth(key), LimitDepth(value)}];
  if (!place) {
    place = Keep(NewDict(key, value));
  }
  return place;
}

const Type* TypeTable::Dict(const Type* key, const Type* value, std::span<const DictAttribute> attributes) {
  return MakeDictType(key, value, arena_->Copy(attributes));
}

const Type* TypeTable::MakeDictType(const Type* key, const Type* value,
                                    std::span<const DictAttribute> attributes) {
  Type type = NewDict(key, value);
  if (attributes.empty() || type.depth >= kMaxDepth) {
    return Dict(key, value);
  }
  type.attributes = attributes;
  return Keep(type);
}

const Type* TypeTable::Function(const FunctionType& function) {
  Type type;
  type.kind = TypeKind::kFunction;
  FunctionType copy = function;
  copy.result = LimitDepth(function.result);
  type.depth = copy.result->depth;
  std::vector<FunctionParam> params(function.params.begin(), function.params.end());
  for (FunctionParam& param : params) {
    param.type = LimitDepth(param.type);
    type.depth = std::max(type.depth, param.type->depth);
  }
  ++type.depth;
  copy.params = arena_->Copy(std::span<const FunctionParam>(params));
  type.function = arena_->New<FunctionType>(copy);
  return Keep(type);
}

const Type* TypeTable::Module(std::string_view name, int32_t package) {
  Type type;
  type.kind = TypeKind::kModule;
  type.text = arena_->CopyText(name);
  type.package = package;
  return Keep(type);
}

const Type* TypeTable::OfSchema(const Schema* schema, bool instance) {
  return KeepOnce(arena_, schemas_[{schema, instance}],
                  {.kind = instance ? TypeKind::kSchema : TypeKind::kSchemaType, .schema = schema});
}

const Type* TypeTable::Union(std::span<const Type* const> members) {
  TypeSet flat;
  for (const Type* member : members) {
    members_made_ += std::max(member->members.size(), size_t{1});
    if (members_made_ > kMaxMembers) {
      return nullptr;
    }
    if (member->kind == TypeKind::kUnion) {
      std::for_each(member->members.begin(), member->members.end(),
                    [&](const Type* type) { flat.Add(type); });
    } else {
      flat.Add(member);
    }
  }
  return FlatUnion(flat.types());
}

// Returns the union of `flat`. Requires distinct members that are not unions.
const Type* TypeTable::FlatUnion(std::span<const Type* const> flat) {
  if (flat.empty()) {
    return any_;
  }
  if (flat.size() == 1) {
    return flat[0];
  }
  const auto found = unions_.find(flat);
  if (found != unions_.end()) {
    return found->second;
  }
  Type type;
  type.kind = TypeKind::kUnion;
  type.members = arena_->Copy(flat);
  for (const Type* member : flat) {
    type.depth = std::max(type.depth, member->depth);
  }
  return unions_[type.members] = Keep(type);
}

const Type* TypeTable::Sup(std::span<const Type* const> types) {
  if (types.size() == 1 && types[0]->kind != TypeKind::kUnion) {
    return types[0];
  }
  TypeSet flat;
  for (const Type* type : types) {
    if (type->kind == TypeKind::kUnion) {
      std::for_each(type->members.begin(), type->members.end(),
                    [&](const Type* member) { flat.Add(member); });
    } else {
      flat.Add(type);
    }
  }
  if (flat.types().size() > kManyMembers) {
    // For many members, comparing all pairs is expensive and yields no useful type.
    TypeSet wide;
    for (const Type* type : flat.types()) {
      const Type* each = Widen(type);
      wide.Add(each->kind == TypeKind::kDict ? Dict(each->key, each->element) : each);
    }
    return FlatUnion(WithoutCoveredOfMany(wide.types()));
  }
  return AreApart(flat.types()) ? FlatUnion(flat.types()) : FlatUnion(WithoutCovered(flat.types()));
}

const Type* TypeTable::Sup(const Type* a, const Type* b) {
  const Type* both[] = {a, b};
  return Sup(both);
}

const Type* TypeTable::Widen(const Type* type) {
  const bool has_parts =
      type->kind == TypeKind::kList || type->kind == TypeKind::kDict || type->kind == TypeKind::kUnion;
  if (!has_parts) {
    return WidenNode(type);
  }
  const auto found = widened_.find(type);
  if (found != widened_.end()) {
    return found->second;
  }
  const Type* result = WidenNode(type);
  widened_[type] = result;
  return result;
}

const Type* TypeTable::WidenNode(const Type* type) {
  switch (type->kind) {
    case TypeKind::kNone:
      return any_;
    case TypeKind::kBoolLiteral:
      return bool_;
    case TypeKind::kIntLiteral:
      return int_;
    case TypeKind::kFloatLiteral:
      return float_;
    case TypeKind::kStrLiteral:
      return str_;
    case TypeKind::kList:
      return List(Widen(type->element));
    case TypeKind::kDict:
      return MakeDictType(Widen(type->key), Widen(type->element), type->attributes);
    case TypeKind::kUnion: {
      std::vector<const Type*> members;
      members.reserve(type->members.size());
      for (const Type* member : type->members) {
        members.push_back(Widen(member));
      }
      return Sup(members);
    }
    default:
      return type;
  }
  return type;
}

const Type* TypeTable::WidenUnion(const Type* type) {
  return type->kind == TypeKind::kUnion ? Widen(type) : type;
}

}  // namespace kval::kcl
