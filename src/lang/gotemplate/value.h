#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "src/lang/gotemplate/origins.h"
#include "src/support/check.h"

namespace kval::gotemplate {

class Value;
struct Function;

// What a value can do, as Go's reflect.Kind. Sizes of numbers are in Type.
enum class Kind : uint8_t {
  kInvalid,  // no value: Go's zero reflect.Value, a nil that has no type
  kBool,
  kInt,    // every signed integer
  kUint,   // every unsigned integer
  kFloat,  // float64
  kString,
  kList,  // a slice
  kMap,   // keys are strings
  kObject,
  kFunction,
  kInterface,  // of types only: a value that a map, list or function holds as `interface {}`
};

// A Go type. Types are constants: two values have the same type if and only if the addresses of their types
// are equal.
struct Type {
  Kind kind;
  // As Go prints it: `map[string]interface {}`, `*semver.Version`.
  std::string_view name;
  const Type* element = nullptr;  // of lists and maps
  std::span<const Function> methods = {};
  // Of pointers to structs: the names of the fields, for messages about its nil.
  std::span<const std::string_view> fields = {};
  // Of a defined list or map type: the type that Go may assign it to and from.
  const Type* underlying = nullptr;
  // The String or Error method, which printing uses. Null if the type has none. May append nothing.
  void (*append_text)(const Value& value, std::string* text) = nullptr;
  uint8_t bits = 64;          // of integers
  bool is_pointer = false;    // of objects: Go's type is a pointer to a struct
  bool is_comparable = true;  // of objects: Go's == works
};

extern const Type kAnyType;           // interface {}
extern const Type kReflectValueType;  // a parameter that takes any value as it is (Function)
extern const Type kBoolType;
extern const Type kIntType;
extern const Type kInt32Type;
extern const Type kInt64Type;
extern const Type kUintType;
extern const Type kByteType;  // uint8
extern const Type kUint32Type;
extern const Type kUint64Type;
extern const Type kFloat64Type;
extern const Type kStringType;
extern const Type kAnyListType;      // []interface {}
extern const Type kStringListType;   // []string
extern const Type kIntListType;      // []int
extern const Type kByteListType;     // []uint8
extern const Type kAnyListListType;  // [][]interface {}
extern const Type kAnyMapType;       // map[string]interface {}
extern const Type kStringMapType;    // map[string]string
extern const Type kAnyMapListType;   // []map[string]interface {}
extern const Type kFunctionType;

class List;
class Map;
class Object;

// A Go value: a handle of 24 bytes, copied freely. What it refers to belongs to a Heap (heap.h) or the host.
//
// Three different things are nil: Value() has no type, Interface(Value()) is a nil that a map or list holds,
// and lists, maps and objects may be nil of their type (Value::Nil). Values in lists and maps are stored
// without `is_interface`; the evaluator adds it to an element that a template reads (Element).
class Value {
 public:
  constexpr Value() = default;
  static Value Bool(bool value) { return Integral(kBoolType, value ? 1 : 0); }
  static Value Int(int64_t value) { return Integral(kIntType, value); }  // Go's int
  static Value Int64(int64_t value) { return Integral(kInt64Type, value); }
  // `type` is a type of kind kBool, kInt or kUint; the bits of an uint64 for kUint.
  static Value Integral(const Type& type, int64_t value) {
    Value made(type);
    made.integer_ = value;
    return made;
  }
  static Value Float(double value) {
    Value made(kFloat64Type);
    made.real_ = value;
    return made;
  }
  // The text must outlive the value (Heap::NewText copies) and be shorter than 4 GiB.
  static Value Text(std::string_view text) { return Text(kStringType, text); }
  static Value Text(const Type& type, std::string_view text) {
    Value made(type);
    made.text_ = text.data();
    made.size_ = static_cast<uint32_t>(text.size());
    KVAL_CHECK(made.size_ == text.size());
    return made;
  }
  // Of a List, Map, Object or Function. A function is a value for `call`, of kFunctionType.
  template <typename T>
  static Value Of(const Type& type, T* target) {
    Value made(type);
    if constexpr (std::is_same_v<const T, const List>) {
      made.list_ = target;
    } else if constexpr (std::is_same_v<const T, const Map>) {
      made.map_ = target;
    } else if constexpr (std::is_same_v<const T, const Function>) {
      made.function_ = target;
    } else {
      made.object_ = target;
    }
    return made;
  }
  // The nil list, map or object of a type.
  static Value Nil(const Type& type) { return Value(type); }
  // The zero of a type: 0, "", nil.
  static Value Zero(const Type& type);

  // The kind of what the value holds, also of an interface.
  Kind kind() const { return type_ == nullptr ? Kind::kInvalid : type_->kind; }
  bool is(Kind kind) const { return this->kind() == kind; }
  // The type of what it holds; null for an untyped nil.
  const Type* type() const { return type_; }
  // Its Go type is `interface {}`, whatever it holds.
  bool is_interface() const { return is_interface_ != 0; }
  // A nil without a type, in an interface or not.
  bool is_untyped_nil() const { return type_ == nullptr; }
  // A nil of any kind.
  bool is_nil() const {
    return type_ == nullptr ||
           (type_->kind >= Kind::kList && type_->kind <= Kind::kFunction && list_ == nullptr);
  }

  // Each for the kinds that it is named after only.
  bool boolean() const { return integer_ != 0; }
  int64_t integer() const { return integer_; }
  uint64_t natural() const { return static_cast<uint64_t>(integer_); }
  double real() const { return real_; }
  std::string_view text() const { return {text_, size_}; }
  const List* list() const { return list_; }  // may be null
  Map* map() const { return map_; }           // may be null
  const Object* object() const { return object_; }
  const Function* function() const { return function_; }

  // The value as something of type `interface {}`, and what an interface holds.
  Value Interface() const {
    Value made = *this;
    made.is_interface_ = 1;
    return made;
  }
  Value Held() const {
    Value made = *this;
    made.is_interface_ = 0;
    return made;
  }
  // The same content as a value of another type of the same kind.
  Value As(const Type& type) const {
    Value made = *this;
    made.type_ = &type;
    return made;
  }
  // Where the value comes from; a computed value has the origins of all values that it was computed from.
  OriginSet origin() const { return OriginSet{origin_}; }
  Value From(OriginSet origin) const {
    Value made = *this;
    made.origin_ = origin.index & kOriginMask;
    return made;
  }

 private:
  static constexpr uint32_t kOriginMask = 0x7fffffff;
  explicit Value(const Type& type) : type_(&type) {}

  const Type* type_ = nullptr;
  union {
    int64_t integer_ = 0;
    double real_;
    const char* text_;
    const List* list_;
    Map* map_;
    const Object* object_;
    const Function* function_;
  };
  uint32_t size_ = 0;
  uint32_t origin_ : 31 = 0;
  uint32_t is_interface_ : 1 = 0;
};

static_assert(sizeof(Value) == 24 || sizeof(void*) != 8);

// A value as read from a list or map of `container` type: an interface if its elements are.
inline Value Element(const Type& container, const Value& stored) {
  return container.element != nullptr && container.element->kind == Kind::kInterface ? stored.Interface()
                                                                                     : stored;
}

}  // namespace kval::gotemplate
