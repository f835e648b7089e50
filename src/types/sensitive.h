#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::types {

// The keys whose values the schema declares to be secret (`@schema/sensitive`, `@info(sensitive=True)`, the
// format `password`), sorted, each once.
std::vector<std::string> SensitiveKeys(const Model& model);
// The sensitive keys of one type of a model.
std::vector<std::string> SensitiveKeys(const Model& model, TypeId type);

// The secret keys of any number of schemas. Lists are shared, because all files of one schema have the same
// list.
class SecretKeys {
 public:
  void Add(std::vector<std::string> keys);
  void Add(const SecretKeys& others);
  // Sorted, each once.
  std::vector<std::string> All() const;

 private:
  std::set<std::shared_ptr<const std::vector<std::string>>> lists_;  // none of them empty
};

}  // namespace kval::types
