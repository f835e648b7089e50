#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/project/declaration.h"
#include "src/project/tree.h"
#include "src/support/limits.h"

namespace kval::project {

// One thing to check: a schema with values that are merged, or with one file whose documents are judged. All
// paths are the project's.
struct Check {
  const Group* group;
  std::string name;   // of the group
  std::string label;  // "env=prod": which one of a matrix; else empty
  std::vector<std::string> schema;
  std::vector<std::string> values;  // in the order of merging
  std::string file;                 // whose documents are judged; empty for a set
  std::string chart = {};           // of Helm, in the place of a schema
  size_t definitions = 0;           // of manifests: so many of `schema`; those behind them are policies

  std::string Display() const;  // "payments (env=prod)"
};

// What a project checks: every set once for each combination of the texts that the `{names}` in its paths
// stand for, every file of a group of documents. A combination exists when a file of it does; a file that it
// lacks is left out, unless that is the schema. In the order of the declaration, then of the combinations.
//
// Paths that name nothing, patterns that cannot be used and sets that are incomplete are reported; what is
// left is planned. More than `most` checks are reported, and none of them is planned: a million of them that
// end in a limit would be work for nothing. `declaration` must live as long as the plan.
std::vector<Check> Plan(const Declaration& declaration, Tree& tree, diag::Emitter& emit,
                        uint64_t most = Limits().files);

// The patterns of texts, in order; those that cannot be used are reported.
std::vector<Glob> ReadGlobs(const std::vector<Text>& texts, diag::Emitter& emit);

}  // namespace kval::project
