#pragma once

#include <cstddef>
#include <string_view>

#include "include/kval/kval.h"
#include "src/support/limits.h"

namespace kval::cli {

// What Kubernetes says of a place in a text of manifests, in bytes, with the words of its API: by its own
// kinds, of the newest version that kval knows. Nothing where no resource of such a kind is. The text may be
// half typed.
api::Meaning ResourceMeaningAt(std::string_view text, size_t at, const Limits& limits);

}  // namespace kval::cli
