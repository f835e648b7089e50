#pragma once

#include <string>
#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Addresses and ranges of them (KV708), which the server reads as Go does.
namespace kval::kubernetes {

// Returns the meaning of an address that neither endpoints nor a Service may use; empty if it may be used.
std::string_view SpecialAddress(std::string_view address);

// Why a text is no address as Go writes it; empty: it is one.
std::string WhyNoWrittenAddress(std::string_view text);

// Checks an address. Leading zeros (`010.0.0.1`) and IPv4 within IPv6 are accepted until 1.35, with a
// warning. Returns whether it is an address.
bool CheckAddress(const check::Trail& at, std::string_view k8s_version, diag::Emitter& emit);

// The same of a range, written `range` at that value.
bool CheckRange(const check::Trail& at, std::string_view range, std::string_view k8s_version,
                diag::Emitter& emit);

// A list of ranges, at most one of each family. `is_strict`: each is written as Go writes it, and begins with
// its first address.
void CheckRanges(const check::Trail& list, bool is_strict, std::string_view k8s_version, diag::Emitter& emit);

// A list of addresses, at most one of each family.
void CheckAddressFamilies(const check::Trail& list, diag::Emitter& emit);

}  // namespace kval::kubernetes
