#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/lang/kcl/builtins/ip_address.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// Addresses and subnets by number, as the functions of Terraform that KCL's module `net` follows. Failures
// say which argument does not fit, in KCL's words.

// Returns an address of the network. Negative numbers count from its end.
Result<IpAddress> HostOf(const IpNetwork& network, int64_t number);
// Returns the subnet with this number if the prefix is extended by `bits`.
Result<IpNetwork> SubnetOf(const IpNetwork& network, int64_t bits, uint64_t number);
// Returns, for each prefix extension, the first subnet that does not overlap the previous ones.
Result<std::vector<IpNetwork>> SubnetsOf(const IpNetwork& network, std::span<const int64_t> bits);

}  // namespace kval::kcl::builtins
