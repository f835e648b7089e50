#pragma once

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/missing_attribute_check.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/schema_bodies.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/targets.h"
#include "src/lang/kcl/sema/type_resolver.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Checks statements. The type of a statement is the type of its resulting value.
class StatementChecker {
 public:
  StatementChecker(Walker& walker, Context& context, Scopes& scopes, Expectations& expectations,
                   TypeResolver& written_types, Assignability& assignability, Operations& operations,
                   MissingAttributeCheck& incomplete, Targets& targets, SchemaBodies& schema_bodies)
      : walker_(walker),
        context_(context),
        scopes_(scopes),
        expectations_(expectations),
        written_types_(written_types),
        assignability_(assignability),
        operations_(operations),
        incomplete_(incomplete),
        targets_(targets),
        schema_bodies_(schema_bodies),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkStmts(Stmts stmts);
  const Type* WalkStmt(const Stmt* stmt);

 private:
  const Type* WalkAssign(const AssignStmt& stmt);
  const Type* WalkAugAssign(const AugAssignStmt& stmt);
  const Type* WalkUnification(const UnificationStmt& stmt);
  const Type* WalkIf(const IfStmt& stmt);
  bool IsUnited(const Target& target) const;
  void WalkAssert(const AssertStmt& stmt);

  Walker& walker_;
  Context& context_;
  Scopes& scopes_;
  Expectations& expectations_;
  TypeResolver& written_types_;
  Assignability& assignability_;
  Operations& operations_;
  MissingAttributeCheck& incomplete_;
  Targets& targets_;
  SchemaBodies& schema_bodies_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  size_t ifs_around_ = 0;
};

}  // namespace kval::kcl::sema
