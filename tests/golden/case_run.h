#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kval::golden {

// One test case: a directory of testdata with input files and an `expected` file. A directory with `args` but
// without `expected` is a failing case.
//
//   args      arguments, one per line; default: -f for schema*, then -f for values*, sorted by name
//   env       NAME=value lines of the program's environment, in addition to PATH
//   stdin     standard input
//   expected  `exit N`, then `--- stdout` and `--- stderr` with the output, each only if not empty
struct Case {
  std::string name;  // "check/fail_unknown_key"
  std::filesystem::path directory;
};

std::vector<Case> FindCases(const std::filesystem::path& testdata);

// Runs the program in the case's directory. Returns the exit code and output in the format of `expected`.
std::string RunCase(const std::string& program, const Case& which);

std::string ReadText(const std::filesystem::path& path);

}  // namespace kval::golden
