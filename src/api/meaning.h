#pragma once

#include <cstddef>
#include <string_view>

#include "include/kval/kval.h"
#include "src/driver/judge.h"
#include "src/support/limits.h"

namespace kval::api {

// What the schema of `judge` says of the innermost value at a place of a text, in bytes, which may be half
// typed. The places of the text itself are in a file without a name. One thread at a time, where the judge is
// not shareable.
Meaning MeaningIn(std::string_view text, size_t at, const driver::Judge& judge, const Limits& limits);

}  // namespace kval::api
