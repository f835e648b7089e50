#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

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
  uint8_t bits = 64;           // of integers
  bool is_error_text = false;  // append_text is Error: printing prefers it, as with String
  bool is_pointer = false;     // of objects: Go's type is a pointer to a struct
  bool is_comparable = true;   // of objects: Go's == works
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
extern const Type kAnyListType;         // []interface {}
extern const Type kStringListType;      // []string
extern const Type kIntListType;         // []int
extern const Type kByteListType;        // []uint8
extern const Type kStringListListType;  // [][]string
extern const Type kAnyListListType;     // [][]interface {}
extern const Type kAnyMapType;          // map[string]interface {}
extern const Type kStringMapType;       // map[string]string
extern const Type kAnyMapListType;      // []map[string]interface {}
extern const Type kFunctionType;

}  // namespace kval::gotemplate
