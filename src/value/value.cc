#include "src/value/value.h"

#include <algorithm>
#include <map>
#include <optional>

#include "src/support/native_stack.h"
#include "src/value/hash.h"

namespace kval::value {
namespace {

bool EqualAt(const Value& a, const Value& b);

bool IsNumber(const Value& v) {
  return v.kind == Kind::kInt || v.kind == Kind::kFloat;
}

bool EqualNumbers(const Value& a, const Value& b) {
  if (a.kind == Kind::kInt && b.kind == Kind::kInt) {
    return a.integer == b.integer && a.is_unsigned == b.is_unsigned;
  }
  if (a.kind == Kind::kFloat && b.kind == Kind::kFloat) {
    return a.real == b.real;
  }
  const std::optional<Value> whole = ToInteger(a.kind == Kind::kFloat ? a.real : b.real);
  return whole && EqualNumbers(*whole, a.kind == Kind::kInt ? a : b);
}

bool EqualSequences(const Value& a, const Value& b) {
  return std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
                    [&](const Value* x, const Value* y) { return EqualAt(*x, *y); });
}

bool EqualMappings(const Value& a, const Value& b) {
  if (a.entries().size() != b.entries().size()) {
    return false;
  }
  // Most often the order is the same; keys of one map differ, so that the values decide then.
  size_t same = 0;
  for (; same < a.entries().size() && EqualAt(*a.entries()[same].key, *b.entries()[same].key); ++same) {
    if (!EqualAt(*a.entries()[same].value, *b.entries()[same].value)) {
      return false;
    }
  }
  // A tree: who knows the hash could put all keys into one bucket of a table.
  std::multimap<uint64_t, const Entry*> by_hash;
  for (const Entry& entry : b.entries().subspan(same)) {
    by_hash.emplace(Hash(*entry.key), &entry);
  }
  for (const Entry& entry : a.entries().subspan(same)) {
    const auto [first, last] = by_hash.equal_range(Hash(*entry.key));
    const auto match = std::find_if(first, last, [&](const auto& candidate) {
      return EqualAt(*entry.key, *candidate.second->key) && EqualAt(*entry.value, *candidate.second->value);
    });
    if (match == last) {
      return false;
    }
  }
  return true;
}

bool EqualAt(const Value& a, const Value& b) {
  if (&a == &b) {
    return true;
  }
  NeedStack();
  if (IsNumber(a) && IsNumber(b)) {
    return EqualNumbers(a, b);
  }
  if (a.kind != b.kind) {
    return false;
  }
  switch (a.kind) {
    case Kind::kNull:
      return true;
    case Kind::kBool:
      return a.boolean == b.boolean;
    case Kind::kInt:
    case Kind::kFloat:
      return false;
    case Kind::kString:
      return a.raw == b.raw;
    case Kind::kSequence:
      return EqualSequences(a, b);
    case Kind::kMapping:
      return EqualMappings(a, b);
  }
  return false;
}

}  // namespace

std::string_view KindName(Kind kind) {
  switch (kind) {
    case Kind::kNull:
      return "null";
    case Kind::kBool:
      return "boolean";
    case Kind::kInt:
      return "integer";
    case Kind::kFloat:
      return "float";
    case Kind::kString:
      return "string";
    case Kind::kSequence:
      return "array";
    case Kind::kMapping:
      return "map";
  }
  return "value";
}

const Value* Find(const Value& mapping, std::string_view key) {
  if (mapping.kind != Kind::kMapping) {
    return nullptr;
  }
  for (const Entry& entry : mapping.entries()) {
    if (entry.key->kind == Kind::kString && entry.key->raw == key) {
      return entry.value;
    }
  }
  return nullptr;
}

bool Equal(const Value& a, const Value& b) {
  return EqualAt(a, b);
}

}  // namespace kval::value
