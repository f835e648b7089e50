#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/kcl/syntax/expr.h"
#include "src/support/interner.h"

// The types of KCL as the checker and the evaluator see them: names resolved, aliases expanded, unions flat
// and without repetition. Types live as long as the Program; equal types are the same pointer, dict literals'
// and schemas' excepted (see there).
namespace kval::kcl {

struct Schema;  // program.h
struct Type;

enum class TypeKind : uint8_t {
  kInvalid,  // unknown after an error; treated as any, and suppresses follow-up errors
  kAny,
  kNone,  // of None and Undefined
  kBool,
  kInt,
  kFloat,
  kStr,
  kBoolLiteral,
  kIntLiteral,
  kFloatLiteral,
  kStrLiteral,
  kNumberMultiplier,         // units.NumberMultiplier
  kNumberMultiplierLiteral,  // 1Mi
  kList,
  kDict,
  kSchema,      // an instance of a schema
  kSchemaType,  // the schema itself, as a value
  kUnion,
  kFunction,
  kModule,
};

// A key of a dict literal with the type of its value.
struct DictAttribute {
  Symbol name;
  const Type* type = nullptr;
  source::Span span;
};

struct FunctionParam {
  Symbol name;
  source::Span span;  // the declaration, if it is in the program
  const Type* type = nullptr;
  bool has_default = false;
};

struct FunctionType {
  std::span<const FunctionParam> params;
  const Type* result = nullptr;
  bool variadic = false;          // takes additional positional arguments
  bool keyword_variadic = false;  // takes additional keyword arguments
};

// One struct for all kinds: which members mean something depends on `kind`.
struct Type {
  TypeKind kind = TypeKind::kAny;
  uint16_t depth = 0;                         // nesting of lists, dicts and functions; limited
  bool bool_value = false;                    // kBoolLiteral
  NumberUnit unit = NumberUnit::kNone;        // kNumberMultiplierLiteral
  int64_t int_value = 0;                      // kIntLiteral; the digits of a kNumberMultiplierLiteral
  double float_value = 0;                     // kFloatLiteral
  std::string_view text;                      // kStrLiteral; the name of a kModule
  const Type* key = nullptr;                  // kDict
  const Type* element = nullptr;              // kList; the value of a kDict
  std::span<const DictAttribute> attributes;  // kDict of a literal: its known keys
  std::span<const Type* const> members;       // kUnion: at least two
  const Schema* schema = nullptr;             // kSchema, kSchemaType
  const FunctionType* function = nullptr;     // kFunction
  int32_t package = -1;                       // kModule: index into Program::packages, -1 for a system module
};

}  // namespace kval::kcl
