#pragma once

#include <string>
#include <vector>

#include "src/report/report.h"

namespace kval::report {

// Returns an identity for each finding, as 64 hexadecimal digits: SHA-256 of its code, file, path and
// message, stable under edits elsewhere in the file. Equal findings are numbered.
std::vector<std::string> Fingerprints(const Findings& findings, const RenderOptions& options);

}  // namespace kval::report
