#pragma once

#include <cstddef>
#include <span>

#include "src/lang/kcl/sema/components.h"
#include "src/lang/kcl/sema/entry_types.h"

namespace kval::kcl::sema {

// Checks config literals, standalone and against the expected type.
class ConfigChecker : private Components {
 public:
  explicit ConfigChecker(const Components& components) : Components(components) {}

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
};

}  // namespace kval::kcl::sema
