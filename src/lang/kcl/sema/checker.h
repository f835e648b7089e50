#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/kcl/sema/access.h"
#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/calls.h"
#include "src/lang/kcl/sema/configs.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/decorators.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/expressions.h"
#include "src/lang/kcl/sema/globals.h"
#include "src/lang/kcl/sema/incomplete.h"
#include "src/lang/kcl/sema/lambdas.h"
#include "src/lang/kcl/sema/loops.h"
#include "src/lang/kcl/sema/members.h"
#include "src/lang/kcl/sema/names.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/parameters.h"
#include "src/lang/kcl/sema/schema_attributes.h"
#include "src/lang/kcl/sema/schema_bodies.h"
#include "src/lang/kcl/sema/schema_links.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/signature_types.h"
#include "src/lang/kcl/sema/statements.h"
#include "src/lang/kcl/sema/targets.h"
#include "src/lang/kcl/sema/type_aliases.h"
#include "src/lang/kcl/sema/walker.h"
#include "src/lang/kcl/sema/written_types.h"

namespace kval::kcl::sema {

// Resolves names and checks types, package by package, imported packages first. Private to the semantic
// library, whose interface is analyze.h. Each part has one task and gets the lower parts that it uses;
// walker.h is the interface to the higher parts. Source: KCL's crates/sema/src/resolver.
class Checker final : public Walker {
 public:
  Checker(Program& program, diag::Emitter& emitter);
  // What instances lack is handed to `incomplete`, if that is given and nothing else was reported.
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
  Names names_;
  Attributes attributes_;
  WrittenTypes written_types_;
  Assignability assignability_;
  Operations operations_;
  TypeAliases aliases_;
  Globals globals_;
  Calls calls_;
  Access access_;
  Members members_;
  Incomplete incomplete_;
  Configs configs_;
  Parameters parameters_;
  Loops loops_;
  Lambdas lambdas_;
  Decorators decorators_;
  SchemaLinks links_;
  SchemaAttributes schema_attributes_;
  Targets targets_;
  SchemaBodies schema_bodies_;
  Statements statements_;
  Expressions expressions_;
};

}  // namespace kval::kcl::sema
