#include "src/lang/gotemplate/compare.h"

#include <cstdint>
#include <limits>
#include <span>

#include "src/lang/gotemplate/containers.h"
#include "src/lang/gotemplate/print.h"

namespace kval::gotemplate {

namespace {

// Values of one of these are compared by content. Returns kInvalid for others.
Kind BasicKind(const Value& value) {
  const Kind kind = value.kind();
  return kind >= Kind::kBool && kind <= Kind::kString ? kind : Kind::kInvalid;
}

std::string TypeName(const Value& value) {
  return std::string(value.type()->name);
}

std::string Incompatible(const Value& a, const Value& b) {
  return "incompatible types for comparison: " + TypeName(a) + " and " + TypeName(b);
}

std::string Formatted(std::string_view format, const Value& value) {
  TextBuffer out(std::numeric_limits<uint32_t>::max());
  AppendSprintf(format, std::span<const Value>(&value, 1), &out);
  return std::move(out.text());
}

bool EqualBasics(const Value& a, const Value& b) {
  switch (a.kind()) {
    case Kind::kFloat:
      return a.real() == b.real();
    case Kind::kString:
      return a.text() == b.text();
    default:
      return a.integer() == b.integer();
  }
}

bool HaveSameKind(const Value& a, const Value& b) {
  return a.kind() == b.kind() && (!a.is(Kind::kObject) || a.type()->is_pointer == b.type()->is_pointer);
}

bool IsComparable(const Value& value) {
  return value.is(Kind::kObject) && value.type()->is_comparable;
}

// Values that are not basic, or nil.
std::optional<std::string> EqualOthers(const Value& a, const Value& b, bool* result) {
  if (!HaveSameKind(a, b) && !a.is_untyped_nil() && !b.is_untyped_nil()) {
    return "non-comparable types " + Formatted("%s", a) + ": " + TypeName(a) + ", " + TypeName(b) + ": " +
           Formatted("%v", b);
  }
  if (a.is_nil() || b.is_nil()) {
    *result = a.is_nil() == b.is_nil();
    return std::nullopt;
  }
  if (!IsComparable(b)) {
    return "non-comparable type " + Formatted("%s", b) + ": " + TypeName(b);
  }
  *result = a.type() == b.type() &&
            (a.type()->is_pointer ? a.object() == b.object() : a.object()->Equals(*b.object()));
  return std::nullopt;
}

}  // namespace

bool IsTrue(const Value& value) {
  switch (value.kind()) {
    case Kind::kInvalid:
    case Kind::kInterface:
      return false;
    case Kind::kBool:
    case Kind::kInt:
    case Kind::kUint:
      return value.integer() != 0;
    case Kind::kFloat:
      return value.real() != 0;
    case Kind::kString:
      return !value.text().empty();
    case Kind::kList:
      return !Items(value).empty();
    case Kind::kMap:
      return !EntriesOf(value).empty();
    case Kind::kObject:
      return !value.type()->is_pointer || !value.is_nil();
    case Kind::kFunction:
      return !value.is_nil();
  }
  return false;
}

std::optional<std::string> CompareEqual(const Value& a, const Value& b, bool* result) {
  const Kind left = BasicKind(a);
  const Kind right = BasicKind(b);
  *result = false;
  if (left == right) {
    if (left == Kind::kInvalid) {
      return EqualOthers(a, b, result);
    }
    *result = EqualBasics(a, b);
    return std::nullopt;
  }
  const bool are_integers =
      (left == Kind::kInt && right == Kind::kUint) || (left == Kind::kUint && right == Kind::kInt);
  if (are_integers) {
    *result = a.integer() == b.integer() && a.integer() >= 0;
  } else if (!a.is_untyped_nil() && !b.is_untyped_nil()) {
    return Incompatible(a, b);
  }
  return std::nullopt;
}

std::optional<std::string> CompareLess(const Value& a, const Value& b, bool* result) {
  const Kind left = BasicKind(a);
  const Kind right = BasicKind(b);
  *result = false;
  if (left == Kind::kInvalid || right == Kind::kInvalid) {
    return "invalid type for comparison";
  }
  if (left == Kind::kInt && right == Kind::kUint) {
    *result = a.integer() < 0 || a.natural() < b.natural();
  } else if (left == Kind::kUint && right == Kind::kInt) {
    *result = b.integer() >= 0 && a.natural() < b.natural();
  } else if (left != right) {
    return Incompatible(a, b);
  } else if (left == Kind::kBool) {
    return "invalid type for comparison";
  } else if (left == Kind::kFloat) {
    *result = a.real() < b.real();
  } else if (left == Kind::kString) {
    *result = a.text() < b.text();
  } else {
    *result = left == Kind::kInt ? a.integer() < b.integer() : a.natural() < b.natural();
  }
  return std::nullopt;
}

}  // namespace kval::gotemplate
