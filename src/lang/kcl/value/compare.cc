#include "src/lang/kcl/value/compare.h"

#include <algorithm>
#include <string>

#include "src/lang/kcl/value/text.h"

namespace kval::kcl::runtime {
namespace {

bool EqualDicts(const Dict& a, const Dict& b) {
  if (&a == &b) {
    return true;
  }
  if (a.entries.size() != b.entries.size()) {
    return false;
  }
  for (const Entry& entry : a.entries) {
    const Entry* other = b.Find(entry.key);
    if (other == nullptr || !Equal(entry.value, other->value)) {
      return false;
    }
  }
  return true;
}

bool IsPlainNumber(const Value& value) {
  return value.is(Kind::kInt) || value.is(Kind::kFloat);
}

// -1, 0, 1; 2 when one is NaN.
template <typename T>
int Order(const T& a, const T& b) {
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
}

bool Holds(Ordering ordering, int order) {
  if (order == 2) {
    return false;
  }
  switch (ordering) {
    case Ordering::kLess:
      return order < 0;
    case Ordering::kLessEqual:
      return order <= 0;
    case Ordering::kGreater:
      return order > 0;
    case Ordering::kGreaterEqual:
      return order >= 0;
  }
  return false;
}

Value AsNumber(const Value& value) {
  return value.is(Kind::kBool) ? Int(value.boolean ? 1 : 0) : value;
}

const char* Spelling(Ordering ordering) {
  switch (ordering) {
    case Ordering::kLess:
      return "<";
    case Ordering::kLessEqual:
      return "<=";
    case Ordering::kGreater:
      return ">";
    case Ordering::kGreaterEqual:
      return ">=";
  }
  return "";
}

}  // namespace

bool IsTruthy(const Value& value) {
  switch (value.kind) {
    case Kind::kUndefined:
    case Kind::kNone:
      return false;
    case Kind::kBool:
      return value.boolean;
    case Kind::kInt:
      return value.integer != 0;
    case Kind::kFloat:
    case Kind::kUnit:
      return AsFloat(value) != 0;
    case Kind::kString:
      return value.text->size != 0;
    case Kind::kList:
      return !value.items().empty();
    case Kind::kDict:
      return !value.fields().entries.empty();
    case Kind::kSchema:
    case Kind::kFunction:
    case Kind::kType:
    case Kind::kModule:
      return true;
  }
  return false;
}

bool Equal(const Value& a, const Value& b) {
  if (IsPlainNumber(a) && IsPlainNumber(b)) {
    if (a.is(Kind::kInt) && b.is(Kind::kInt)) {
      return a.integer == b.integer;
    }
    return AsFloat(a) == AsFloat(b);
  }
  if (a.kind != b.kind) {
    return false;
  }
  switch (a.kind) {
    case Kind::kUndefined:
    case Kind::kNone:
      return true;
    case Kind::kBool:
      return a.boolean == b.boolean;
    case Kind::kInt:
    case Kind::kFloat:
      return false;
    case Kind::kUnit:
      return a.unit->number == b.unit->number && a.unit->raw == b.unit->raw &&
             a.unit->suffix == b.unit->suffix;
    case Kind::kString:
      return a.string() == b.string();
    case Kind::kList:
      return a.list == b.list ||
             std::equal(a.items().begin(), a.items().end(), b.items().begin(), b.items().end(), Equal);
    case Kind::kDict:
    case Kind::kSchema:
      return EqualDicts(a.fields(), b.fields());
    case Kind::kFunction:
      return a.function == b.function ||
             (a.function->native != nullptr && a.function->native == b.function->native);
    case Kind::kType:
      return a.type == b.type;
    case Kind::kModule:
      return a.module->path == b.module->path;
  }
  return false;
}

bool Compare(Runtime& runtime, Ordering ordering, const Value& a, const Value& b) {
  Value left = AsNumber(a);
  Value right = AsNumber(b);
  if (left.is(Kind::kInt) && right.is(Kind::kInt)) {
    return Holds(ordering, Order(left.integer, right.integer));
  }
  if (left.is_number() && right.is_number()) {
    return Holds(ordering, Order(AsFloat(left), AsFloat(right)));
  }
  if (left.is(Kind::kString) && right.is(Kind::kString)) {
    return Holds(ordering, Order(left.string(), right.string()));
  }
  if (left.is(Kind::kList) && right.is(Kind::kList)) {
    size_t common = std::min(left.items().size(), right.items().size());
    for (size_t i = 0; i < common; ++i) {
      if (!Equal(left.items()[i], right.items()[i])) {
        return Compare(runtime, ordering, left.items()[i], right.items()[i]);
      }
    }
    return Holds(ordering, Order(left.items().size(), right.items().size()));
  }
  runtime.Fail("'" + std::string(Spelling(ordering)) + "' not supported between instances of '" +
               TypeName(a) + "' and '" + TypeName(b) + "'");
  return false;
}

bool Contains(Runtime& runtime, const Value& container, const Value& item) {
  if (container.is(Kind::kString)) {
    return item.is(Kind::kString) && container.string().find(item.string()) != std::string_view::npos;
  }
  if (container.is(Kind::kList)) {
    std::span<const Value> items = container.items();
    return std::any_of(items.begin(), items.end(),
                       [&item](const Value& other) { return Equal(item, other); });
  }
  if (container.is_config()) {
    return item.is(Kind::kString) && container.fields().Find(item.string()) != nullptr;
  }
  runtime.Fail("TypeError: argument of type '" + TypeName(container) + "' is not iterable");
  return false;
}

bool Subsumes(const Value& value, const Value& old) {
  if (value.is_empty() || old.is_empty() || Equal(value, old)) {
    return true;
  }
  if (value.is(Kind::kList) && old.is(Kind::kList)) {
    return std::equal(value.items().begin(), value.items().end(), old.items().begin(), old.items().end(),
                      Subsumes);
  }
  return value.is_config() && old.is_config();
}

}  // namespace kval::kcl::runtime
