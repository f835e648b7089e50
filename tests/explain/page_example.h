#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kval::explain {

// One example of a page: files, and the command to run on them.
struct Example {
  std::string heading;
  std::map<std::string, std::string> files;
  std::string command;  // for /bin/sh; derived from the file names if the page has none
};

// The examples of a page: an erroneous input and its fixes. A fix has the files of the erroneous input except
// for the files that it replaces.
struct PageExamples {
  Example error;
  std::vector<Example> repairs;
};

PageExamples ExamplesOf(std::string_view page);

struct Outcome {
  int status = 0;
  std::string output;           // stdout and stderr
  std::set<std::string> codes;  // every `[KV301]` of the output
};

// Runs the example's command in a new directory with its files. `program` is the path of `kval`.
Outcome RunExample(const Example& example, const std::string& program);

}  // namespace kval::explain
