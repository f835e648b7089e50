#pragma once

#include <string>
#include <vector>

// Unfinished lines, as in a document during editing.
namespace kval::seeded_errors {

struct HalfTyped {
  const char* name;
  // Line to insert before an existing line, without indentation. Empty if `changed` is set.
  const char* inserted;
  // Modifies the existing line; null if the line does not change.
  std::string (*changed)(const std::string& line);
};

const std::vector<HalfTyped>& HalfTypedForms();

}  // namespace kval::seeded_errors
