#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace kval::starlark {

enum class Kind : uint8_t {
  kUnset,  // no value: an unbound variable, "does not support that", never visible to a program
  kNone,
  kBool,
  kInt,  // fits int64
  kFloat,
  // The rest are objects of a Heap.
  kBigInt,  // an int that does not fit int64
  kString,
  kList,
  kTuple,
  kDict,
  kSet,
  kRange,
  kStringIterable,  // "abc".elems() and the like
  kFunction,        // def and lambda
  kBuiltin,
  kStruct,
  kModule,
  kHost,  // a HostValue
  kCell,  // a captured variable; never visible to a program
};

class Object;

// A Starlark value: a handle of 16 bytes, copied freely. Objects belong to the Heap of their Interpreter and
// live as long as it; a handle owns nothing.
class Value {
 public:
  constexpr Value() = default;
  static constexpr Value None() { return Value(Kind::kNone); }
  static constexpr Value Bool(bool boolean) {
    Value value(Kind::kBool);
    value.integer_ = boolean ? 1 : 0;
    return value;
  }
  static constexpr Value Int(int64_t integer) {
    Value value(Kind::kInt);
    value.integer_ = integer;
    return value;
  }
  static constexpr Value Float(double real) {
    Value value(Kind::kFloat);
    value.real_ = real;
    return value;
  }
  // `object` may not be null.
  Value(Object* object);

  constexpr Kind kind() const { return kind_; }
  constexpr bool is_set() const { return kind_ != Kind::kUnset; }
  constexpr bool is_none() const { return kind_ == Kind::kNone; }
  constexpr bool is_bool() const { return kind_ == Kind::kBool; }
  // Whether it is an int of any size.
  constexpr bool is_int() const { return kind_ == Kind::kInt || kind_ == Kind::kBigInt; }
  constexpr bool is_float() const { return kind_ == Kind::kFloat; }
  constexpr bool is_number() const { return is_int() || is_float(); }
  constexpr bool is_string() const { return kind_ == Kind::kString; }
  constexpr bool is_object() const { return kind_ > Kind::kFloat; }

  // Each needs the kind it reads.
  constexpr bool boolean() const { return integer_ != 0; }
  constexpr int64_t integer() const { return integer_; }
  constexpr double real() const { return real_; }
  Object* object() const { return object_; }
  // The bytes of a string.
  std::string_view text() const;

  // Returns the object as a T (List, Dict, …), or null if it has another type. For classes derived from
  // HostValue use AsHost.
  template <typename T>
  T* As() const {
    return kind_ == T::kKind ? static_cast<T*>(object_) : nullptr;
  }
  // The object as a class derived from HostValue, or null.
  template <typename T>
  T* AsHost() const {
    return kind_ == Kind::kHost ? dynamic_cast<T*>(object_) : nullptr;
  }

  // The same object or the same bits; not Starlark's `==` (ops.h).
  friend constexpr bool Same(Value a, Value b) { return a.kind_ == b.kind_ && a.integer_ == b.integer_; }

 private:
  constexpr explicit Value(Kind kind) : kind_(kind) {}

  Kind kind_ = Kind::kUnset;
  union {
    int64_t integer_ = 0;
    double real_;
    Object* object_;
  };
};

static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) == 16);

}  // namespace kval::starlark
