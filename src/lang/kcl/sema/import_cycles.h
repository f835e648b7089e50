#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/kcl/sema/diagnostics.h"
#include "src/lang/kcl/sema/program.h"

// Private to the semantic library.
namespace kval::kcl {

// An import of a package: its target, and the statement.
struct ImportEdge {
  size_t to = 0;
  source::Span at;
};
using ImportEdges = std::vector<std::vector<ImportEdge>>;  // by importing package

// Reports packages that import each other in a circle, at the import that closes it.
void ReportImportCycles(const Program& program, const ImportEdges& edges, Diagnostics& diagnostics);

}  // namespace kval::kcl
