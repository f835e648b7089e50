#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "src/cli/command.h"

// The command line's options as data: for help, completions and manual pages.
namespace CLI {
class App;
}

namespace kval::cli {

struct OptionDoc {
  std::string short_name;               // "-f", or empty
  std::vector<std::string> long_names;  // "--file"
  std::string positional;               // "PATHS", when it is no option
  std::string value;                    // what its value is called: "FILE"; empty when it takes none
  std::string help;
  std::string group;
  bool takes_value = false;
  bool is_common = false;  // one of those that most people need
};

struct CommandDoc {
  std::string name;  // "schema dump"
  std::string summary;
  std::vector<OptionDoc> options;  // hidden ones are left out
};

// Every command and every command below one, in the order of `kval --help`.
std::vector<CommandDoc> DescribeCommands(std::span<const Command> commands);

// Makes `--help` fit the terminal, 100 columns at most (and where there is none: 0), and, unless `all`, show
// what most people need; `--help-all` shows the rest.
void ShapeHelp(CLI::App& app, bool all, uint32_t terminal_width);

}  // namespace kval::cli
