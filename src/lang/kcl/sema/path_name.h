#pragma once

#include <string>
#include <string_view>

// Operations on path strings, without file access.
namespace kval::kcl {

// Returns the directory of a file: `a` for `a/b.k`, `.` for `b.k`.
std::string DirectoryOf(const std::string& path);
// Appends a name to a directory; the directory `.` adds nothing.
std::string Join(const std::string& directory, std::string_view name);
// Returns the parent directory: `a` for `a/b`, `..` for `.`, `../..` for `..`.
std::string ParentOf(const std::string& directory);

}  // namespace kval::kcl
