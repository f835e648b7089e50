#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <tuple>

#include "src/lang/kcl/syntax/expr.h"
#include "src/lang/kcl/syntax/type_expr.h"

// The statements of a KCL program. The nodes obey the rules of expr.h.
namespace kval::kcl {

enum class StmtKind : uint8_t {
  kImport,
  kAssign,
  kAugAssign,
  kUnification,
  kIf,
  kAssert,
  kExpr,
  kTypeAlias,
  kSchema,
  kRule,
  kAttribute,
};

struct Stmt {
  StmtKind kind = StmtKind::kExpr;
  source::Span span;

  template <typename T>
  const T* As() const {
    return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
  }
};
template <StmtKind Kind>
struct StmtOf : Stmt {
  static constexpr StmtKind kKind = Kind;
};

using Stmts = std::span<const Stmt* const>;

// `import a.b.c as d`, `import ..x`
struct ImportStmt : StmtOf<StmtKind::kImport> {
  bool is_broken = false;      // the path is invalid, which was reported
  uint32_t dots = 0;           // leading dots: 1 is the file's directory, each additional dot its parent
  std::span<const Name> path;  // the names between dots
  source::Span path_span;      // including the leading dots
  bool has_alias = false;
  Name bound;  // the name that the module gets: the alias or the last part of the path
  auto Fields() const { return std::tie(dots, path, has_alias, bound); }
};

// `a`, `a.b`, `a.b[0].c`: where an assignment stores. The id of `name` is the target's.
struct Target {
  source::Span span;
  Name name;
  std::span<const KeyStep> path;  // kName and kIndex steps; empty for a plain name
  auto Fields() const { return std::tie(name, path); }
};

// `a = e`, `a: T = e`, `a = b = e`
struct AssignStmt : StmtOf<StmtKind::kAssign> {
  std::span<const Target> targets;  // at least one
  const TypeExpr* type = nullptr;   // may be null; belongs to the first target
  const Expr* value = nullptr;
  auto Fields() const { return std::tie(targets, type, value); }
};

// `a += e`
struct AugAssignStmt : StmtOf<StmtKind::kAugAssign> {
  Target target;
  BinaryOp op = BinaryOp::kAdd;
  source::Span op_span;
  const Expr* value = nullptr;
  auto Fields() const { return std::tie(target, op, value); }
};

// `a: S {…}`: unites, may be repeated for the same name. `value->schema` is a NameExpr or a SelectorExpr.
struct UnificationStmt : StmtOf<StmtKind::kUnification> {
  Target target;
  const SchemaInitExpr* value = nullptr;
  auto Fields() const { return std::tie(target, value); }
};

struct IfBranch {
  const Expr* condition = nullptr;  // null: else
  Stmts body;
  auto Fields() const { return std::tie(condition, body); }
};

struct IfStmt : StmtOf<StmtKind::kIf> {
  std::span<const IfBranch> branches;  // if, elif …, else
  auto Fields() const { return std::tie(branches); }
};

// `assert condition if guard, message`
struct AssertStmt : StmtOf<StmtKind::kAssert> {
  const Expr* condition = nullptr;
  const Expr* guard = nullptr;    // may be null
  const Expr* message = nullptr;  // may be null
  auto Fields() const { return std::tie(condition, guard, message); }
};

// An expression as a statement; several with commas between are several values.
struct ExprStmt : StmtOf<StmtKind::kExpr> {
  Exprs exprs;
  auto Fields() const { return std::tie(exprs); }
};

// `type X = T`
struct TypeAliasStmt : StmtOf<StmtKind::kTypeAlias> {
  Name name;
  const TypeExpr* type = nullptr;
  auto Fields() const { return std::tie(name, type); }
};

// `@deprecated(version="1")`: a NameExpr or SelectorExpr with arguments.
struct Decorator {
  source::Span span;
  const Expr* callee = nullptr;
  std::span<const Argument> args;
  auto Fields() const { return std::tie(callee, args); }
};

// `condition if guard, message` in a check block or a rule.
struct CheckLine {
  source::Span span;
  const Expr* condition = nullptr;
  const Expr* guard = nullptr;    // may be null
  const Expr* message = nullptr;  // may be null
  auto Fields() const { return std::tie(condition, guard, message); }
};

// `[alias: ...str]: T = default`
struct IndexSignature {
  source::Span span;
  bool has_alias = false;
  Name alias;                 // with has_alias
  bool any_other = false;     // `...`: the declared attributes need not be of `value_type`
  bool is_inherited = false;  // of the historic `schema relaxed`: schemas that inherit are relaxed, too
  const TypeExpr* key_type = nullptr;
  const TypeExpr* value_type = nullptr;
  const Expr* default_value = nullptr;  // may be null
  auto Fields() const { return std::tie(alias, any_other, key_type, value_type, default_value); }
};

enum class SchemaKind : uint8_t { kSchema, kMixin, kProtocol };

// `S`, `pkg.S` as a base, a mixin, a protocol: one name, or more with dots between; resolved at its first
// name's id and, for a whole `pkg.S`, at its last name's id.
struct SchemaRef {
  source::Span span;
  std::span<const Name> names;
  auto Fields() const { return std::tie(names); }
};

struct SchemaStmt : StmtOf<StmtKind::kSchema> {
  SchemaKind schema_kind = SchemaKind::kSchema;
  Name name;
  source::Span header;  // from the keyword to the colon
  std::span<const Decorator> decorators;
  std::span<const Parameter> params;
  const SchemaRef* base = nullptr;          // may be null
  const SchemaRef* for_protocol = nullptr;  // may be null
  std::string_view doc;                     // the docstring, decoded; empty without
  source::Span doc_span;
  std::span<const SchemaRef> mixins;
  Stmts body;            // attributes and other statements in the order of the text
  bool relaxed = false;  // the historic `schema relaxed`: without an index signature, `[...str]: any`
  const IndexSignature* index_signature = nullptr;  // may be null
  std::span<const CheckLine> checks;
  auto Fields() const {
    return std::tie(schema_kind, name, decorators, params, base, for_protocol, doc, mixins, index_signature,
                    body, checks);
  }
};

struct RuleStmt : StmtOf<StmtKind::kRule> {
  Name name;
  source::Span header;
  std::span<const Decorator> decorators;
  std::span<const Parameter> params;
  std::span<const SchemaRef> bases;
  const SchemaRef* for_protocol = nullptr;  // may be null
  std::string_view doc;
  source::Span doc_span;
  std::span<const CheckLine> checks;
  auto Fields() const { return std::tie(name, decorators, params, bases, for_protocol, doc, checks); }
};

// `name?: T = e` in a schema body; `=`, `|=`, `+=`, ….
struct AttributeStmt : StmtOf<StmtKind::kAttribute> {
  Name name;              // its symbol is the text of a quoted name
  bool optional = false;  // `?`
  bool is_final = false;  // the historic `final`
  const TypeExpr* type = nullptr;
  const Expr* value = nullptr;  // the default, may be null
  bool has_aug_op = false;      // `value` is united or added instead of assigned
  BinaryOp aug_op = BinaryOp::kBitOr;
  source::Span op_span;
  std::span<const Decorator> decorators;
  auto Fields() const {
    return std::tie(decorators, is_final, name, optional, type, has_aug_op, aug_op, value);
  }
};

}  // namespace kval::kcl
