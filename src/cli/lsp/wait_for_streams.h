#pragma once

#include <optional>
#include <span>

namespace kval::cli {

// Waits until a descriptor is readable or at its end, or `milliseconds` have passed (-1: no limit). Skips
// negative descriptors. Returns bit i for descriptor i; 0 if the time is up or a signal arrived; nullopt if
// the system refuses it.
std::optional<unsigned> WaitForStreams(std::span<const int> streams, int milliseconds);

}  // namespace kval::cli
