#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "src/lang/starlark/program_segment.h"
#include "src/lang/starlark/token.h"
#include "src/lang/starlark/value.h"
#include "src/source/span.h"

namespace kval::starlark {

// The syntax tree. Nodes live in the arena of their Program and are trivially destructible; the resolver
// fills in the references, after that nothing changes.

struct FunctionCode;

// The meaning of a name.
enum class Scope : uint8_t {
  kUndefined,    // was reported
  kLocal,        // a slot of the frame
  kCell,         // a slot of the frame that holds a Cell, because an inner function captures it
  kFree,         // a Cell that the function captured
  kGlobal,       // a member of the module
  kPredeclared,  // a value of the environment
};

struct Reference {
  Scope scope = Scope::kUndefined;
  uint32_t index = 0;
  const Value* predeclared = nullptr;
};

enum class ExprKind : uint8_t {
  kName,
  kLiteral,
  kList,
  kTuple,
  kDict,
  kComprehension,
  kUnary,
  kBinary,
  kLogical,
  kConditional,
  kDot,
  kIndex,
  kSlice,
  kCall,
  kLambda,
};

struct Expr {
  ExprKind kind;
  // The longest way down to a leaf; the parser keeps it small enough for recursion.
  uint32_t height;
  source::Span span;
};

struct NameExpr : Expr {
  std::string_view name;
  Reference ref;
};

struct LiteralExpr : Expr {
  Value value;
};

// kList and kTuple.
struct SequenceExpr : Expr {
  std::span<Expr*> items;
};

struct DictItem {
  Expr* key;
  Expr* value;
};

struct DictExpr : Expr {
  std::span<DictItem> items;
};

// `for target in iterable`, or `if condition` when target is null.
struct Clause {
  Expr* target;
  Expr* operand;
};

struct ComprehensionExpr : Expr {
  bool is_dict;
  DictItem body;  // of a list: value only
  std::span<Clause> clauses;
};

struct UnaryExpr : Expr {
  Token op;
  Expr* operand;
};

// kBinary and, for `and` and `or`, kLogical.
struct BinaryExpr : Expr {
  Token op;
  source::Span op_span;
  Expr* left;
  Expr* right;
};

struct ConditionalExpr : Expr {
  Expr* condition;
  Expr* yes;
  Expr* no;
};

struct DotExpr : Expr {
  Expr* object;
  std::string_view name;
  source::Span name_span;
};

struct IndexExpr : Expr {
  Expr* object;
  Expr* index;
};

// Absent bounds are null.
struct SliceExpr : Expr {
  Expr* object;
  Expr* low;
  Expr* high;
  Expr* step;
};

struct Argument {
  enum Form : uint8_t { kPositional, kKeyword, kStar, kStarStar } form;
  std::string_view name;
  source::Span name_span;
  Expr* value;
};

struct CallExpr : Expr {
  Expr* callee;
  std::span<Argument> arguments;
};

struct LambdaExpr : Expr {
  FunctionCode* code;
};

enum class StmtKind : uint8_t {
  kExpr,
  kAssign,
  kIf,
  kFor,
  kWhile,
  kDef,
  kReturn,
  kBreak,
  kContinue,
  kLoad,
  kHost,
};

struct Stmt {
  StmtKind kind;
  source::Span span;
};

using Block = std::span<Stmt*>;

struct ExprStmt : Stmt {
  Expr* expr;
};

// `op` is kAssign, or the operator of an augmented assignment: kPlus for `+=`.
struct AssignStmt : Stmt {
  Token op;
  Expr* target;
  Expr* value;
};

struct IfClause {
  Expr* condition;
  Block body;
};

struct IfStmt : Stmt {
  std::span<IfClause> clauses;
  Block otherwise;
};

struct ForStmt : Stmt {
  Expr* target;
  Expr* iterable;
  Block body;
};

struct WhileStmt : Stmt {
  Expr* condition;
  Block body;
};

struct DefStmt : Stmt {
  NameExpr* name;
  FunctionCode* code;
};

struct ReturnStmt : Stmt {
  Expr* value;  // null for a bare return
};

struct LoadedName {
  std::string_view original;
  source::Span original_span;
  NameExpr* local;
};

struct LoadStmt : Stmt {
  std::string_view module;
  source::Span module_span;
  std::span<LoadedName> names;
};

struct HostStmt : Stmt {
  uint32_t op;
  HostCall::Form form;
  std::span<Argument> arguments;  // one positional for kExpression
};

struct Param {
  enum Form : uint8_t { kPlain, kStar, kBareStar, kStarStar } form;
  NameExpr* name;  // null for a bare `*`
  Expr* fallback;  // the default, or null
};

// The source of a captured Cell when a function is created: a slot of the enclosing frame, or a cell that the
// enclosing function has captured.
struct Capture {
  bool from_frame;
  uint32_t index;
};

// A def, a lambda, or the top level of a program.
struct FunctionCode {
  std::string_view name;
  source::Span span;
  std::span<Param> params;
  Block body;
  Expr* result = nullptr;  // of a lambda, which has no body
  bool has_host_calls = false;
  bool may_emit = false;  // it, or a function in it, has host calls
  // Set by the resolver. Slots: plain parameters, keyword-only ones, `*args`, `**kwargs`, other locals.
  std::span<std::string_view> slot_names;
  std::span<uint32_t> cell_slots;  // slots that hold Cells
  std::span<Capture> captures;
  uint32_t positional_count = 0;  // plain parameters before `*`
  uint32_t keyword_only_count = 0;
  bool has_args = false;
  bool has_kwargs = false;
  // By slot, for plain and keyword-only parameters.
  std::span<Expr*> fallbacks;
};

}  // namespace kval::starlark
