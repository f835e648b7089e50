#pragma once

#include <string>
#include <string_view>

#include "src/check/value_cursor.h"
#include "src/diag/emitter.h"

// Addresses and ranges of them (KV708), which the server reads as Go does.
namespace kval::kubernetes {

// Returns the meaning of an address that neither endpoints nor a Service may use; empty if it may be used.
std::string_view SpecialAddress(std::string_view address);

// Returns why a string is not an IP address in Go's notation; empty if it is one.
std::string WhyNoWrittenAddress(std::string_view text);

// Checks an address. Leading zeros (`010.0.0.1`) and IPv4 within IPv6 are accepted until 1.35, with a
// warning. Returns whether it is an address.
bool CheckAddress(const check::ValueCursor& at, std::string_view k8s_version, diag::Emitter& emit);

// The same for a range `range` at that value.
bool CheckRange(const check::ValueCursor& at, std::string_view range, std::string_view k8s_version,
                diag::Emitter& emit);

// Checks a list of ranges with at most one of each address family. `is_strict`: each must be in Go's notation
// and begin with its first address.
void CheckRanges(const check::ValueCursor& list, bool is_strict, std::string_view k8s_version,
                 diag::Emitter& emit);

// Checks a list of addresses with at most one of each family.
void CheckAddressFamilies(const check::ValueCursor& list, diag::Emitter& emit);

}  // namespace kval::kubernetes
