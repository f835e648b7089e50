#pragma once

#include <map>
#include <memory>
#include <string>

#include "src/yaml/document.h"

namespace kval::driver {

struct Session;

// Files that were parsed to plan a check, for the check itself: those that its reading parses to the same
// documents, without findings.
struct ParsedFiles {
  std::map<std::string, const yaml::File*> by_path;  // their sources are in the session of the plan
  std::shared_ptr<const Session> owner;              // of the documents; null: the caller
  bool are_changed = false;                          // the documents differ from the text
};

}  // namespace kval::driver
