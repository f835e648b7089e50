#pragma once

#include <string_view>

namespace kval::kcl::runtime {

// The float that KCL reads from a number of JSON (`-12.5e3`; nothing else is asked). Up to one in ten of
// those with more than 15 digits is a neighbour of the number that is nearest to the text: KCL's reader
// multiplies or divides the digits by a power of ten, and each of the two is rounded. Every text of YAML that
// KCL writes has gone through it: `100 * 1.1` is 110.00000000000001 as JSON and 110.0 as YAML. Infinite
// beyond the range.
//
// Source: serde_json src/de.rs without its feature float_roundtrip, as KCL builds it.
double ReadJsonNumber(std::string_view text);
// What a finite float is once it was written as JSON and read again.
double ThroughJson(double real);

}  // namespace kval::kcl::runtime
