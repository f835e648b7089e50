#pragma once

#include <string>
#include <string_view>

// Paths whose parts are separated by `/`, compared as they are written: nothing is looked up, and a link is a
// name like any other.
namespace kval {

// Without `.`, empty parts, and each `..` that takes back a name: `a/b` of `./a//x/../b/`. Empty for the
// place itself. `..` that lead above the beginning stay in front; there is nothing above the root.
std::string LexicallyNormal(std::string_view path);

// Returns whether a normalized path is a directory or below it. False if the names do not decide it: `../a`
// may contain `b`, and absolute and relative paths are not comparable.
bool IsInOrBelow(std::string_view path, std::string_view folder);

}  // namespace kval
