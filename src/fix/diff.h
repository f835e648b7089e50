#pragma once

#include <span>
#include <string>
#include <string_view>

// Unified diffs of two strings, in the format of `diff -u`.
namespace kval::fix {

struct DiffStyle {
  bool color = false;
  std::span<const std::string> sensitive = {};  // sorted: keys that the schema declares to be secret
};

// Returns the changed lines with three lines of context; empty if there are none. Names and lines are
// escaped; a patch of plain text can be applied with `patch -p0`. Secrets (report/secret_scan.h) are hidden:
// context lines with a secret are omitted, in changed lines it is replaced.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after,
                        const DiffStyle& style);

}  // namespace kval::fix
