#pragma once

#include <span>
#include <string>
#include <string_view>

// What changes between two texts, as `diff -u` writes it.
namespace kval::fix {

struct DiffStyle {
  bool color = false;
  std::span<const std::string> sensitive = {};  // sorted: keys that the schema declares to be secret
};

// The lines that differ, with three lines around them; empty when none does. Names and lines are escaped, so
// that what is printed is safe; a patch of plain text can be applied with `patch -p0`. Secrets
// (report/secret_scan.h) are hidden: lines around that hold one are left out, which a patch does without; in
// lines that differ it is replaced.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after,
                        const DiffStyle& style);

}  // namespace kval::fix
