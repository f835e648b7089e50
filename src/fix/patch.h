#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/source/source_map.h"

// Applies fixes of findings to file contents.
namespace kval::fix {

// One file before and after.
struct FilePatch {
  const source::SourceFile* file;
  std::vector<diag::Edit> edits;  // in the order of the text, none overlaps another
  size_t fixes = 0;               // how many findings they repair

  std::string Before() const { return std::string(file->text()); }
  std::string After() const;
};

// Returns whether the fix of a finding may be applied. Requires: the finding has a fix.
using MayFix = std::function<bool(const diag::Diagnostic& finding)>;

// Collects the fixes of the findings, by file in the order of the source map. Each fix is applied as a whole
// or not at all. If two fixes overlap, only the first is applied; the next run may apply the other. Equal
// edits are applied once. Fixes with locations that `sources` does not contain, or in several files, are
// omitted.
std::vector<FilePatch> Collect(std::span<const diag::Diagnostic> findings, const source::SourceMap& sources,
                               const MayFix& may_fix);

}  // namespace kval::fix
