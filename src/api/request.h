#pragma once

#include <string>

#include "include/kval/kval.h"
#include "src/driver/driver_options.h"
#include "src/policy/filter.h"

namespace kval::api {

// Converts a request to options of the driver. Returns false and sets `problem` if it is invalid.
bool ToOptions(const SchemaRequest& request, driver::DriverOptions& options, std::string& problem);

// Converts the selection of findings; returns as ToOptions.
bool ToPolicy(const SchemaRequest& request, policy::Policy& policy, std::string& problem);

}  // namespace kval::api
