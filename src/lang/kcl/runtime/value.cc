#include "src/lang/kcl/runtime/value.h"

#include <algorithm>

#include "src/lang/kcl/runtime/key_equality.h"
#include "src/support/check.h"
#include "src/support/keyed_hash.h"

namespace kval::kcl::runtime {
namespace {

Value Make(Kind kind, source::Span span) {
  Value value;
  value.kind = kind;
  value.span = span;
  return value;
}

}  // namespace

uint64_t HashKey(std::string_view key) {
  return KeyedHash(key);
}

const Entry* Dict::Find(std::string_view key) const {
  if (table.empty()) {
    for (const Entry& entry : entries) {
      if (IsSameKey(entry.key, key)) {
        return &entry;
      }
    }
    return nullptr;
  }
  size_t mask = table.size() - 1;
  for (size_t slot = HashKey(key) & mask; table[slot] != 0; slot = (slot + 1) & mask) {
    const size_t position = table[slot] - 1;
    if (position < entries.size() && IsSameKey(entries[position].key, key)) {
      return &entries[position];
    }
  }
  return nullptr;
}

bool Schema::IsExplicitlySet(std::string_view key) const {
  bool is_given = false;
  ForEachKey([&](std::string_view given_key) { is_given = is_given || given_key == key; });
  return is_given;
}

Value None(source::Span span) {
  return Make(Kind::kNone, span);
}
Value Undefined(source::Span span) {
  return Make(Kind::kUndefined, span);
}

Value Bool(bool boolean, source::Span span) {
  Value value = Make(Kind::kBool, span);
  value.boolean = boolean;
  return value;
}

Value Int(int64_t integer, source::Span span) {
  Value value = Make(Kind::kInt, span);
  value.integer = integer;
  return value;
}

Value Float(double real, source::Span span) {
  Value value = Make(Kind::kFloat, span);
  value.real = real;
  return value;
}

Value StringOf(const std::string_view& text, source::Span span) {
  Value value = Make(Kind::kString, span);
  value.text = &text;
  return value;
}

Value String(Heap& heap, std::string_view text, source::Span span) {
  return StringOf(*heap.New<std::string_view>(heap.CopyText(text)), span);
}

Value MakeUnit(Heap& heap, double number, int64_t raw, std::string_view suffix, source::Span span) {
  Value value = Make(Kind::kUnit, span);
  value.unit = heap.New<Unit>(number, raw, heap.CopyText(suffix));
  return value;
}

Value MakeList(Heap& heap, std::span<const Value> items, source::Span span) {
  Value value = Make(Kind::kList, span);
  value.list = heap.New<List>(heap.Copy(items));
  return value;
}

Value Extended(Heap& heap, const List& list, std::span<const Value> more, source::Span span) {
  const size_t before = list.items.size();
  const size_t size = before + more.size();
  ListCapacity* remaining = list.spare;
  const Value* items = list.items.data();
  if (remaining == nullptr || remaining->used != before || size > remaining->capacity) {
    // Who adds once often adds again.
    remaining = heap.New<ListCapacity>(ListCapacity{size, remaining == nullptr ? size : 2 * size});
    Values made = NewValues(heap);
    made.reserve(remaining->capacity);
    made.assign(list.items.begin(), list.items.end());
    made.resize(remaining->capacity);
    items = heap.Copy(std::span<const Value>(made)).data();
  }
  // Only appends to a list access the memory after its items.
  std::copy(more.begin(), more.end(), const_cast<Value*>(items) + before);
  remaining->used = size;
  Value value = Make(Kind::kList, span);
  value.list = heap.New<List>(std::span<const Value>(items, size), remaining);
  return value;
}

Value MakeDict(const Dict* dict, source::Span span) {
  Value value = Make(Kind::kDict, span);
  value.dict = dict;
  return value;
}

Value MakeSchema(const Schema* schema, source::Span span) {
  Value value = Make(Kind::kSchema, span);
  value.schema = schema;
  return value;
}

Value MakeNative(Heap& heap, std::string_view name, NativeFunction native, source::Span span) {
  Value value = Make(Kind::kFunction, span);
  Function* function = heap.New<Function>();
  function->name = heap.CopyText(name);
  function->native = native;
  value.function = function;
  return value;
}

bool IsSameValue(const Value& before, const Value& after) {
  if (!before.is_config() && !before.is(Kind::kList)) {
    return true;
  }
  return before.kind == after.kind && (before.is(Kind::kList)     ? before.list == after.list
                                       : before.is(Kind::kSchema) ? before.schema == after.schema
                                                                  : before.dict == after.dict);
}

double AsFloat(const Value& value) {
  switch (value.kind) {
    case Kind::kInt:
      return static_cast<double>(value.integer);
    case Kind::kFloat:
      return value.real;
    case Kind::kUnit:
      return value.unit->number;
    default:
      KVAL_CHECK(false);
      return 0;
  }
}

}  // namespace kval::kcl::runtime
