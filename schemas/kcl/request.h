#pragma once

#include <map>
#include <string>
#include <vector>

#include "src/support/limits.h"

namespace kval::kcl {
struct Program;
}

namespace kval::schemas::kcl {

// Selects a program and one of its schemas.
struct KclRequest {
  std::vector<std::string> files;  // the files of the main package
  std::map<std::string, std::string>
      found_below;          // for files that were found, not named: the directory they must be in
  std::string schema_name;  // empty: the first schema of the first file that has one
  std::string attribute_name = "value";          // the name of the values in top-level asserts
  std::map<std::string, std::string> externals;  // `-E name=path`
  Limits limits;
  const kval::kcl::Program* known = nullptr;  // an earlier load of the same files, used during compilation
};

}  // namespace kval::schemas::kcl
