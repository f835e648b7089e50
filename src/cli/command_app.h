#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace kval::cli {

// Further properties of a declared option: `app.add_option(…)->group("Report")->capture_default_str()`.
class DeclaredOption {
 public:
  // Null for an option that is not built; its properties are discarded.
  explicit DeclaredOption(CLI::Option* option) : option_(option) {}

  DeclaredOption* operator->() { return this; }

  DeclaredOption& group(std::string_view name);
  DeclaredOption& required();
  DeclaredOption& allow_extra_args(bool allow);  // further arguments are values of the option
  DeclaredOption& capture_default_str();         // help shows the variable's value
  DeclaredOption& delimiter(char between);
  DeclaredOption& one_of(std::initializer_list<const char*> words);

 private:
  CLI::Option* option_;
};

// The result of parsing a command line.
struct ParsedWords {
  bool is_good = true;
  std::string message;  // if not: the error
  std::string unknown;  // on failure: the unknown argument, if that is the reason
  std::string help;     // if not, and help or the version was requested: its text
};

// The options of a command. Only options that the arguments can denote are built: CLI11 needs longer to build
// sixty options than kval to check a file. CLI11 is included only by command_app.cc and command_line.cc,
// because its templates compile slowly.
//
// An unbuilt option discards its properties (`->group(…)`), and its variable keeps its value. `required`
// would be discarded too: use add_required_option.
//
// Option variables are std::string, bool (flags), numbers, and std::vector or std::optional of these: the
// instantiations at the end of command_app.cc.
class CommandApp {
 public:
  // Which options to build: all (for help, completions, manual pages), or those that the arguments, which
  // must outlive this, can denote.
  struct AllOptions {};
  CommandApp(std::string description, std::string name, AllOptions /*all*/);
  CommandApp(std::string description, std::string name, const std::vector<std::string>& words);
  CommandApp(const CommandApp&) = delete;
  CommandApp& operator=(const CommandApp&) = delete;
  ~CommandApp();

  template <typename T>
  DeclaredOption add_option(std::string_view names, T& target, std::string_view help);
  template <typename T>
  DeclaredOption add_required_option(std::string_view names, T& target, std::string_view help);
  template <typename T>
  DeclaredOption add_flag(std::string_view names, T& target, std::string_view help);

  // Adds a subcommand and builds the same selection of its options. `group` is its heading in help.
  CommandApp* add_subcommand(std::string_view name, std::string_view help, std::string_view group = {});

  void footer(std::string_view text);
  void fallthrough();  // unknown options belong to the parent command
  void require_subcommand(int count);
  void set_version_flag(std::string_view name, std::string_view text);
  void set_help_flag();  // has none

  // Parses arguments (without the program's name). Does not throw. Errors: unknown arguments.
  ParsedWords Parse(const std::vector<std::string>& words);

  // Whether the words named this command.
  bool parsed() const;

  // Returns the names of the subcommands, and whether one is required.
  std::vector<std::string_view> Subcommands() const;
  bool requires_subcommand() const { return requires_subcommand_; }

  // Returns the help of the named commands if the arguments are only these and `--help`. Avoids the exception
  // that CLI11 would throw, because the first exception of a process is slow.
  std::optional<std::string> PlainHelp(const std::vector<std::string>& words) const;

  // Returns the long names of all options of this command and its subcommands, without dashes; after parsing,
  // those of the selected command.
  std::vector<std::string_view> LongNames() const;

  CLI::App& cli11() { return *app_; }
  const CLI::App& cli11() const { return *app_; }

 private:
  CommandApp(std::string description, std::string name, const std::vector<std::string>* words);
  CommandApp(CLI::App* app, const std::vector<std::string>* words);

  void IndexWords();
  // Returns whether an argument may denote the name. May return true for other arguments: the option is then
  // built, and CLI11 decides.
  bool MayMatch(std::string_view name) const;
  // Returns whether an argument may denote one of the names (`-f,--file`), or the option is positional.
  // Records the names.
  bool ShouldBuild(std::string_view names);
  // `config print`, without the program's name.
  std::string FullName() const;
  // Returns the unexpected arguments after parsing, of the command that has any.
  ParsedWords Unexpected() const;

  std::unique_ptr<CLI::App> owned_;  // of the program; those below belong to the one above
  CLI::App* app_;
  const std::vector<std::string>* words_;  // null: all options are built
  std::vector<std::string_view> long_;     // of the words, those that begin with `--`
  std::string letters_;                    // and everything after a single `-`
  std::string names_;                      // of all that were declared, each with a comma after it
  std::vector<std::unique_ptr<CommandApp>> below_;
  bool requires_subcommand_ = false;
  bool has_help_ = true;
};

}  // namespace kval::cli
