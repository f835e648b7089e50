#pragma once

#include <functional>

#include "include/kval/kval.h"

namespace kval::api {

// Runs one call of the host: whatever goes wrong in `call` becomes a report, and `control` is obeyed.
Report Guarded(const Control& control, const std::function<Report()>& call) noexcept;

}  // namespace kval::api
