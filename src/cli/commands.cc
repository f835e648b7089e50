#include "src/cli/commands.h"

#include <algorithm>
#include <optional>

#include "src/cli/command_app.h"
#include "src/cli/command_line.h"
#include "src/cli/exit_codes.h"
#include "src/cli/k8s_command.h"
#include "src/cli/run_guarded.h"
#include "src/cli/usage.h"
#include "src/cli/version.h"
#include "src/driver/session.h"
#include "src/support/edit_distance.h"

namespace kval::cli {
namespace {

constexpr std::string_view kChecking = "Check";
constexpr std::string_view kPlatforms = "Charts and manifests";
constexpr std::string_view kSchemas = "Schemas";
constexpr std::string_view kLanguages = "Languages";
constexpr std::string_view kSetup = "Editor and setup";

constexpr Command kCommands[] = {
    {"check", kChecking, "validates values against schemas (the default command)", DeclareCheck},
    {"init", kChecking, "writes a project file, and schemas for values without one", DeclareInit},
    {"values", kChecking, "prints the merged values: defaults, files and flags", DeclareValues},
    {"explain", kChecking, "explains a rule, an annotation or a format", DeclareExplain},
    {"rules", kChecking, "lists all rules", DeclareRules},
    {"helm", kPlatforms, "validates the values of a Helm chart", DeclareHelm},
    {"k8s", kPlatforms, "validates Kubernetes manifests", DeclareK8s},
    {"fn", kPlatforms, "validates a ResourceList, as a kustomize function", DeclareFunction},
    {"schema", kSchemas, "prints, converts and infers schemas", DeclareSchema},
    {"schemas", kSchemas, "lists the built-in schemas", DeclareSchemas},
    {"vendor", kSchemas, "fetches schemas by their addresses into the repository", DeclareVendor},
    {"render", kLanguages, "renders ytt templates", DeclareRender},
    {"run", kLanguages, "runs a KCL program and prints its output", DeclareRun},
    {"vet", kLanguages, "validates data against a KCL schema, like `kcl vet`", DeclareVet},
    {"fmt", kLanguages, "formats KCL files, like `kcl fmt`", DeclareFmt},
    {"cel", kLanguages, "evaluates CEL expressions, like Kubernetes", DeclareCel},
    {"lsp", kSetup, "runs the language server for editors", DeclareLsp},
    {"config", kSetup, "shows the configuration of a project", DeclareConfig},
    {"completions", kSetup, "prints the completions of a shell", DeclareCompletions},
    {"man", kSetup, "prints the manual page of a command", DeclareMan},
};

std::string Footer() {
  std::string text =
      "Most used options of `kval check`; `kval COMMAND --help` shows those of a command:\n"
      "  -f, --file FILE             schema, values or overlay, in order\n"
      "  --set KEY=VALUE             set a value, as in helm\n"
      "  -o, --output-format FORMAT  concise, json, sarif, github, junit and others\n"
      "  --ignore RULES              do not report these rules\n"
      "  --fix                       apply safe fixes\n\n"
      "Examples:\n"
      "  kval                                   check the project (.kval.yaml)\n"
      "  kval -f schema.yml -f values.yml       check values against a schema\n"
      "  kval helm ./chart -f prod.yaml         check the values of a chart\n"
      "  kval k8s manifests/                    check Kubernetes manifests\n"
      "  kval explain KV301                     explain a finding\n\nExit codes:\n";
  for (const ExitCode& code : kExitCodes) {
    text += "  " + std::to_string(code.code) + "  " + std::string(code.meaning) + "\n";
  }
  return text + "\n`kval explain` lists all rules, `kval man` prints the manual.";
}

bool NamesCommand(const std::string& word) {
  return std::ranges::any_of(kCommands, [&](const Command& command) { return command.name == word; });
}

// `kval -f …` means `kval check -f …`; help and version belong to the program, as options or as words.
void InsertDefaultCommand(std::vector<std::string>& args) {
  if (args[0] == "help") {
    args.erase(args.begin());
    args.emplace_back("--help");
  } else if (args[0] == "version" || (args.size() == 1 && args[0] == "-V")) {
    args[0] = "--version";
  }
  if (!NamesCommand(args[0]) && args[0] != "-h" && args[0] != "--help" && args[0] != "--version") {
    args.insert(args.begin(), std::string(kCommands[0].name));
  }
}

// Whether the option takes a value, for one of the commands.
bool TakesValue(std::string_view option, const std::vector<CommandDoc>& docs) {
  for (const CommandDoc& doc : docs) {
    for (const OptionDoc& one : doc.options) {
      const bool is_named =
          one.short_name == option ||
          std::find(one.long_names.begin(), one.long_names.end(), option) != one.long_names.end();
      if (is_named && one.takes_value) {
        return true;
      }
    }
  }
  return false;
}

// `kval -q check PATH` is `kval check -q PATH`: a command may follow options. The value of an option or a
// file name is not a command.
void BringCommandToFront(std::vector<std::string>& args) {
  if (!args[0].starts_with("-") || std::none_of(args.begin(), args.end(), NamesCommand)) {
    return;
  }
  source::DiskFileReader reader;
  const std::vector<CommandDoc> docs = DescribeCommands(kCommands);
  for (size_t i = 1; i < args.size() && args[i - 1] != "--"; ++i) {
    const bool is_value = args[i - 1].starts_with("-") && TakesValue(args[i - 1], docs);
    if (NamesCommand(args[i]) && !is_value && reader.KindOf(args[i]) == source::PathKind::kMissing) {
      std::rotate(args.begin(), args.begin() + static_cast<std::ptrdiff_t>(i),
                  args.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return;
    }
  }
}

// A first word that is neither a command nor an input. Suggests the most similar command.
bool IsNothing(const std::string& word) {
  source::DiskFileReader reader;
  return !word.starts_with("-") && !NamesCommand(word) && word != "help" && word != "version" &&
         word.find('=') == std::string::npos && reader.KindOf(word) == source::PathKind::kMissing;
}

// `before`: "help ", if help about the word was requested.
int RefuseWord(const std::string& word, const std::string& before, CommandOutput& output) {
  std::vector<std::string_view> names;
  if (before.empty()) {
    names = {"help", "version"};
  }
  for (const Command& command : kCommands) {
    names.push_back(command.name);
  }
  std::string nearest(Nearest(word, names));
  // Names in other programs.
  if (word == "lint" || word == "validate" || word == "verify" || word == "test") {
    nearest = "check";
  } else if (word == "template" || word == "build" || word == "eval") {
    nearest = "render";
  } else if (word == "kubernetes" || word == "kubeconform" || word == "manifests") {
    nearest = "k8s";
  }
  return ReportUsageError(
      output, (before.empty() ? "unknown command or file " : "unknown command ") + word,
      nearest.empty() ? "`kval help` lists the commands" : "did you mean `kval " + before + nearest + "`?");
}

// What validators of JSON Schema, Helm and kubeconform call an option.
struct ForeignOption {
  std::string_view name, option, written;
};
constexpr ForeignOption kElsewhere[] = {
    {"schema", "as", "-f FILE` or `--as schema=FILE"},
    {"schemafile", "as", "-f FILE` or `--as schema=FILE"},
    {"values", "file", "-f FILE"},
    {"data", "file", "-f FILE"},
    {"format", "output-format", "-o FORMAT"},
    {"output", "output-format", "-o FORMAT"},
    {"strict", "error-on-warnings", "--error-on-warnings"},
    {"kubernetes-version", "k8s-version", "--k8s-version"},
    {"ignore-missing-schemas", "ignore-unknown-kinds", "--ignore-unknown-kinds"},
    {"skip", "ignore-kinds", "--ignore-kinds"},
};

// Returns a suggestion for an unknown option, or empty.
std::string NearestOption(const CommandApp& app, std::string_view word) {
  const std::vector<std::string_view> names = app.LongNames();
  if (word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".json")) {
    return std::find(names.begin(), names.end(), "file") != names.end() ? "-f " + std::string(word)
                                                                        : std::string();
  }
  if (!word.starts_with("--")) {
    return {};
  }
  word = word.substr(2, word.find('=') - 2);
  for (const ForeignOption& other : kElsewhere) {
    if (word == other.name && std::find(names.begin(), names.end(), other.option) != names.end()) {
      return std::string(other.written);
    }
  }
  const std::string_view nearest = Nearest(word, names);
  return nearest.empty() ? std::string() : "--" + std::string(nearest);
}

// `kval schema infer`, or the whole program where the words name no command.
std::string HelpOf(const CommandApp& app, const std::vector<std::string>& words) {
  std::string command = NamesCommand(words[0]) ? words[0] + " " : std::string();
  const std::vector<std::string_view> below = app.Subcommands();
  if (words.size() > 1 && std::find(below.begin(), below.end(), words[1]) != below.end()) {
    command += words[1] + " ";
  }
  return "`kval " + command + "--help` shows its options";
}

int RefuseOptions(const CommandApp& app, const CommandApp* command, const ParsedWords& parsed,
                  const std::vector<std::string>& words, CommandOutput& output) {
  const std::string nearest = NearestOption(app, parsed.unknown);
  return ReportUsageError(output, parsed.message,
                          nearest.empty() ? HelpOf(command == nullptr ? app : *command, words)
                                          : "did you mean `" + nearest + "`?");
}

// A word in the place of a command below another. Where none is required it is one that names no file, but is
// near to a command. Nothing when all is well.
std::optional<int> RefuseSubcommand(const CommandApp& command, const std::vector<std::string>& words,
                                    CommandOutput& output) {
  const std::vector<std::string_view> names = command.Subcommands();
  const bool has_word = words.size() > 1 && !words[1].starts_with("-");
  if (names.empty() || (has_word && std::find(names.begin(), names.end(), words[1]) != names.end())) {
    return std::nullopt;
  }
  const std::string name = "kval " + words[0];
  if (!has_word) {
    return command.requires_subcommand()
               ? std::optional<int>(ReportUsageError(
                     output, name + " requires a subcommand: " + ListOf(names), HelpOf(command, words)))
               : std::nullopt;
  }
  const std::string nearest(Nearest(words[1], names));
  source::DiskFileReader reader;
  if (!command.requires_subcommand() &&
      (nearest.empty() || reader.KindOf(words[1]) != source::PathKind::kMissing)) {
    return std::nullopt;
  }
  return ReportUsageError(
      output, "unknown command " + name + " " + words[1],
      nearest.empty() ? name + " accepts " + ListOf(names) : "did you mean `" + name + " " + nearest + "`?");
}

bool AsksForHelp(const std::string& arg) {
  return arg == "-h" || arg == "--help";
}

// Parses the arguments; returns the exit code if nothing is to run, because help was requested or the
// arguments are invalid. `command`: the one that the words name, or null.
std::optional<int> Parse(CommandApp& app, const CommandApp* command, const std::vector<std::string>& words,
                         CommandOutput& output) {
  const ParsedWords parsed = app.Parse(words);
  output.out += parsed.help;
  if (!parsed.help.empty()) {
    return kOk;
  }
  return parsed.is_good ? std::optional<int>() : RefuseOptions(app, command, parsed, words, output);
}

}  // namespace

std::string ProcessEnvironment::Get(std::string_view name) const {
  for (const std::string& variable : *variables) {
    if (variable.size() > name.size() && variable[name.size()] == '=' && variable.starts_with(name)) {
      return variable.substr(name.size() + 1);
    }
  }
  return {};
}

std::span<const Command> Commands() {
  return kCommands;
}

driver::Session& NewSession(CommandOutput& output, const Limits& limits,
                            const std::vector<std::string>& link_destinations, const ReportOptions& report,
                            bool findings_are_output) {
  output.report = &report;
  output.findings_are_output = findings_are_output;
  Limits kept = limits;
  kept.findings = output.MostFindings(limits.findings);
  output.session = std::make_shared<driver::Session>(kept);
  output.reader = std::make_shared<TracingReader>(limits, link_destinations);
  return *output.session;
}

int RunProgram(std::vector<std::string> args, const ProcessEnvironment& environment, CommandOutput& output) {
  if (args.empty()) {
    args.emplace_back(kCommands[0].name);
  }
  if (IsNothing(args[0])) {
    return RefuseWord(args[0], {}, output);
  }
  if (args[0] == "help" && args.size() > 1 && !NamesCommand(args[1]) && !args[1].starts_with("-")) {
    return RefuseWord(args[1], "help ", output);
  }
  BringCommandToFront(args);
  InsertDefaultCommand(args);
  if (args.size() == 1 && args[0] == "--version") {
    output.out += "kval " + std::string(kVersion) + "\n";
    return kOk;
  }
  const auto help_all = std::find(args.begin(), args.end(), "--help-all");
  const bool all = help_all != args.end();
  if (all) {
    *help_all = "--help";
  }
  const bool help = std::any_of(args.begin(), args.end(), AsksForHelp);
  const std::string description =
      "kval validates YAML configuration against schemas and reports each error with its location.";
  const auto made = help ? std::make_unique<CommandApp>(description, "kval", CommandApp::AllOptions())
                         : std::make_unique<CommandApp>(description, "kval", args);
  CommandApp& app = *made;
  app.set_version_flag("--version", std::string("kval ") + kVersion);
  if (help) {
    app.footer(Footer());
  }
  app.require_subcommand(1);
  RunCommand run;
  CommandApp* named = nullptr;
  for (const Command& command : kCommands) {
    // Only the requested command is built; the others are names in the program's help.
    if (args[0] == command.name) {
      named = app.add_subcommand(command.name, command.summary);
      run = command.declare(*named);
    } else if (args[0].starts_with("-")) {
      app.add_subcommand(command.name, command.summary, command.group);
    }
  }
  if (named != nullptr && !(args.size() > 1 && AsksForHelp(args[1]))) {
    if (const std::optional<int> status = RefuseSubcommand(*named, args, output)) {
      return *status;
    }
  }
  if (help) {
    // For help only: hidden options have no name in messages.
    ShapeHelp(app.cli11(), all, environment.terminal_width);
    if (std::optional<std::string> text = app.PlainHelp(args)) {
      output.out += *text;
      return kOk;
    }
  }
  if (const std::optional<int> status = Parse(app, named, args, output)) {
    return *status;
  }
  return run == nullptr ? static_cast<int>(kUnusable) : RunGuarded(run, environment, output);
}

}  // namespace kval::cli
