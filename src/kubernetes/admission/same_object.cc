#include "src/kubernetes/admission/same_object.h"

#include <algorithm>
#include <cstdint>

#include "src/support/native_stack.h"
#include "src/value/compare.h"

namespace kval::kubernetes {
namespace {

using value::Kind;
using value::Value;

// The place of a map in an object.
enum class Level : uint8_t { kRoot, kMetadata, kInner };

// Whether nothing remains of a value without its missing parts.
bool IsMissing(const Value& value) {
  NeedStack();
  switch (value.kind) {
    case Kind::kNull:
      return true;
    case Kind::kSequence:
      return value.items().empty();
    case Kind::kMapping:
      return std::all_of(value.entries().begin(), value.entries().end(),
                         [](const value::Entry& entry) { return IsMissing(*entry.value); });
    default:
      return false;
  }
}

// An object without a namespace is in `default`.
bool IsMissing(const value::Entry& entry, Level level) {
  return IsMissing(*entry.value) ||
         (level == Level::kMetadata && entry.key->raw == "namespace" && entry.value->raw == "default");
}

bool IsSame(const Value& a, const Value& b, Level level);

// Whether each field of `a` is the same in `b`.
bool HasFieldsOf(const Value& a, const Value& b, Level level) {
  return std::all_of(a.entries().begin(), a.entries().end(), [&](const value::Entry& entry) {
    const bool is_metadata = level == Level::kRoot && entry.key->raw == "metadata";
    const Value* other = value::Find(b, entry.key->raw);
    return other == nullptr ? IsMissing(entry, level)
                            : IsSame(*entry.value, *other, is_metadata ? Level::kMetadata : Level::kInner);
  });
}

bool IsSame(const Value& a, const Value& b, Level level) {
  NeedStack();
  if (IsMissing(a) || IsMissing(b)) {
    return IsMissing(a) && IsMissing(b);
  }
  if (a.kind == Kind::kMapping && b.kind == Kind::kMapping) {
    return HasFieldsOf(a, b, level) &&
           std::all_of(b.entries().begin(), b.entries().end(), [&](const value::Entry& entry) {
             return IsMissing(entry, level) || value::Find(a, entry.key->raw) != nullptr;
           });
  }
  if (a.kind == Kind::kSequence && b.kind == Kind::kSequence) {
    return std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(),
                      [](const Value* x, const Value* y) { return IsSame(*x, *y, Level::kInner); });
  }
  return value::Compare(a, b) == 0;
}

}  // namespace

bool IsSameObject(const Value& a, const Value& b) {
  return IsSame(a, b, Level::kRoot);
}

}  // namespace kval::kubernetes
