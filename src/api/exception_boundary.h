#pragma once

#include <functional>

#include "include/kval/kval.h"

namespace kval::api {

// Runs one API call. Converts every exception of `call` to a report; enforces `control`.
Report RunGuardedCall(const CallOptions& control, const std::function<Report()>& call) noexcept;

}  // namespace kval::api
