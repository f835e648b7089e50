#pragma once

#include <optional>
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
  std::string name;  // of a project's check; else empty
  CheckMethod method = CheckMethod::kOneSet;
  std::string_view dialect;        // of plain values
  std::vector<ListedFile> inputs;  // schemas, then layers in the order of merging
  std::vector<ListedFile> files;   // that are checked one by one
  std::string chart = {};          // its directory
  std::string why;
};

// Classifies the files of a check with the functions that its run uses. Returns nullopt if an input cannot be
// read, which is reported to `session`; reports nothing else.
std::optional<ListedCheck> ListCheck(const PlannedCheck& check, InputFileReader& reader, Session& session);
// The same for the checks of a plan, without those that cannot be listed.
std::vector<ListedCheck> ListChecks(const CheckPlan& plan, InputFileReader& reader, Session& session);

}  // namespace kval::driver
