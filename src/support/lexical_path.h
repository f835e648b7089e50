#pragma once

#include <string>
#include <string_view>

// Functions on paths with `/` as separator. Purely lexical: the file system is not accessed, and links are
// not resolved.
namespace kval {

// Removes `.`, empty components, and each `..` together with the preceding name: `./a//x/../b/` becomes
// `a/b`. Empty for the directory itself. Leading `..` are kept; `..` at the root is removed.
std::string LexicallyNormal(std::string_view path);

// The same for a path relative to the absolute directory `from`, which may be empty if it is unknown: `..`
// that leads back into `from` is removed, so that `../b/x` becomes `x` in `/a/b`.
std::string NormalPathFrom(std::string_view from, std::string_view path);

// Returns whether a normalized path is a directory or below it. False if the names do not decide it: `../a`
// may contain `b`, and absolute and relative paths are not comparable.
bool IsWithinDirectory(std::string_view path, std::string_view directory);

}  // namespace kval
