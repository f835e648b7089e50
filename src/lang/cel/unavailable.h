#pragma once

#include <string_view>

namespace kval::cel {

// What functions need that a program without a clock and random numbers lacks, or that is not implemented.
// Their results are unknown values (Error::is_unknown) with these messages.
inline constexpr std::string_view kCurrentTime = "the current time, which it gets by `time.now`";
inline constexpr std::string_view kRandomText = "a random string, which it gets by `random`";
inline constexpr std::string_view kUnsupportedData =
    "data that it reads by `x509.decode` or `gzip`, which kval does not support";

}  // namespace kval::cel
