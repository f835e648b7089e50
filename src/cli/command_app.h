#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kval::cli {

// The options of a command, of which only those are built that the words of the command line can mean: CLI11
// takes longer to build and compare sixty options than kval takes to check a file.
//
// An option that no word names is not built; what is said of it (`->group(…)`) goes nowhere, and its variable
// keeps its value. That it is required would go nowhere as well: such options, and those that are held to
// others, are declared with CLI::App's own functions (`app.CLI::App::add_option`).
class CommandApp final : public CLI::App {
 public:
  // What is built: all options (for help, completions, manual pages), or those that the words can mean, which
  // must outlive this.
  struct All {};
  CommandApp(std::string description, std::string name, All /*all*/);
  CommandApp(std::string description, std::string name, const std::vector<std::string>& words);

  template <typename T>
  CLI::Option* add_option(std::string_view names, T& target, std::string_view help) {
    return Builds(names) ? CLI::App::add_option(std::string(names), target, std::string(help)) : Unbuilt();
  }

  template <typename T>
  CLI::Option* add_flag(std::string_view names, T& target, std::string_view help) {
    return Builds(names) ? CLI::App::add_flag(std::string(names), target, std::string(help)) : Unbuilt();
  }

  // A command below this one; of its options the same ones are built.
  CommandApp* add_subcommand(std::string_view name, std::string_view help);

  // What is wrong with the words that nothing took, after they were parsed; or nothing. CLI11 would throw it.
  std::string Unexpected() const;

  // The long names of all options that were declared here or below, without dashes.
  std::vector<std::string_view> LongNames() const;

 private:
  CommandApp(std::string description, std::string name, const std::vector<std::string>* words);

  // Whether a word can mean one of the names (`-f,--file`), or there is none: a positional. Notes the names.
  bool Builds(std::string_view names);
  CLI::Option* Unbuilt();

  const std::vector<std::string>* words_;  // null: all options are built
  std::string names_;                      // of all that were declared, each with a comma after it
  std::vector<const CommandApp*> below_;
  std::unique_ptr<CLI::App> unbuilt_;  // whose one option stands for all that are not built
};

}  // namespace kval::cli
