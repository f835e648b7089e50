#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "src/lang/kcl/syntax/number_unit.h"
#include "src/lang/kcl/syntax/operator.h"
#include "src/source/span.h"
#include "src/support/interner.h"

// The expressions of a KCL program.
//
// Nodes are in the arena of the parser's AstContext, are trivially destructible and immutable after parsing.
// Every node has its exact source span. Child pointers are non-null unless documented otherwise; unparsable
// input is an Invalid node. `Fields` returns references to a node's fields in the order of the text (see
// fields.h): no spans, no numbers of nodes, no spellings without a meaning.
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
template <ExprKind Kind>
struct ExprOf : Expr {
  static constexpr ExprKind kKind = Kind;
};

struct TypeExpr;    // type_expr.h
struct Stmt;        // stmt.h
struct ConfigExpr;  // below

using Exprs = std::span<const Expr* const>;

// A syntax error was reported here.
struct InvalidExpr : ExprOf<ExprKind::kInvalid> {};

struct NameExpr : ExprOf<ExprKind::kName> {
  Name name;
  auto Fields() const { return std::tie(name); }
};

struct IntExpr : ExprOf<ExprKind::kInt> {
  int64_t value = 0;  // the digits alone, without the unit
  NumberUnit unit = NumberUnit::kNone;
  auto Fields() const { return std::tie(value, unit); }
};

struct FloatExpr : ExprOf<ExprKind::kFloat> {
  double value = 0;
  auto Fields() const { return std::tie(value); }
};

enum class Constant : uint8_t { kTrue, kFalse, kNone, kUndefined };

struct ConstantExpr : ExprOf<ExprKind::kConstant> {
  Constant value = Constant::kNone;
  auto Fields() const { return std::tie(value); }
};

// A string without interpolation: escapes decoded, triple-quoted strings dedented. Refers to the source if
// the string needs no decoding.
struct StringExpr : ExprOf<ExprKind::kString> {
  std::string_view value;
  auto Fields() const { return std::tie(value); }
};

// A part of an interpolated string: text (expr null) or `${expr: #spec}`.
struct StringPart {
  source::Span span;
  std::string_view text;  // decoded
  const Expr* expr = nullptr;
  std::string_view spec;  // `#json`, `#yaml` or empty
  auto Fields() const { return std::tie(text, expr, spec); }
};

// `"a ${b} c"`; has at least one part with an expression.
struct InterpolatedExpr : ExprOf<ExprKind::kInterpolated> {
  std::span<const StringPart> parts;
  auto Fields() const { return std::tie(parts); }
};

struct UnaryExpr : ExprOf<ExprKind::kUnary> {
  UnaryOp op = UnaryOp::kPlus;
  source::Span op_span;
  const Expr* operand = nullptr;
  auto Fields() const { return std::tie(op, operand); }
};

// Arithmetic, bit and boolean operators; `and` and `or` short-circuit and yield an operand.
struct BinaryExpr : ExprOf<ExprKind::kBinary> {
  BinaryOp op = BinaryOp::kAdd;
  source::Span op_span;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
  auto Fields() const { return std::tie(op, left, right); }
};

struct Comparison {
  CompareOp op = CompareOp::kEqual;
  source::Span op_span;
  const Expr* right = nullptr;
  auto Fields() const { return std::tie(op, right); }
};

// `a < b <= c`: chained, short-circuits; at least one comparison.
struct CompareExpr : ExprOf<ExprKind::kCompare> {
  const Expr* first = nullptr;
  std::span<const Comparison> rest;
  auto Fields() const { return std::tie(first, rest); }
};

// `then if condition else otherwise`
struct ConditionalExpr : ExprOf<ExprKind::kConditional> {
  const Expr* then = nullptr;
  const Expr* condition = nullptr;
  const Expr* otherwise = nullptr;
  auto Fields() const { return std::tie(then, condition, otherwise); }
};

// `value as type`
struct AsExpr : ExprOf<ExprKind::kAs> {
  const Expr* value = nullptr;
  const TypeExpr* type = nullptr;
  auto Fields() const { return std::tie(value, type); }
};

// `value.attribute`, `value?.attribute`; also `package.name`: `value` is then a NameExpr that resolves to an
// import (the resolver records the whole, see sema/program.h).
struct SelectorExpr : ExprOf<ExprKind::kSelector> {
  const Expr* value = nullptr;
  Name attribute;
  bool optional = false;  // `?.`
  auto Fields() const { return std::tie(value, attribute, optional); }
};

// The historic selectors `value.*` (no names) and `value.{a, b.c}`.
struct ProjectionExpr : ExprOf<ExprKind::kProjection> {
  const Expr* value = nullptr;
  bool all = false;
  std::span<const Name> names;
  auto Fields() const { return std::tie(value, all, names); }
};

// `value[index]`, `value?[index]`
struct SubscriptExpr : ExprOf<ExprKind::kSubscript> {
  const Expr* value = nullptr;
  const Expr* index = nullptr;
  bool optional = false;
  auto Fields() const { return std::tie(value, index, optional); }
};

// `value[lower:upper:step]`; each may be null.
struct SliceExpr : ExprOf<ExprKind::kSlice> {
  const Expr* value = nullptr;
  const Expr* lower = nullptr;
  const Expr* upper = nullptr;
  const Expr* step = nullptr;
  bool optional = false;
  auto Fields() const { return std::tie(value, lower, upper, step, optional); }
};

enum class ArgumentKind : uint8_t { kPositional, kKeyword, kStar, kStarStar };

struct Argument {
  ArgumentKind kind = ArgumentKind::kPositional;
  source::Span span;
  Name name;  // of a kKeyword
  const Expr* value = nullptr;
  auto Fields() const { return std::tie(kind, name, value); }
};

struct CallExpr : ExprOf<ExprKind::kCall> {
  const Expr* callee = nullptr;
  std::span<const Argument> args;
  auto Fields() const { return std::tie(callee, args); }
};

// `S {…}`, `pkg.S(args) {…}`, `value {…}`: instantiates a schema, or merges a value with a config.
struct SchemaInitExpr : ExprOf<ExprKind::kSchemaInit> {
  const Expr* schema = nullptr;
  bool has_args = false;  // has parentheses, possibly empty
  std::span<const Argument> args;
  const ConfigExpr* config = nullptr;
  auto Fields() const { return std::tie(schema, args, config); }
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
  auto Fields() const { return std::tie(kind, name, expr); }
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
  auto Fields() const { return std::tie(kind, op, key, value, condition); }
};

// `if c: entries elif d: entries else: entries`; `condition` of the else branch is null.
struct ConfigIfBranch {
  const Expr* condition = nullptr;
  std::span<const ConfigEntry> entries;
  auto Fields() const { return std::tie(condition, entries); }
};

struct ConfigIf {
  source::Span span;
  std::span<const ConfigIfBranch> branches;
  auto Fields() const { return std::tie(branches); }
};

// `{…}`
struct ConfigExpr : ExprOf<ExprKind::kConfig> {
  std::span<const ConfigEntry> entries;
  auto Fields() const { return std::tie(entries); }
};

// `[…]`; an item may be a StarredExpr or a ListIfExpr.
struct ListExpr : ExprOf<ExprKind::kList> {
  Exprs items;
  auto Fields() const { return std::tie(items); }
};

// `*value` as a list item.
struct StarredExpr : ExprOf<ExprKind::kStarred> {
  const Expr* value = nullptr;
  auto Fields() const { return std::tie(value); }
};

struct ListIfBranch {
  const Expr* condition = nullptr;  // null: else
  Exprs items;
  auto Fields() const { return std::tie(condition, items); }
};

// `if c: items elif d: items else: items` as a list item.
struct ListIfExpr : ExprOf<ExprKind::kListIf> {
  std::span<const ListIfBranch> branches;
  auto Fields() const { return std::tie(branches); }
};

// `for a, b in iterable if x if y`; the parser accepts any number of variables, the checker one or two.
struct ForClause {
  source::Span span;
  std::span<const Name> variables;
  const Expr* iterable = nullptr;
  Exprs conditions;
  auto Fields() const { return std::tie(variables, iterable, conditions); }
};

struct ListComprehensionExpr : ExprOf<ExprKind::kListComprehension> {
  const Expr* item = nullptr;
  std::span<const ForClause> clauses;
  auto Fields() const { return std::tie(item, clauses); }
};

// `{k: v for …}`; a kName key here is an expression, `entry.key` has exactly one step.
struct DictComprehensionExpr : ExprOf<ExprKind::kDictComprehension> {
  ConfigEntry entry;
  std::span<const ForClause> clauses;
  auto Fields() const { return std::tie(entry, clauses); }
};

enum class QuantifierKind : uint8_t { kAll, kAny, kMap, kFilter };

// `all i, e in iterable {body if condition}`
struct QuantifierExpr : ExprOf<ExprKind::kQuantifier> {
  QuantifierKind quantifier = QuantifierKind::kAll;
  std::span<const Name> variables;
  const Expr* iterable = nullptr;
  const Expr* body = nullptr;
  const Expr* condition = nullptr;  // may be null
  auto Fields() const { return std::tie(quantifier, variables, iterable, body, condition); }
};

// A parameter of a lambda, a schema or a rule.
struct Parameter {
  source::Span span;
  Name name;
  const TypeExpr* type = nullptr;       // may be null
  const Expr* default_value = nullptr;  // may be null
  auto Fields() const { return std::tie(name, type, default_value); }
};

struct LambdaExpr : ExprOf<ExprKind::kLambda> {
  std::span<const Parameter> params;
  const TypeExpr* return_type = nullptr;  // may be null
  std::span<const Stmt* const> body;      // the value of the last statement is the result
  auto Fields() const { return std::tie(params, return_type, body); }
};

struct ParenExpr : ExprOf<ExprKind::kParen> {
  const Expr* inner = nullptr;
  auto Fields() const { return std::tie(inner); }
};

}  // namespace kval::kcl
