#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/lang/kcl/runtime/heap.h"
#include "src/source/span.h"

namespace kval::kcl::runtime {

// kUndefined is the absence of a value (an unset attribute, a missing key); kNone is KCL's `None`.
enum class Kind : uint8_t {
  kUndefined,
  kNone,
  kBool,
  kInt,
  kFloat,
  kUnit,  // number multiplier: `1Mi`
  kString,
  kList,
  kDict,
  kSchema,    // an instance
  kFunction,  // lambda, builtin or a member of a module
  kType,      // a schema, mixin, protocol or rule as a value
  kModule,
};

// How a dict entry is merged with an entry of the same key: `k: v`, `k = v`, `k += v`. Stored in the entry
// and applied again whenever the dict is merged with another (kcl.md, 6).
enum class Operator : uint8_t { kUnion, kOverride, kInsert };

struct Unit;
struct List;
struct Dict;
struct Schema;
struct Function;
struct SchemaType;
struct Module;

// A KCL value: small, cheap to copy, immutable; its content is in the Heap. Because values never change in
// place, assignment by value (as in KCL) needs no copy.
//
// `span` is where the value is written: a literal, an expression, or a node of a YAML document passed as
// data. Computed values have the location of the expression, or none.
struct Value {
  Kind kind = Kind::kUndefined;
  source::Span span;
  union {
    bool boolean;
    int64_t integer = 0;
    double real;
    const std::string_view* text;
    const Unit* unit;
    const List* list;
    const Dict* dict;
    const Schema* schema;
    const Function* function;
    const SchemaType* type;
    const Module* module;
  };

  bool is(Kind k) const { return kind == k; }
  // Whether it is None or Undefined, which KCL treats alike in most contexts.
  bool is_empty() const { return kind == Kind::kNone || kind == Kind::kUndefined; }
  // Whether a document can contain the value: neither Undefined nor code.
  bool is_data() const {
    return kind != Kind::kUndefined && kind != Kind::kFunction && kind != Kind::kType &&
           kind != Kind::kModule;
  }
  bool is_number() const { return kind == Kind::kInt || kind == Kind::kFloat || kind == Kind::kUnit; }
  // A dict or a schema instance.
  bool is_config() const { return kind == Kind::kDict || kind == Kind::kSchema; }
  std::string_view string() const { return *text; }
  std::span<const Value> items() const;
  // The dict, or the attributes of a schema instance. Requires: is_config().
  const Dict& fields() const;
  Value At(source::Span place) const {
    Value copy = *this;
    copy.span = place;
    return copy;
  }
};

// `number` is what arithmetic and YAML use, `raw` and `suffix` how it was written: 1Mi is 1048576, 1, "Mi".
struct Unit {
  double number;
  int64_t raw;
  std::string_view suffix;
};

// The spare capacity after the items of a list that was created by appending: lists appended from it share
// it, as dicts do.
struct ListCapacity {
  size_t used;
  size_t capacity;
};

struct List {
  std::span<const Value> items;
  ListCapacity* spare = nullptr;
};

struct Entry {
  std::string_view key;
  Value value;
  Operator op = Operator::kUnion;
  bool has_index = false;  // `k[index] += v`
  int64_t index = 0;
  source::Span key_span;
};

// The spare capacity after the entries of a dict, shared by the dicts that add keys to it (DictBuilder).
struct DictCapacity {
  size_t used;
  size_t capacity;
};

// Entries in the order of their insertion, keys unique.
struct Dict {
  std::span<const Entry> entries;
  // Open addressing table of entry index + 1; may contain entries that only other dicts of the shared storage
  // have. Empty for small dicts, which use linear search.
  std::span<const uint32_t> table;
  DictCapacity* spare = nullptr;
  // Whether a key is probably misspelt: attributes that seem unset may be the intended ones.
  bool has_misspelt_key = false;

  // Returns the entry of a key; null if there is none.
  const Entry* Find(std::string_view key) const;
  // Returns the value of a key; Undefined if there is none.
  Value Get(std::string_view key) const {
    const Entry* entry = Find(key);
    return entry == nullptr ? Value() : entry->value;
  }
};

struct NamedValue {
  std::string_view name;
  Value value;
};

// A schema, mixin, protocol or rule, as the evaluator declares it. Outside of the evaluator only the names
// count.
struct SchemaType {
  std::string_view name;
  std::string_view package;  // "__main__" for the main package, else the import path: `a.b`
  const void* declaration;   // the evaluator's own
};

// The arguments of a schema instantiation, for a later re-evaluation.
struct SchemaArguments {
  std::span<const Value> positional;
  std::span<const NamedValue> named;
};

// An instance of a schema. `attributes` are the values as evaluated.
struct Schema {
  const SchemaType* type;
  const Dict* attributes;
  // The attributes that the configuration gave, by their place, in its order; the others came from defaults.
  std::span<const uint32_t> given;
  // The keys that both configurations of a united instance gave; null: those of `given`.
  const std::span<const std::string_view>* united_keys = nullptr;
  const SchemaArguments* arguments = nullptr;  // null: none

  template <typename Visit>
  void ForEachKey(const Visit& visit) const {
    if (united_keys != nullptr) {
      for (const std::string_view key : *united_keys) {
        visit(key);
      }
      return;
    }
    for (const uint32_t place : given) {
      visit(attributes->entries[place].key);
    }
  }
  // Whether the configuration sets the attribute explicitly.
  bool IsExplicitlySet(std::string_view key) const;
};

// The hash of the tables of Dict.
uint64_t HashKey(std::string_view key);

class Runtime;
struct CallArgs {
  std::span<const Value> positional;
  std::span<const NamedValue> named;
  std::string_view function;  // the name of the native function that is called
};
// Returns the arguments that the instance was created with.
inline CallArgs ArgumentsOf(const Schema& schema) {
  return schema.arguments == nullptr ? CallArgs()
                                     : CallArgs{schema.arguments->positional, schema.arguments->named, {}};
}
using NativeFunction = Value (*)(Runtime& runtime, const CallArgs& args);

// A callable: `native`, or a lambda that the evaluator runs. `self` is the receiver of a bound method
// (`"a".upper`, `Schema.instances`), passed as the first argument.
struct Function {
  std::string_view name;
  NativeFunction native = nullptr;
  const void* lambda = nullptr;
  const void* closure = nullptr;
  bool has_self = false;
  Value self;
};

// An imported package, or a system module (`path` "math").
struct Module {
  std::string_view path;
  int32_t package = -1;  // the evaluator's number for a user package; -1 for a system module
};

inline std::span<const Value> Value::items() const {
  return list->items;
}
inline const Dict& Value::fields() const {
  return kind == Kind::kSchema ? *schema->attributes : *dict;
}

// Where the items of a list are collected; counted as the heap's memory.
using Values = std::vector<Value, HeapAllocator<Value>>;
inline Values NewValues(Heap& heap) {
  return Values(HeapAllocator<Value>(&heap));
}

// A value with a reported error, or one that could not be computed: Undefined, and excluded from further
// computation.
inline Value InvalidValue(source::Span span = {}) {
  Value value;
  value.span = span;
  value.integer = 2;
  return value;
}
inline bool IsInvalidValue(const Value& value) {
  return value.kind == Kind::kUndefined && value.integer == 2;
}

// Scalars.
Value None(source::Span span = {});
Value Undefined(source::Span span = {});
Value Bool(bool boolean, source::Span span = {});
Value Int(int64_t integer, source::Span span = {});
Value Float(double real, source::Span span = {});
// Creates a string value from a view that outlives the heap, as must the view object.
Value StringOf(const std::string_view& text, source::Span span = {});
// The text is copied into the heap.
Value String(Heap& heap, std::string_view text, source::Span span = {});
Value MakeUnit(Heap& heap, double number, int64_t raw, std::string_view suffix, source::Span span = {});
// The items are copied into the heap.
Value MakeList(Heap& heap, std::span<const Value> items, source::Span span = {});
// Returns the items of the list followed by `more`. Cost: appending to the result is linear in the added
// items.
Value Extended(Heap& heap, const List& list, std::span<const Value> more, source::Span span = {});
Value MakeDict(const Dict* dict, source::Span span = {});
Value MakeSchema(const Schema* schema, source::Span span = {});
Value MakeNative(Heap& heap, std::string_view name, NativeFunction native, source::Span span = {});

// Whether nothing was made anew: a scalar, or the same collection.
bool IsSameValue(const Value& before, const Value& after);

// The number of a kInt, kFloat or kUnit as a float.
double AsFloat(const Value& value);

}  // namespace kval::kcl::runtime
