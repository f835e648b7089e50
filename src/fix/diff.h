#pragma once

#include <span>
#include <string>
#include <string_view>

// What changes between two texts, as `diff -u` writes it.
namespace kval::fix {

struct DiffStyle {
  bool color = false;
};

// The lines that differ, with three lines around them; empty when none does. Names and lines are escaped, so
// that what is printed is safe; a patch of plain text can be applied with `patch -p0`.
std::string UnifiedDiff(std::string_view name, std::string_view before, std::string_view after,
                        const DiffStyle& style);

}  // namespace kval::fix
