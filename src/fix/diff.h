#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/source/source_file.h"

// Unified diffs of two strings, in the format of `diff -u`.
namespace kval::fix {

struct DiffStyle {
  bool color = false;
  // Returns the ranges of a file to hide, sorted and disjoint, each within a line; null: none.
  std::function<std::vector<source::Span>(const source::SourceFile&)> hidden = nullptr;
};

// Returns the changed lines with three lines of context; empty if there are none. Names and lines are
// escaped; a patch of plain text can be applied with `patch -p0`. Context lines
// with a hidden range are omitted; in changed lines the range is replaced.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after,
                        const DiffStyle& style);

}  // namespace kval::fix
