#pragma once

#include <string>

#include "include/kval/kval.h"
#include "src/driver/options.h"

namespace kval::api {

// The driver's options for a request; false, and why in `problem`, when it makes no sense.
bool ToOptions(const SchemaRequest& request, driver::Options& options, std::string& problem);

}  // namespace kval::api
