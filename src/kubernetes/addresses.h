#pragma once

#include <string_view>

#include "src/check/trail.h"
#include "src/diag/emitter.h"

// Addresses and ranges of them (KV708), which the server reads as Go does.
namespace kval::kubernetes {

// What an address means that neither endpoints nor a Service can have; empty: it may be one.
std::string_view SpecialAddress(std::string_view address);

// A range, written `range` at that value. Whether it is one.
bool CheckRange(const check::Trail& at, std::string_view range, diag::Emitter& emit);

// A list of ranges, at most one of each family. `is_strict`: a range begins with its first address.
void CheckRanges(const check::Trail& list, bool is_strict, diag::Emitter& emit);

// A list of addresses, at most one of each family.
void CheckAddressFamilies(const check::Trail& list, diag::Emitter& emit);

}  // namespace kval::kubernetes
