#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/project/declaration.h"
#include "src/project/tree.h"
#include "src/support/limits.h"

namespace kval::project {

// One check: a schema with values that are merged, or with one file of independent documents. Paths are
// relative to the project.
struct Check {
  const Group* group;
  std::string name;   // of the group
  std::string label;  // "env=prod": which one of a matrix; else empty
  std::vector<std::string> schema;
  std::vector<std::string> values;  // in the order of merging
  std::string file;                 // whose documents are validated; empty for a set
  std::string chart = {};           // of Helm, in the place of a schema
  size_t definitions = 0;           // for manifests: the number of definitions in `schema`; policies follow

  std::string Display() const;  // "payments (env=prod)"
};

// Plans the checks of a project: each set once per combination of its `{names}`, each file of a group of
// documents. A combination exists if one of its files does; missing files are left out, except the schema. In
// the order of the declaration, then of combinations.
//
// Reports paths without a match, invalid patterns and incomplete sets, and plans the rest. More than `most`
// checks are reported, and none is planned. `declaration` must outlive the plan.
std::vector<Check> Plan(const Declaration& declaration, Tree& tree, diag::Emitter& emit,
                        uint64_t most = Limits().files);

// Parses patterns in order; reports invalid ones.
std::vector<Glob> ReadGlobs(const std::vector<Text>& texts, diag::Emitter& emit);

}  // namespace kval::project
