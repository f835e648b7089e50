#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kval::explain {

// One example of a page: files and the command that is run on them.
struct Example {
  std::string heading;
  std::map<std::string, std::string> files;
  std::string command;  // for /bin/sh; made of the files' names when the page has none
};

// What a page shows: how the fault comes about, and its repairs. A repair has the files of the example, but
// for those that it shows anew.
struct PageExamples {
  Example fault;
  std::vector<Example> repairs;
};

PageExamples ExamplesOf(std::string_view page);

struct Outcome {
  int status = 0;
  std::string output;           // both streams
  std::set<std::string> codes;  // every `[KV301]` of the output
};

// Runs the example's command in a new folder with its files, `kval` being the program given.
Outcome RunExample(const Example& example, const std::string& program);

}  // namespace kval::explain
