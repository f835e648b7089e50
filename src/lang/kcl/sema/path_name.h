#pragma once

#include <string>
#include <string_view>

// The names of files and folders as texts; nothing is read.
namespace kval::kcl {

// The folder of a file: `a` of `a/b.k`, `.` of `b.k`.
std::string DirectoryOf(const std::string& path);
// A name inside a folder; the folder `.` adds nothing.
std::string Join(const std::string& directory, std::string_view name);
// The folder above: `a` of `a/b`, `..` of `.`, `../..` of `..`.
std::string ParentOf(const std::string& directory);

}  // namespace kval::kcl
