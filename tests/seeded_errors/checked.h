#pragma once

#include <cstddef>
#include <string>
#include <vector>

// Validates values in memory, for tests that insert mistakes.
namespace kval::seeded_errors {

struct Found {
  size_t line;  // in the values file, from 0; npos if the finding is in another file
  std::string text;
};

// Returns the sorted findings of a check of the values.
std::vector<Found> Check(const std::string& schema, const std::string& values);

// A schema and valid values.
struct Pair {
  std::string name, schema, values;
};

// Returns all pairs of tests/seeded_errors/charts, sorted by name.
std::vector<Pair> Charts();

}  // namespace kval::seeded_errors
