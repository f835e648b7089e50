#pragma once

#include <cstdint>
#include <string>

#include "src/support/result.h"

namespace kval::cli {

struct FetchOptions {
  uint64_t most_bytes = 0;
  bool uses_netrc = false;  // credentials of ~/.netrc, for private servers
};

// Fetches an address with the system's `curl`, which runs without a shell and without its configuration file.
// The only use of the network. Follows redirects to https only. Takes at most two minutes.
//
// Requires: vendor::RefusalOf(address) is empty; this process has no other threads.
// Errors: curl is not installed, the server does not answer, the answer is an error or larger than the limit.
Result<std::string> FetchAddress(const std::string& address, const FetchOptions& options);

}  // namespace kval::cli
