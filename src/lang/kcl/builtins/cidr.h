#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/lang/kcl/builtins/ip_address.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Addresses and subnets by number, as the functions of Terraform that KCL's module `net` follows. Failures
// say which argument does not fit, in KCL's words.

// Negative numbers count from the network's end.
Result<IpAddress> HostOf(const IpNetwork& network, int64_t number);
// The subnet with that number when the prefix grows by `bits`.
Result<IpNetwork> SubnetOf(const IpNetwork& network, int64_t bits, uint64_t number);
// For each growth the first subnet that is free of those before.
Result<std::vector<IpNetwork>> SubnetsOf(const IpNetwork& network, std::span<const int64_t> bits);

}  // namespace kval::kcl::builtins
