#include "src/value/value.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "src/support/native_stack.h"

namespace kval::value {
namespace {

bool EqualAt(const Value& a, const Value& b);

bool IsNumber(const Value& v) {
  return v.kind == Kind::kInt || v.kind == Kind::kFloat;
}

double AsDouble(const Value& v) {
  if (v.kind == Kind::kFloat) {
    return v.real;
  }
  return v.is_unsigned ? static_cast<double>(static_cast<uint64_t>(v.integer))
                       : static_cast<double>(v.integer);
}

bool EqualNumbers(const Value& a, const Value& b) {
  if (a.kind == Kind::kInt && b.kind == Kind::kInt) {
    return a.integer == b.integer && a.is_unsigned == b.is_unsigned;
  }
  return AsDouble(a) == AsDouble(b);
}

bool EqualSequences(const Value& a, const Value& b) {
  return std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
                    [&](const Value* x, const Value* y) { return EqualAt(*x, *y); });
}

bool EqualMappings(const Value& a, const Value& b) {
  if (a.entry_list.size != b.entry_list.size) {
    return false;
  }
  std::unordered_multimap<std::string_view, const Entry*> by_text;
  for (const Entry& entry : b.entries()) {
    by_text.emplace(entry.key->kind == Kind::kString ? entry.key->raw : std::string_view(), &entry);
  }
  for (const Entry& entry : a.entries()) {
    const auto [first, last] =
        by_text.equal_range(entry.key->kind == Kind::kString ? entry.key->raw : std::string_view());
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
