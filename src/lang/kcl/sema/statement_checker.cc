#include "src/lang/kcl/sema/statement_checker.h"

#include <string>
#include <vector>

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/missing_attribute_check.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/schema_bodies.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/targets.h"
#include "src/lang/kcl/sema/type_kinds.h"
#include "src/lang/kcl/sema/type_resolver.h"

// Source: KCL's resolver/node.rs and var.rs.
namespace kval::kcl::sema {

const Type* StatementChecker::WalkStmts(Stmts stmts) {
  const Type* last = types_.any();
  for (const Stmt* stmt : stmts) {
    last = WalkStmt(stmt);
  }
  return last;
}

// The type of the value that the statement leaves behind; matters at the end of a lambda only.
const Type* StatementChecker::WalkStmt(const Stmt* stmt) {
  switch (stmt->kind) {
    case StmtKind::kImport:
      break;
    case StmtKind::kAssign:
      return WalkAssign(*stmt->As<AssignStmt>());
    case StmtKind::kAugAssign:
      return WalkAugAssign(*stmt->As<AugAssignStmt>());
    case StmtKind::kUnification:
      return WalkUnification(*stmt->As<UnificationStmt>());
    case StmtKind::kIf:
      return WalkIf(*stmt->As<IfStmt>());
    case StmtKind::kAssert:
      WalkAssert(*stmt->As<AssertStmt>());
      break;
    case StmtKind::kExpr: {
      const Type* last = types_.any();
      for (const Expr* expr : stmt->As<ExprStmt>()->exprs) {
        last = walker_.WalkPlain(expr);
      }
      return last;
    }
    case StmtKind::kTypeAlias:
      if (!scopes_.empty()) {
        diagnostics_.Report(diag::Kind::kKclCompile, stmt->span,
                            "a type alias is only allowed at the top level");
      }
      break;
    case StmtKind::kSchema:
    case StmtKind::kRule:
      schema_bodies_.WalkSchema(stmt);
      break;
    case StmtKind::kAttribute:
      schema_bodies_.WalkAttribute(*stmt->As<AttributeStmt>());
      break;
  }
  return types_.any();
}

const Type* StatementChecker::WalkAssign(const AssignStmt& stmt) {
  const Type* value = nullptr;
  const Type* annotation = stmt.type ? written_types_.ResolveType(stmt.type) : nullptr;
  const size_t before = diagnostics_.count();
  for (const Target& target : stmt.targets) {
    if (scopes_.empty()) {
      context_.assigned[target.name.symbol] = target.span;
    }
    const Type* expected = targets_.TargetType(target, true);
    if (annotation && target.path.empty() && IsAny(expected)) {
      expected = annotation;
    }
    if (!value) {
      expectations_.PushParts(target.path.empty() ? expected : types_.any(), target.span);
      value = walker_.Walk(stmt.value);
      expectations_.Pop();
      if (const auto* init = stmt.value->As<SchemaInitExpr>(); init != nullptr && IsUnited(target)) {
        incomplete_.AddUnionOperand(target.name.symbol, *init);
      }
    }
    const bool sound = diagnostics_.count() == before;
    // Assignment to a schema or a module is already reported.
    const bool is_variable = expected->kind != TypeKind::kSchemaType && expected->kind != TypeKind::kModule;
    if (sound && is_variable) {
      assignability_.CheckValue(*stmt.value, value, expected, stmt.type ? stmt.type->span : source::Span());
    }
    if (!target.path.empty()) {
      continue;
    }
    if (annotation) {
      targets_.SetInferred(target, expected);
    } else if (IsAny(expected) && !IsAny(value)) {
      targets_.SetInferred(target, types_.Widen(value));
    }
  }
  return value;
}

const Type* StatementChecker::WalkAugAssign(const AugAssignStmt& stmt) {
  const Symbol name = stmt.target.name.symbol;
  const size_t start = diagnostics_.count();
  const Type* left = targets_.TargetType(stmt.target, false);
  const RefKind suggested = context_.program.RefOf(stmt.target.name).kind;
  const bool is_module = suggested == RefKind::kPackage || suggested == RefKind::kSystemModule;
  if (is_module && !stmt.target.path.empty() && diagnostics_.count() == start) {
    diagnostics_.Report(
        diag::Kind::kKclImmutable, stmt.target.span,
        "Can not change the value of " + context_.Quoted(name) + ", because it was declared immutable", {},
        "nothing of a module can be changed from outside");
    return types_.invalid();
  }
  if (scopes_.empty()) {
    const auto earlier = context_.assigned.find(name);
    const bool is_private = context_.Text(name).starts_with('_');
    if (earlier != context_.assigned.end() && !is_private && stmt.value->kind != ExprKind::kSchemaInit) {
      diagnostics_.ReportWith(
          diag::Kind::kKclImmutable, stmt.target.span,
          "Immutable variable " + context_.Quoted(name) + " is modified during compiling",
          {{},
           {{earlier->second, "The variable " + context_.Quoted(name) + " is declared here firstly"}},
           {},
           "change the variable name to '_" + std::string(context_.Text(name)) + "' to make it mutable"});
    }
    context_.assigned[name] = stmt.target.span;
  }
  const size_t before = diagnostics_.count();
  const Type* right = walker_.WalkPlain(stmt.value);
  if (diagnostics_.count() > before) {
    targets_.StoreName(stmt.target);
    return types_.invalid();
  }
  const Type* result = operations_.Binary(left, right, stmt.op, stmt.target.span);
  const Type* stored = targets_.StoreName(stmt.target);
  if (stmt.target.path.empty()) {
    assignability_.CheckAssignable(result, stored, stmt.target.span);
  }
  return result;
}

// Whether other statements may complete the value of a top-level statement.
bool StatementChecker::IsUnited(const Target& target) const {
  const Package& package = context_.package();
  const auto place = package.by_name.find(target.name.symbol);
  return scopes_.empty() && ifs_around_ == 0 && place != package.by_name.end() &&
         package.globals[static_cast<size_t>(place->second)].setters.size() > 1;
}

const Type* StatementChecker::WalkUnification(const UnificationStmt& stmt) {
  if (!stmt.target.path.empty()) {
    diagnostics_.Report(diag::Kind::kKclCompile, stmt.target.span,
                        "unification identifier can not be selected");
  }
  const Type* expected = targets_.StoreName(stmt.target);
  const size_t before = diagnostics_.count();
  expectations_.Push({expected, stmt.value->span});
  const Type* type = walker_.Walk(stmt.value);
  expectations_.Pop();
  if (IsUnited(stmt.target)) {
    incomplete_.AddUnionOperand(stmt.target.name.symbol, *stmt.value);
  }
  if (diagnostics_.count() == before) {
    assignability_.CheckAssignable(type, expected, stmt.target.span);
  }
  if (IsAny(expected) && !IsAny(type)) {
    targets_.SetInferred(stmt.target, type);
  }
  return expected;
}

const Type* StatementChecker::WalkIf(const IfStmt& stmt) {
  std::vector<const Type*> types;
  ++ifs_around_;
  for (const IfBranch& branch : stmt.branches) {
    if (branch.condition) {
      walker_.WalkPlain(branch.condition);
    }
    types.push_back(WalkStmts(branch.body));
  }
  --ifs_around_;
  return types_.Sup(types);
}

void StatementChecker::WalkAssert(const AssertStmt& stmt) {
  walker_.WalkPlain(stmt.condition);
  if (stmt.guard) {
    walker_.WalkPlain(stmt.guard);
  }
  if (stmt.message) {
    walker_.WalkExpecting(stmt.message, types_.string(), {});
  }
}

}  // namespace kval::kcl::sema
