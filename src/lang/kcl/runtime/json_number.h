#pragma once

#include <string_view>

namespace kval::kcl::runtime {

// Returns the float that KCL reads from a JSON number (`-12.5e3`; other input is not allowed). Up to one in
// ten of the numbers with more than 15 digits yields a neighbour of the nearest float: KCL's reader
// multiplies or divides the digits by a power of ten, and rounds both. Every YAML value that KCL writes has
// passed through it: `100 * 1.1` is 110.00000000000001 as JSON and 110.0 as YAML. Infinite beyond the range.
//
// Source: serde_json src/de.rs without its feature float_roundtrip, as KCL builds it.
double ReadJsonNumber(std::string_view text);
// Returns a finite float after it is written as JSON and read again.
double ThroughJson(double real);

}  // namespace kval::kcl::runtime
