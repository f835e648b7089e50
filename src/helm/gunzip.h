#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/support/result.h"

namespace kval::helm {

struct Gunzipped {
  std::string bytes;
  bool is_whole;  // false if damage, or bytes that are no gzip, follow these bytes
};

// Unpacks all members of a gzip file up to the end or the first damage, as Go's compress/gzip reads it. A
// failure if the first header is malformed or the bytes exceed `most`.
Result<Gunzipped> Gunzip(std::string_view bytes, uint64_t most);

}  // namespace kval::helm
