#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/project/declaration.h"
#include "src/project/project_files.h"
#include "src/support/limits.h"

namespace kval::project {

// One check: a schema with values that are merged, or with one file of independent documents. Paths are
// relative to the project.
struct Check {
  const CheckDeclaration* group;
  std::string name;   // of the group
  std::string label;  // "env=prod": which one of a matrix; else empty
  std::vector<std::string> schema;
  std::vector<std::string> values;  // in the order of merging
  std::string file;                 // whose documents are validated; empty for a set
  std::string chart = {};           // of Helm, in the place of a schema
  size_t definitions = 0;           // for manifests: the number of definitions in `schema`; policies follow
  std::vector<std::string> chart_definitions = {};  // of custom resources that the chart may render
  bool has_partial_values = false;  // a chart with its defaults alone, to which other checks add values

  std::string Display() const;  // "payments (env=prod)"
};

// Plans the checks of a project: each set once per combination of its `{names}`, each file of a group of
// documents. A combination exists if one of its files exists; other missing files are skipped, except the
// schema. Order: by declaration, then by combination.
//
// Reports paths without a match, invalid patterns and incomplete sets, and plans the rest. If there are more
// than `most` checks, reports this and plans none. `declaration` must outlive the plan.
std::vector<Check> Plan(const Declaration& declaration, ProjectFiles& tree, diag::Emitter& emit,
                        uint64_t most = Limits().files);

// Parses patterns in order; reports invalid ones.
std::vector<Glob> ReadGlobs(const std::vector<LocatedString>& strings, diag::Emitter& emit);

}  // namespace kval::project
