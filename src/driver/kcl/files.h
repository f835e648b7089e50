#pragma once

#include <string>
#include <vector>

#include "src/driver/session.h"

namespace kval::driver {

// The KCL files among the inputs: one package. Files of a directory count as KCL has it: no `_*.k`, no
// `*_test.k`.
std::vector<std::string> KclFiles(const Session& session);

}  // namespace kval::driver
