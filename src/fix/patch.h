#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

// Applies fixes of findings to file contents.
namespace kval::fix {

// One file before and after.
struct Change {
  const source::SourceFile* file;
  std::vector<diag::Edit> edits;  // in the order of the text, none overlaps another
  size_t fixes = 0;               // how many findings they repair

  std::string Before() const { return std::string(file->text()); }
  std::string After() const;
};

// Whether the repair of this finding, which has one, may be made.
using MayFix = std::function<bool(const diag::Diagnostic& finding)>;

// The repairs of the findings, by file in the order of the source map. A repair is made whole or not at all;
// of two that touch the same bytes the first is made, which leaves the other to the next run. Equal edits are
// made once. Repairs whose places `sources` does not know, or that lie in several files, are left out.
std::vector<Change> Collect(std::span<const diag::Diagnostic> findings, const source::SourceMap& sources,
                            const MayFix& may_fix);

}  // namespace kval::fix
