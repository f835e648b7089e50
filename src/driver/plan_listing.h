#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/driver/check_plan.h"
#include "src/driver/inputs/input_file_reader.h"

namespace kval::driver {

// A file of a check, in words.
struct ListedFile {
  std::string path;
  std::string_view role;      // "schema", "values"
  std::string_view language;  // of a schema; else empty
  std::string_view why;       // it has the role
};

// A planned check in words.
struct ListedCheck {
  std::string name;                // of a project's check; else empty
  std::string_view method;         // "documents"
  std::string_view dialect;        // of plain values
  std::vector<ListedFile> inputs;  // schemas, then layers in the order of merging
  std::vector<ListedFile> files;   // that are checked one by one
  std::string chart = {};          // its directory
  std::string why;
};

// Classifies the files of a check with the functions that its run uses, and reports nothing.
ListedCheck ListCheck(const PlannedCheck& check, InputFileReader& reader);
std::vector<ListedCheck> ListChecks(const CheckPlan& plan, InputFileReader& reader);

}  // namespace kval::driver
