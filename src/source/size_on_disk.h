#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kval::source {

// Returns the size of a regular file, following links; nullopt if there is none.
std::optional<uint64_t> SizeOnDisk(const std::string& path);

}  // namespace kval::source
