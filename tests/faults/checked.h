#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Checking values in memory, for tests that make mistakes in them.
namespace kval::faults {

struct Found {
  size_t line;  // of the values, from 0 on; npos when it is elsewhere
  std::string text;
};

// What a check of the values finds, in order.
std::vector<Found> Check(const std::string& schema, const std::string& values);

// A schema with values that it finds nothing wrong with.
struct Pair {
  std::string name, schema, values;
};

// All of tests/faults/charts, by name.
std::vector<Pair> Charts();

}  // namespace kval::faults
