#pragma once

#include <string>
#include <vector>

#include "src/driver/session.h"

namespace kval::driver {

// Returns the KCL files among the inputs, which form one package. Files of a directory are selected as in
// KCL: without `_*.k` and `*_test.k`.
std::vector<std::string> KclFiles(const Session& session);

}  // namespace kval::driver
