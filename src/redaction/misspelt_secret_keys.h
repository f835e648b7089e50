#pragma once

#include <span>
#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/redaction/secret_line.h"
#include "src/source/source_map.h"

namespace kval::redaction {

// Returns the misspelt keys of findings that suggest a secret key, `passwrd` for `password`, whose values are
// secret too. Sorted, without duplicates.
std::vector<std::string> FindMisspeltSecretKeys(const source::SourceMap& sources,
                                                std::span<const diag::Diagnostic> findings,
                                                SensitiveKeys sensitive);

}  // namespace kval::redaction
