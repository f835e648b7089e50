#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/lang/kcl/sema/components.h"
#include "src/lang/kcl/sema/scopes.h"

namespace kval::kcl::sema {

// The result of a name lookup.
struct NameLookupResult {
  bool ok = false;
  const Type* type = nullptr;
  source::Span span;
  Ref ref;
};

// The package of a module type whose module was not found: this minus its index in Program::missing.
inline constexpr int32_t kMissingModule = -2;

// Resolves names of local scopes, attributes of the enclosing schema, globals, imports and built-in
// functions.
class NameResolver : private Components {
 public:
  explicit NameResolver(const Components& components) : Components(components) {}

  NameLookupResult Lookup(Symbol name);
  // Returns the attribute for a name in the body of a schema.
  NameLookupResult LookupAttribute(Symbol name) { return LookupInSchema(name, scopes_.size() - 1, 0); }
  NameLookupResult LookupGlobal(Symbol name);
  // Returns the binding of a name by an import of the package; null if there is none. Imports are visible in
  // all files; the current file's imports take precedence.
  const Ref* FindImport(Symbol name);
  // Looks up a name, reports an undefined name, and records the reference.
  const Type* Resolve(const Name& name, const std::string& note = {});
  void ReportUndefined(const Name& name, const std::string& note = {});
  // Declares a name in the innermost frame and records the reference.
  void Bind(const Name& name, const Type* type);

 private:
  NameLookupResult LookupFrom(Symbol name, size_t scope, uint16_t depth);
  NameLookupResult LookupInSchema(Symbol name, size_t scope, uint16_t depth);
  int32_t StoreFallback(const NameLookupResult& found);
  std::vector<std::string_view> VisibleNames() const;

  // The import bindings of all files of a package; the first of each name wins.
  std::optional<size_t> imports_of_;
  std::unordered_map<Symbol, const Ref*> all_imports_;
};

}  // namespace kval::kcl::sema
