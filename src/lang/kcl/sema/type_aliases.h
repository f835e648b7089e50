#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/lang/kcl/sema/components.h"

namespace kval::kcl::sema {

// The type aliases of a package: each is resolved on first use, so that their order is irrelevant.
class TypeAliases : private Components {
 public:
  explicit TypeAliases(const Components& components) : Components(components) {}

  // Discards the data of the previously checked package.
  void ForgetPackage();
  void DeclareAlias(const TypeAliasStmt& alias);
  void ResolveAlias(int32_t global);

 private:
  void ReportAliasCycle(int32_t global);

  std::unordered_map<int32_t, size_t> files_;  // by global: the file of the alias
  std::unordered_set<int32_t> seen_;           // globals: done or in work
  std::vector<int32_t> open_;                  // those in work, outermost first
};

}  // namespace kval::kcl::sema
