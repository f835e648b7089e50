#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/kcl/syntax/number_unit.h"
#include "src/lang/kcl/syntax/operator.h"
#include "src/source/span.h"
#include "src/support/interner.h"

// The expressions of a KCL program.
//
// Nodes are in the arena of the parser's AstContext, are trivially destructible and immutable after parsing.
// Every node has its exact source span. Child pointers are non-null unless documented otherwise; unparsable
// input is an Invalid node.
namespace kval::kcl {

// The number of an expression or a type annotation, dense over all files of one AstContext (from 0). Index
// into the checker's table of types (sema/program.h).
using NodeId = int32_t;
// The number of a Name, dense like NodeId: index into the resolver's table of declarations. Config keys that
// are identifiers have numbers from -2 downwards, because few of them refer to a declaration. -1: no number.
using NameId = int32_t;

// An occurrence of an identifier, with a unique number: an expression that reads it, an assignment target, a
// declaration, a parameter, a loop variable, the first step of a config key. `$if` is the symbol `if`.
struct Name {
  Symbol symbol;
  source::Span span;
  NameId id = -1;
};

enum class ExprKind : uint8_t {
  kInvalid,
  kName,
  kInt,
  kFloat,
  kConstant,
  kString,
  kInterpolated,
  kUnary,
  kBinary,
  kCompare,
  kConditional,
  kAs,
  kSelector,
  kProjection,
  kSubscript,
  kSlice,
  kCall,
  kSchemaInit,
  kConfig,
  kList,
  kListComprehension,
  kDictComprehension,
  kQuantifier,
  kLambda,
  kParen,
  kStarred,
  kListIf,
};

struct Expr {
  ExprKind kind = ExprKind::kInvalid;
  source::Span span;
  NodeId id = -1;

  // Returns the node as a T, or null if it has another kind: `if (const Call* call = expr.As<Call>())`.
  template <typename T>
  const T* As() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
};

struct TypeExpr;    // type_expr.h
struct Stmt;        // stmt.h
struct ConfigExpr;  // below

using Exprs = std::span<const Expr* const>;

// A syntax error was reported here.
struct InvalidExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kInvalid;
};

struct NameExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kName;
  Name name;
};

struct IntExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kInt;
  int64_t value = 0;  // the digits alone, without the unit
  NumberUnit unit = NumberUnit::kNone;
};

struct FloatExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kFloat;
  double value = 0;
};

enum class Constant : uint8_t { kTrue, kFalse, kNone, kUndefined };

struct ConstantExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kConstant;
  Constant value = Constant::kNone;
};

// A string without interpolation: escapes decoded, triple-quoted strings dedented. Refers to the source if
// the string needs no decoding.
struct StringExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kString;
  std::string_view value;
};

// A part of an interpolated string: text (expr null) or `${expr: #spec}`.
struct StringPart {
  source::Span span;
  std::string_view text;  // decoded
  const Expr* expr = nullptr;
  std::string_view spec;  // `#json`, `#yaml` or empty
};

// `"a ${b} c"`; has at least one part with an expression.
struct InterpolatedExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kInterpolated;
  std::span<const StringPart> parts;
};

struct UnaryExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kUnary;
  UnaryOp op = UnaryOp::kPlus;
  source::Span op_span;
  const Expr* operand = nullptr;
};

// Arithmetic, bit and boolean operators; `and` and `or` short-circuit and yield an operand.
struct BinaryExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kBinary;
  BinaryOp op = BinaryOp::kAdd;
  source::Span op_span;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
};

struct Comparison {
  CompareOp op = CompareOp::kEqual;
  source::Span op_span;
  const Expr* right = nullptr;
};

// `a < b <= c`: chained, short-circuits; at least one comparison.
struct CompareExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kCompare;
  const Expr* first = nullptr;
  std::span<const Comparison> rest;
};

// `then if condition else otherwise`
struct ConditionalExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kConditional;
  const Expr* then = nullptr;
  const Expr* condition = nullptr;
  const Expr* otherwise = nullptr;
};

// `value as type`
struct AsExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kAs;
  const Expr* value = nullptr;
  const TypeExpr* type = nullptr;
};

// `value.attribute`, `value?.attribute`; also `package.name`: `value` is then a NameExpr that resolves to an
// import (the resolver records the whole, see sema/program.h).
struct SelectorExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSelector;
  const Expr* value = nullptr;
  Name attribute;
  bool optional = false;  // `?.`
};

// The historic selectors `value.*` (no names) and `value.{a, b.c}`.
struct ProjectionExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kProjection;
  const Expr* value = nullptr;
  bool all = false;
  std::span<const Name> names;
};

// `value[index]`, `value?[index]`
struct SubscriptExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSubscript;
  const Expr* value = nullptr;
  const Expr* index = nullptr;
  bool optional = false;
};

// `value[lower:upper:step]`; each may be null.
struct SliceExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSlice;
  const Expr* value = nullptr;
  const Expr* lower = nullptr;
  const Expr* upper = nullptr;
  const Expr* step = nullptr;
  bool optional = false;
};

enum class ArgumentKind : uint8_t { kPositional, kKeyword, kStar, kStarStar };

struct Argument {
  ArgumentKind kind = ArgumentKind::kPositional;
  source::Span span;
  Name name;  // of a kKeyword
  const Expr* value = nullptr;
};

struct CallExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kCall;
  const Expr* callee = nullptr;
  std::span<const Argument> args;
};

// `S {…}`, `pkg.S(args) {…}`, `value {…}`: instantiates a schema, or merges a value with a config.
struct SchemaInitExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSchemaInit;
  const Expr* schema = nullptr;
  bool has_args = false;  // has parentheses, possibly empty
  std::span<const Argument> args;
  const ConfigExpr* config = nullptr;
};

enum class KeyStepKind : uint8_t {
  kName,    // `a`: the text `a`, or the value of the local variable that the resolver found; `.b`
            // too
  kString,  // `"a"`: the text
  kExpr,    // `(e)`, `"${e}"`, a number: the value, first step only
  kIndex,   // `[e]`, never the first step
};

struct KeyStep {
  Name name;                   // kName, kString (its text as symbol)
  const Expr* expr = nullptr;  // kExpr, kIndex
  KeyStepKind kind = KeyStepKind::kName;

  source::Span span() const { return expr == nullptr ? name.span : expr->span; }
};

enum class EntryKind : uint8_t { kPair, kUnpack, kIf };

struct ConfigIf;

// `key op value`, `**value` or an if-entry. In a path of more than one step (`a.b[0].c = 1`) the operator
// belongs to the last step, the steps before it are united (`:`).
struct ConfigEntry {
  EntryKind kind = EntryKind::kPair;
  EntryOp op = EntryOp::kUnion;
  source::Span span;
  source::Span key_span;
  std::span<const KeyStep> key;         // kPair: not empty
  const Expr* value = nullptr;          // kPair, kUnpack
  const ConfigIf* condition = nullptr;  // kIf
};

// `if c: entries elif d: entries else: entries`; `condition` of the else branch is null.
struct ConfigIfBranch {
  const Expr* condition = nullptr;
  std::span<const ConfigEntry> entries;
};

struct ConfigIf {
  source::Span span;
  std::span<const ConfigIfBranch> branches;
};

// `{…}`
struct ConfigExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kConfig;
  std::span<const ConfigEntry> entries;
};

// `[…]`; an item may be a StarredExpr or a ListIfExpr.
struct ListExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kList;
  Exprs items;
};

// `*value` as a list item.
struct StarredExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kStarred;
  const Expr* value = nullptr;
};

struct ListIfBranch {
  const Expr* condition = nullptr;  // null: else
  Exprs items;
};

// `if c: items elif d: items else: items` as a list item.
struct ListIfExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kListIf;
  std::span<const ListIfBranch> branches;
};

// `for a, b in iterable if x if y`; the parser accepts any number of variables, the checker one or two.
struct ForClause {
  source::Span span;
  std::span<const Name> variables;
  const Expr* iterable = nullptr;
  Exprs conditions;
};

struct ListComprehensionExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kListComprehension;
  const Expr* item = nullptr;
  std::span<const ForClause> clauses;
};

// `{k: v for …}`; a kName key here is an expression, `entry.key` has exactly one step.
struct DictComprehensionExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kDictComprehension;
  ConfigEntry entry;
  std::span<const ForClause> clauses;
};

enum class QuantifierKind : uint8_t { kAll, kAny, kMap, kFilter };

// `all i, e in iterable {body if condition}`
struct QuantifierExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kQuantifier;
  QuantifierKind quantifier = QuantifierKind::kAll;
  std::span<const Name> variables;
  const Expr* iterable = nullptr;
  const Expr* body = nullptr;
  const Expr* condition = nullptr;  // may be null
};

// A parameter of a lambda, a schema or a rule.
struct Parameter {
  source::Span span;
  Name name;
  const TypeExpr* type = nullptr;       // may be null
  const Expr* default_value = nullptr;  // may be null
};

struct LambdaExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kLambda;
  std::span<const Parameter> params;
  const TypeExpr* return_type = nullptr;  // may be null
  std::span<const Stmt* const> body;      // the value of the last statement is the result
};

struct ParenExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kParen;
  const Expr* inner = nullptr;
};

}  // namespace kval::kcl
