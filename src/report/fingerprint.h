#pragma once

#include <string>
#include <vector>

#include "src/report/report.h"

namespace kval::report {

// One identity for each finding, as 64 hexadecimal digits: SHA-256 of its code, file, place in the document
// and message, so that it survives edits elsewhere in the file. Findings that agree in all of that are told
// apart by their order.
std::vector<std::string> Fingerprints(const Findings& findings, const Options& options);

}  // namespace kval::report
