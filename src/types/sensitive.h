#pragma once

#include <string>
#include <vector>

#include "src/types/model.h"

namespace kval::types {

// The keys whose values the schema declares to be secret (`@schema/sensitive`, `@info(sensitive=True)`, the
// format `password`), sorted, each once.
std::vector<std::string> SensitiveKeys(const Model& model);

}  // namespace kval::types
