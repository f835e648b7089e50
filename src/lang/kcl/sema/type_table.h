#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/lang/kcl/sema/type.h"
#include "src/lang/kcl/sema/type_text.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/support/keyed_hash.h"

namespace kval::kcl {

// Makes types. A type is no deeper than a limit: what lies deeper is any. Types without
// names of keys and parameters in them are made once: equal types are the same pointer.
//
// Source of the rules: KCL's crates/sema/src/ty (unify.rs, context.rs, mod.rs).
class TypeTable {
 public:
  // Types live in `arena`; both must outlive the table.
  TypeTable(Arena* arena, Interner* names);

  const Type* any() const { return any_; }
  const Type* invalid() const { return invalid_; }
  const Type* none() const { return none_; }
  const Type* boolean() const { return bool_; }
  const Type* integer() const { return int_; }
  const Type* floating() const { return float_; }
  const Type* string() const { return str_; }
  const Type* number_multiplier() const { return number_multiplier_; }

  const Type* BoolLiteral(bool value);
  const Type* IntLiteral(int64_t value);
  const Type* FloatLiteral(double value);
  const Type* StrLiteral(std::string_view value);
  // Returns the literal type of a name, such as a key.
  const Type* StrLiteral(Symbol name);
  const Type* MultiplierLiteral(int64_t digits, NumberUnit unit);
  const Type* List(const Type* element);
  const Type* Dict(const Type* key, const Type* value);
  const Type* Dict(const Type* key, const Type* value, std::span<const DictAttribute> attributes);
  const Type* Function(const FunctionType& function);
  const Type* Module(std::string_view name, int32_t package);
  const Type* OfSchema(const Schema* schema, bool instance);
  // Unions of unions may have many more members than the program has characters.
  static constexpr size_t kMaxMembers = 5'000'000;
  // Returns the flattened union without duplicates; null if it exceeds the limit on members.
  const Type* Union(std::span<const Type* const> members);
  // Returns the least common supertype: a union without members that another member covers. Any without
  // members.
  const Type* Sup(std::span<const Type* const> types);
  const Type* Sup(const Type* a, const Type* b);

  // The type of a variable that is initialised with a value: literals become their base types, None becomes
  // any.
  const Type* Widen(const Type* type);
  // Returns Widen for unions, other types unchanged.
  const Type* WidenUnion(const Type* type);

  // Returns the type as text, truncated if long: `int`, `str(a)`, `[int | str]`, `{str:int}`.
  std::string Text(const Type* type) const { return TypeText(type, *names_); }

 private:
  // Members of a union as a key: the same types in the same order.
  struct UnionMembersHash {
    size_t operator()(std::span<const Type* const> members) const {
      size_t hash = members.size();
      for (const Type* member : members) {
        hash = (hash ^ (reinterpret_cast<uintptr_t>(member) >> 4)) * size_t{0x9E3779B97F4A7C15};
        hash ^= hash >> 29;
      }
      return hash;
    }
    bool operator()(std::span<const Type* const> a, std::span<const Type* const> b) const {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
  };
  const Type* Keep(const Type& type) { return arena_->New<Type>(type); }
  const Type* WidenNode(const Type* type);
  Type NewDict(const Type* key, const Type* value) const;
  // For attributes that outlive the table.
  const Type* MakeDictType(const Type* key, const Type* value, std::span<const DictAttribute> attributes);
  const Type* FlatUnion(std::span<const Type* const> flat);
  // Returns the type, or any if it is too deep to be nested in another one.
  const Type* LimitDepth(const Type* type) const;

  Arena* arena_;
  Interner* names_;
  std::unordered_map<const Type*, const Type*> widened_;
  const Type* any_;
  const Type* invalid_;
  const Type* none_;
  const Type* bool_;
  const Type* int_;
  const Type* float_;
  const Type* str_;
  const Type* number_multiplier_;
  const Type* bool_literals_[2] = {nullptr, nullptr};
  std::map<int64_t, const Type*> int_literals_;
  std::map<double, const Type*> float_literals_;
  TextMap<std::string_view, const Type*> str_literals_;
  std::vector<const Type*> name_literals_;  // by name; filled on demand
  std::map<std::pair<int64_t, NumberUnit>, const Type*> multiplier_literals_;
  std::map<const Type*, const Type*> lists_;
  std::map<std::pair<const Type*, const Type*>, const Type*> dicts_;
  std::unordered_map<std::span<const Type* const>, const Type*, UnionMembersHash, UnionMembersHash> unions_;
  std::map<std::pair<const Schema*, bool>, const Type*> schemas_;
  size_t members_made_ = 0;
};

}  // namespace kval::kcl
