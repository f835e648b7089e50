#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/cli/report_options.h"

namespace kval::cli {

// WriteFindings for a run over several schemas: `sensitive` are keys that any of them declares to be secret.
void WriteFindingsOfMany(const ReportOptions& options, size_t file_count, const Environment& environment,
                         Audience audience, const std::vector<std::string>& sensitive, Output& output,
                         const policy::Policy* policy);

}  // namespace kval::cli
