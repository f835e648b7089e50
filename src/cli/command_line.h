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
  std::string positional;               // "PATHS" for a positional argument
  std::string value;                    // name of its value: "FILE"; empty if it takes none
  std::string help;
  std::string group;
  bool takes_value = false;
  bool is_common = false;  // one of those that most people need
};

struct CommandDoc {
  std::string name;  // "schema dump"
  std::string summary;
  std::vector<OptionDoc> options;  // without hidden ones
};

// Returns all commands and subcommands, in the order of `kval --help`.
std::vector<CommandDoc> DescribeCommands(std::span<const Command> commands);

// Formats `--help` for the width of the terminal, at most 100 columns (0: no terminal). Unless `all`, shows
// common options only; `--help-all` shows all.
void ShapeHelp(CLI::App& app, bool all, uint32_t terminal_width);

}  // namespace kval::cli
