#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/report/secret_line.h"
#include "src/source/source_map.h"

namespace kval::report {

// The keys that findings say are misspelt and meant for a secret one, `passwrd` for `password`: what stands
// under them is as secret. Sorted, each once.
std::vector<std::string> KeysMeantAsSecret(const source::SourceMap& sources,
                                           std::span<const diag::Diagnostic> findings,
                                           SensitiveKeys sensitive);

}  // namespace kval::report
