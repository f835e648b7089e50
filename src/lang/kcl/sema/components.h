#pragma once

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

class AccessChecker;
class Assignability;
class Attributes;
class CallChecker;
class ConfigChecker;
class DecoratorChecker;
class Expectations;
class GlobalTable;
class Lambdas;
class Loops;
class MemberLookup;
class MissingAttributeCheck;
class NameResolver;
class Operations;
class Parameters;
class SchemaBodies;
class Scopes;
class SignatureTypes;
class Targets;
class TypeAliases;
class TypeResolver;

// The type checker's state and components. Each component has one task, derives from this, and includes the
// lower ones that it uses. `Checker` (checker.h) owns them.
struct Components {
  Walker& walker_;
  Context& context_;
  Scopes& scopes_;
  Expectations& expectations_;
  SignatureTypes& signature_types_;
  NameResolver& names_;
  Attributes& attributes_;
  TypeResolver& written_types_;
  Assignability& assignability_;
  Operations& operations_;
  TypeAliases& aliases_;
  GlobalTable& globals_;
  CallChecker& calls_;
  AccessChecker& access_;
  MemberLookup& members_;
  MissingAttributeCheck& incomplete_;
  ConfigChecker& configs_;
  Parameters& parameters_;
  Loops& loops_;
  Lambdas& lambdas_;
  DecoratorChecker& decorators_;
  Targets& targets_;
  SchemaBodies& schema_bodies_;
  TypeTable& types_ = context_.types;
  Diagnostics& diagnostics_ = context_.diagnostics;
};

}  // namespace kval::kcl::sema
