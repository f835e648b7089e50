#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/command.h"
#include "src/source/file_reader.h"
#include "src/support/limits.h"

namespace kval::cli {

inline constexpr std::string_view kProjectFile = ".kval.yaml";

// A project file for a repository without one.
struct ProposedProject {
  std::string text;                                        // empty: nothing to check was found
  std::vector<std::pair<std::string, std::string>> files;  // missing schemas, by name
  std::vector<std::string> notes;                          // what is left out, and why
  size_t file_count = 0;                                   // that were considered
};

// Missing schemas of values: inferred from them, or their sets are left out.
enum class MissingSchemas { kInferred, kLeftOut };

// Returns checks for the charts, schemas, manifests and configurations of tools in the working directory of
// `reader`. Checks that cannot run are left out.
//
// Cost: runs all of them once.
ProposedProject ProposeProject(MissingSchemas missing, source::FileReader& reader,
                               const ProcessEnvironment& environment, const Limits& limits);

}  // namespace kval::cli
