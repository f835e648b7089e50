#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kval::source {

// The bytes of a regular file, or of what a link leads to. Nothing for what is none, or is not there.
std::optional<uint64_t> SizeOnDisk(const std::string& path);

}  // namespace kval::source
