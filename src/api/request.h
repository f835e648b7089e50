#pragma once

#include <string>

#include "include/kval/kval.h"
#include "src/driver/options.h"
#include "src/policy/judgement.h"

namespace kval::api {

// The driver's options for a request; false, and why in `problem`, when it makes no sense.
bool ToOptions(const SchemaRequest& request, driver::Options& options, std::string& problem);

// Which findings of checks count, in the same way.
bool ToPolicy(const SchemaRequest& request, policy::Policy& policy, std::string& problem);

}  // namespace kval::api
