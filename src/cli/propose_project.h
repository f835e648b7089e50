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

enum class ProposalUse {
  kFile,  // to be written: missing schemas are inferred, and checks that cannot run are left out, with notes
  kRun    // at once, which reports such checks: only values without a schema, and charts without their
          // dependencies, are left out
};

// Returns checks for the charts, schemas, manifests and configurations of tools in the working directory of
// `reader`. `prefix` precedes paths in notes.
//
// Cost: kFile runs all of them once.
ProposedProject ProposeProject(ProposalUse use, const std::string& prefix, source::FileReader& reader,
                               const ProcessEnvironment& environment, const Limits& limits);

}  // namespace kval::cli
