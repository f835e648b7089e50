#pragma once

#include <cstddef>
#include <span>

#include "src/lang/kcl/sema/assignability.h"
#include "src/lang/kcl/sema/call_checker.h"
#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/entry_types.h"
#include "src/lang/kcl/sema/expectations.h"
#include "src/lang/kcl/sema/member_lookup.h"
#include "src/lang/kcl/sema/missing_attribute_check.h"
#include "src/lang/kcl/sema/name_resolver.h"
#include "src/lang/kcl/sema/operations.h"
#include "src/lang/kcl/sema/scopes.h"
#include "src/lang/kcl/sema/walker.h"

namespace kval::kcl::sema {

// Checks config literals, standalone and against the expected type.
class ConfigChecker {
 public:
  ConfigChecker(Walker& walker, Context& context, Scopes& scopes, Expectations& expectations,
                NameResolver& names, Assignability& assignability, Operations& operations, CallChecker& calls,
                MemberLookup& members, MissingAttributeCheck& incomplete)
      : walker_(walker),
        context_(context),
        scopes_(scopes),
        expectations_(expectations),
        names_(names),
        assignability_(assignability),
        operations_(operations),
        calls_(calls),
        members_(members),
        incomplete_(incomplete),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  const Type* WalkConfig(const ConfigExpr& expr);
  const Type* WalkSchemaInit(const SchemaInitExpr& expr);

 private:
  // Walks the config of `S {…}`. `is_instance`: it configures a schema instance.
  const Type* WalkConfigOf(const ConfigExpr& expr, bool is_instance);
  const Type* WalkEntries(std::span<const ConfigEntry> entries, bool is_type_needed);
  void WalkPair(const ConfigEntry& entry, EntryTypes& types);
  void ExemptAdditionalKey(const ConfigEntry& entry, const Type* holder);
  const Type* WalkStep(const ConfigEntry& entry, size_t step);
  // Declares a key for subsequent entries; a repeated key has the common type of all its values so far.
  void DeclareKey(const KeyStep& key, const Type* type);
  const Type* WalkEntryValue(const ConfigEntry& entry);
  // Returns the attribute that a key of an instance refers to; null if more than its type must be checked.
  static const Attribute* DeclaredAttribute(const Type* type, Symbol name);
  bool HasOnlyStrings(const ConfigExpr& config) const;
  // For an entry of an instance: returns the attribute's type if the value is a literal that obviously has
  // it; otherwise null.
  const Type* PlainType(const ConfigEntry& entry, const Type* expected) const;
  void WalkUnpack(const ConfigEntry& entry, EntryTypes& types);
  void AddUnpacked(const Type* type, const Expr* value, EntryTypes& types);
  void CheckUnpacked(const Type* type, source::Span at, int depth);
  void WalkConfigIf(const ConfigIf& condition, EntryTypes& types);

  Walker& walker_;
  Context& context_;
  Scopes& scopes_;
  Expectations& expectations_;
  NameResolver& names_;
  Assignability& assignability_;
  Operations& operations_;
  CallChecker& calls_;
  MemberLookup& members_;
  MissingAttributeCheck& incomplete_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
};

}  // namespace kval::kcl::sema
