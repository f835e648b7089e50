#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/lang/kcl/sema/context.h"
#include "src/lang/kcl/sema/type_resolver.h"

namespace kval::kcl::sema {

// The type aliases of a package: each is resolved on first use, so that their order is irrelevant.
class TypeAliases {
 public:
  TypeAliases(Context& context, TypeResolver& written_types)
      : context_(context),
        written_types_(written_types),
        types_(context.types),
        diagnostics_(context.diagnostics) {}

  // Discards the data of the previously checked package.
  void ForgetPackage();
  void DeclareAlias(const TypeAliasStmt& alias);
  void ResolveAlias(int32_t global);

 private:
  void ReportAliasCycle(int32_t global);

  Context& context_;
  TypeResolver& written_types_;
  TypeTable& types_;
  Diagnostics& diagnostics_;
  std::unordered_map<int32_t, size_t> files_;  // by global: the file of the alias
  std::unordered_set<int32_t> seen_;           // globals: done or in work
  std::vector<int32_t> open_;                  // those in work, outermost first
};

}  // namespace kval::kcl::sema
