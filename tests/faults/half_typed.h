#pragma once

#include <string>
#include <vector>

// What stands in a document while somebody types it.
namespace kval::faults {

struct HalfTyped {
  const char* name;
  // What comes before the line that is typed above, without indentation; empty: `changed` says it.
  const char* inserted;
  // The line itself, changed; null: it stays.
  std::string (*changed)(const std::string& line);
};

const std::vector<HalfTyped>& HalfTypedForms();

}  // namespace kval::faults
