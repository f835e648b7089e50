#include "src/lang/gotemplate/value.h"

#include "src/lang/gotemplate/containers.h"

namespace kval::gotemplate {

const Type kAnyType = {.kind = Kind::kInterface, .name = "interface {}"};
const Type kReflectValueType = {.kind = Kind::kInterface, .name = "reflect.Value"};
const Type kBoolType = {.kind = Kind::kBool, .name = "bool"};
const Type kIntType = {.kind = Kind::kInt, .name = "int"};
const Type kInt32Type = {.kind = Kind::kInt, .name = "int32", .bits = 32};
const Type kInt64Type = {.kind = Kind::kInt, .name = "int64"};
const Type kUintType = {.kind = Kind::kUint, .name = "uint"};
const Type kByteType = {.kind = Kind::kUint, .name = "uint8", .bits = 8};
const Type kUint32Type = {.kind = Kind::kUint, .name = "uint32", .bits = 32};
const Type kUint64Type = {.kind = Kind::kUint, .name = "uint64"};
const Type kFloat64Type = {.kind = Kind::kFloat, .name = "float64"};
const Type kStringType = {.kind = Kind::kString, .name = "string"};
const Type kAnyListType = {.kind = Kind::kList, .name = "[]interface {}", .element = &kAnyType};
const Type kStringListType = {.kind = Kind::kList, .name = "[]string", .element = &kStringType};
const Type kIntListType = {.kind = Kind::kList, .name = "[]int", .element = &kIntType};
const Type kByteListType = {.kind = Kind::kList, .name = "[]uint8", .element = &kByteType};
const Type kAnyListListType = {.kind = Kind::kList, .name = "[][]interface {}", .element = &kAnyListType};
const Type kAnyMapType = {.kind = Kind::kMap, .name = "map[string]interface {}", .element = &kAnyType};
const Type kStringMapType = {.kind = Kind::kMap, .name = "map[string]string", .element = &kStringType};
const Type kAnyMapListType = {
    .kind = Kind::kList, .name = "[]map[string]interface {}", .element = &kAnyMapType};
const Type kFunctionType = {.kind = Kind::kFunction, .name = "func"};

Value Value::Zero(const Type& type) {
  if (type.kind == Kind::kInterface) {
    return Value().Interface();
  }
  return Value(type);
}

const Map::Entries& EntriesOf(const Value& map) {
  static const Map::Entries kNone;
  return map.is(Kind::kMap) && map.map() != nullptr ? map.map()->entries() : kNone;
}

}  // namespace kval::gotemplate
