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

namespace kval::kcl::sema {

// Resolves names and checks types, package by package, imported packages first. Private to the semantic
// library, whose interface is analyze.h. Source: KCL's crates/sema/src/resolver.
class Checker final : public Walker {
 public:
  Checker(Program& program, diag::Emitter& emitter) : context_(program, emitter) {}
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
  Components components_ = {*this,       context_,    scopes_,        expectations_,  signature_types_,
                            names_,      attributes_, written_types_, assignability_, operations_,
                            aliases_,    globals_,    calls_,         access_,        members_,
                            incomplete_, configs_,    parameters_,    loops_,         lambdas_,
                            decorators_, targets_,    schema_bodies_};
  Scopes scopes_;
  Expectations expectations_{context_.types};
  SignatureTypes signature_types_{components_};
  NameResolver names_{components_};
  Attributes attributes_{components_};
  TypeResolver written_types_{components_};
  Assignability assignability_{components_};
  Operations operations_{components_};
  TypeAliases aliases_{components_};
  GlobalTable globals_{components_};
  CallChecker calls_{components_};
  AccessChecker access_{components_};
  MemberLookup members_{components_};
  MissingAttributeCheck incomplete_{components_};
  ConfigChecker configs_{components_};
  Parameters parameters_{components_};
  Loops loops_{components_};
  Lambdas lambdas_{components_};
  DecoratorChecker decorators_{components_};
  SchemaLinks links_{components_};
  SchemaAttributes schema_attributes_{components_};
  Targets targets_{components_};
  SchemaBodies schema_bodies_{components_};
  StatementChecker statements_{components_};
  ExpressionChecker expressions_{components_};
};

}  // namespace kval::kcl::sema
