#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "src/support/arena.h"

namespace kval::cel {

// The static types of expressions.
//
// Sources: the language definition (cel-spec, doc/langdef.md, "Types"), cel-go's common/types/types.go.
enum class TypeKind : uint8_t {
  kError,  // of an invalid expression; compatible with every type, so that each error is reported once
  kDyn,
  kNull,
  kBool,
  kInt,
  kUint,
  kDouble,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kList,       // parameters: item
  kMap,        // parameters: key, value
  kObject,     // a named type, which may have fields
  kOptional,   // parameters: value
  kType,       // parameters: the type that the value names, or none
  kParameter,  // inferred from its use
};

struct Type;

// The fields of an object type. Asked for when an expression names them, so that schemas need not be lowered
// as a whole. The answer for a name must not change.
class Fields {
 public:
  // Returns null if there is no such field.
  virtual const Type* Find(std::string_view name) const = 0;

 protected:
  ~Fields() = default;
};

// Immutable; lives as long as what made it: the program, or the TypeArena of the environment.
struct Type {
  TypeKind kind = TypeKind::kDyn;
  bool nullable = false;   // `wrapper(int)`: null fits, too
  uint32_t parameter = 0;  // kParameter: its number
  std::string_view name;   // kObject; `int` and the like for what has a fixed name
  std::span<const Type* const> parameters = {};
  const Fields* fields = nullptr;

  const Type* item() const { return parameters[0]; }
  const Type* key() const { return parameters[0]; }
  const Type* value() const { return parameters[1]; }
};

inline constexpr Type kErrorType{TypeKind::kError, false, 0, "!error!"};
inline constexpr Type kDynType{TypeKind::kDyn, false, 0, "dyn"};
inline constexpr Type kNullType{TypeKind::kNull, false, 0, "null_type"};
inline constexpr Type kBoolType{TypeKind::kBool, false, 0, "bool"};
inline constexpr Type kIntType{TypeKind::kInt, false, 0, "int"};
inline constexpr Type kUintType{TypeKind::kUint, false, 0, "uint"};
inline constexpr Type kDoubleType{TypeKind::kDouble, false, 0, "double"};
inline constexpr Type kStringType{TypeKind::kString, false, 0, "string"};
inline constexpr Type kBytesType{TypeKind::kBytes, false, 0, "bytes"};
inline constexpr Type kTimestampType{TypeKind::kTimestamp, false, 0, "google.protobuf.Timestamp"};
inline constexpr Type kDurationType{TypeKind::kDuration, false, 0, "google.protobuf.Duration"};
inline constexpr Type kTypeType{TypeKind::kType, false, 0, "type"};
// Types of values only (a list whose items are not known).
inline constexpr Type kListType{TypeKind::kList, false, 0, "list"};
inline constexpr Type kMapType{TypeKind::kMap, false, 0, "map"};
inline constexpr Type kOptionalType{TypeKind::kOptional, false, 0, "optional_type"};
// Types of Kubernetes' libraries.
inline constexpr Type kQuantityType{TypeKind::kObject, false, 0, "kubernetes.Quantity"};
inline constexpr Type kIpType{TypeKind::kObject, false, 0, "net.IP"};
inline constexpr Type kCidrType{TypeKind::kObject, false, 0, "net.CIDR"};
inline constexpr Type kUrlType{TypeKind::kObject, false, 0, "kubernetes.URL"};
inline constexpr Type kSemverType{TypeKind::kObject, false, 0, "kubernetes.Semver"};
inline constexpr Type kAuthorizerType{TypeKind::kObject, false, 0, "kubernetes.authorization.Authorizer"};
inline constexpr Type kResourceCheckType{TypeKind::kObject, false, 0,
                                         "kubernetes.authorization.ResourceCheck"};
// Types of Kyverno's libraries: the name of an image, the objects of a cluster, and what only Kyverno has.
inline constexpr Type kImageType{TypeKind::kObject, false, 0, "kyverno.image"};
inline constexpr Type kClusterType{TypeKind::kObject, false, 0, "resource.Context"};
inline constexpr Type kContextType{TypeKind::kObject, false, 0, "kyverno.Context"};
inline constexpr Type kFormatType{TypeKind::kObject, false, 0, "kubernetes.NamedFormat"};

// Makes the types that have parameters or names.
class TypeArena {
 public:
  const Type* List(const Type* item);
  const Type* Map(const Type* key, const Type* value);
  const Type* Optional(const Type* value);
  const Type* TypeOf(const Type* type);
  const Type* Nullable(const Type* type);
  const Type* Parameter(uint32_t number, std::string_view name);
  // `name` is copied; `fields` must live as long as the arena and may be null.
  const Type* Object(std::string_view name, const Fields* fields);

  Arena& arena() { return arena_; }

 private:
  const Type* Make(TypeKind kind, std::string_view name, std::span<const Type* const> parameters);

  Arena arena_;
};

// Formats the type as cel-go does: `list(map(string, dyn))`, `google.protobuf.Timestamp`, `wrapper(int)`.
std::string TypeText(const Type& type);

// Returns whether the types are equal, including the names of type parameters.
bool SameType(const Type& a, const Type& b);
// Returns whether the types are equal up to the names of type parameters.
bool EquivalentType(const Type& a, const Type& b);

}  // namespace kval::cel
