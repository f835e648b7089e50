#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::helm {

// What a gzip file holds, all its members one after the other; a failure beyond `most` bytes.
Result<std::string> Gunzip(std::string_view bytes, uint64_t most);

}  // namespace kval::helm
