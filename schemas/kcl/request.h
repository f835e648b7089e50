#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/support/limits.h"

namespace kval::kcl {
struct Program;
}

namespace kval::schemas::kcl {

// Which program is a schema, and which of its schemas.
struct KclRequest {
  std::vector<std::string> files;                  // the files of the main package
  std::map<std::string, std::string> found_below;  // of files that were found, not named: the directory
  std::string schema_name;                         // empty: the first schema of the first file that has one
  std::string attribute_name = "value";            // what top-level asserts call the values
  std::map<std::string, std::string> externals;    // `-E name=path`
  Limits limits;
  const kval::kcl::Program* known =
      nullptr;  // an earlier load of the same files, asked while this is compiled
};

}  // namespace kval::schemas::kcl
