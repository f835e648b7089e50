#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kval::golden {

// One case: a folder of testdata with an `expected` file beside real input files. One that has `args` alone
// fails: what it expects was not written down.
//
//   args      the arguments, one a line; without it: -f for schema.*, then -f for values*.yml in order
//   env       NAME=value lines that the program's environment holds beside PATH
//   stdin     standard input
//   expected  `exit N`, then `--- stdout` and `--- stderr` with what was written, each only if not empty
struct Case {
  std::string name;  // "check/fail_unknown_key"
  std::filesystem::path folder;
};

std::vector<Case> FindCases(const std::filesystem::path& testdata);

// Runs the program in the case's folder and gives what `expected` must hold.
std::string RunCase(const std::string& program, const Case& which);

std::string ReadText(const std::filesystem::path& path);

}  // namespace kval::golden
