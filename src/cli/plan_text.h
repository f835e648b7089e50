#pragma once

#include <string>
#include <vector>

#include "src/cli/report_options.h"
#include "src/driver/plan_listing.h"

namespace kval::cli {

// Whether `-o json` requests a document for programs.
bool WantsJson(const ReportOptions& options);

// Writes the checks of a plan, and the files that none of them includes: as text with one block for each
// check, which ends with the reason ("`app.yaml` is validated by `schema.yml` because …"), or as JSON.
std::string WritePlan(const std::vector<driver::ListedCheck>& checks,
                      const std::vector<std::string>& uncovered, bool as_json);

// "`app.yaml` is validated by `schema.yml` because its comment names the schema".
std::string ReasonOf(const driver::ListedCheck& check);

// Whether a schema validates the files of the check.
bool IsValidated(const driver::ListedCheck& check);

}  // namespace kval::cli
