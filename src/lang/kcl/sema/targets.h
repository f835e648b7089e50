#pragma once

#include "src/lang/kcl/sema/access_checker.h"
#include "src/lang/kcl/sema/attributes.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/member_lookup.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {

// Checks the targets of assignments.
class Targets {
 public:
  Targets(Context& context, Scopes& scopes, NameResolver& names, Attributes& attributes,
          AccessChecker& access, MemberLookup& members)
      : context_(context),
        scopes_(scopes),
        names_(names),
        attributes_(attributes),
        access_(access),
        members_(members),
        types_(context.types) {}

  // Returns the current type of a target's name; declares the name in a lambda.
  const Type* StoreName(const Target& target);
  // Returns the type of a target; if `store`, its name may be new.
  const Type* TargetType(const Target& target, bool store);
  // Sets the type of a variable that was declared without one.
  void SetInferred(const Target& target, const Type* type);

 private:
  const Type* WalkTargetPath(const Type* type, const Target& target);

  Context& context_;
  Scopes& scopes_;
  NameResolver& names_;
  Attributes& attributes_;
  AccessChecker& access_;
  MemberLookup& members_;
  TypeTable& types_;
};

}  // namespace kval::kcl::sema
