#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/call_checker.h"
#include "src/lang/kcl/sema/config_checker.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/decorator_checker.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/expression_checker.h"
#include "src/lang/kcl/sema/global_table.h"
#include "src/lang/kcl/sema/lambdas.h"
#include "src/lang/kcl/sema/loops.h"
#include "src/lang/kcl/sema/member_lookup.h"
#include "src/lang/kcl/sema/missing_attribute_check.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/schema_attributes.h"
#include "src/lang/kcl/sema/schema_bodies.h"
#include "src/lang/kcl/sema/schema_links.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/signature_types.h"
#include "src/lang/kcl/sema/statement_checker.h"
#include "src/lang/kcl/sema/targets.h"
#include "src/lang/kcl/sema/type_aliases.h"
#include "src/lang/kcl/sema/type_resolver.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Resolves names and checks types, package by package, imported packages first. Private to the semantic
// library, whose interface is analyze.h. Each part has one task and gets the lower parts that it uses;
// walker.h is the interface to the higher parts. Source: KCL's crates/sema/src/resolver.
class Checker final : public Walker {
 public:
  Checker(Program& program, diag::Emitter& emitter);
  // Checks the package. If `incomplete` is not null and nothing else was reported, errors about missing
  // attributes are reported to it.
  void Run(diag::Emitter* incomplete);

  const Type* Walk(const Expr* expr) override { return expressions_.Walk(expr); }
  const Type* WalkPlain(const Expr* expr) override { return expressions_.WalkPlain(expr); }
  const Type* WalkExpecting(const Expr* expr, const Type* type, source::Span at) override {
    return expressions_.WalkExpecting(expr, type, at);
  }
  const Type* WalkStmt(const Stmt* stmt) override { return statements_.WalkStmt(stmt); }
  const Type* WalkStmts(Stmts stmts) override { return statements_.WalkStmts(stmts); }
  void ResolveAlias(int32_t global) override { aliases_.ResolveAlias(global); }

 private:
  std::vector<size_t> PackageOrder() const;
  void CheckPackage(size_t package);
  void DefineNames();
  void ReportMissingModules();

  Context context_;
  Scopes scopes_;
  Expectations expectations_;
  SignatureTypes signature_types_;
  NameResolver names_;
  Attributes attributes_;
  TypeResolver written_types_;
  Assignability assignability_;
  Operations operations_;
  TypeAliases aliases_;
  GlobalTable globals_;
  CallChecker calls_;
  AccessChecker access_;
  MemberLookup members_;
  MissingAttributeCheck incomplete_;
  ConfigChecker configs_;
  Parameters parameters_;
  Loops loops_;
  Lambdas lambdas_;
  DecoratorChecker decorators_;
  SchemaLinks links_;
  SchemaAttributes schema_attributes_;
  Targets targets_;
  SchemaBodies schema_bodies_;
  StatementChecker statements_;
  ExpressionChecker expressions_;
};

}  // namespace kval::kcl::sema
