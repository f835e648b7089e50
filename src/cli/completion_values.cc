#include "src/cli/completion_values.h"

#include <algorithm>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/explain_topics.h"
#include "src/report/report.h"

namespace kval::cli {
namespace {

using Kind = CompletionValue::CompletionKind;

struct KnownValue {
  std::string_view command;  // empty: every command
  std::string_view option;
  Kind kind;
  std::string_view words;
};

constexpr std::string_view kDrafts = "4 6 7 2019-09 2020-12";

// The first line that applies counts.
constexpr KnownValue kKnown[] = {
    {"rules", "--output-format", Kind::kWords, "text json"},
    {"k8s test", "--output-format", Kind::kWords, "text json"},
    {"", "--output-format", Kind::kFormats, ""},
    {"", "--color", Kind::kWords, "auto always never"},
    {"", "--profile", Kind::kWords, "ytt helm k8s yaml1.2"},
    {"", "--select", Kind::kRules, ""},
    {"", "--ignore", Kind::kRules, ""},
    {"", "--severity", Kind::kSeverities, ""},
    {"", "--schema-draft", Kind::kWords, kDrafts},
    {"", "--draft", Kind::kWords, kDrafts},
    {"config schema", "--to", Kind::kWords, "ytt kcl"},
    {"", "--to", Kind::kWords, "kcl ytt json-schema"},
    {"", "--operation", Kind::kWords, "CREATE UPDATE DELETE"},
    {"", "--helm-version", Kind::kWords, "3 4"},
    {"", "--input-format", Kind::kWords, "yaml json"},
    {"", "--yaml-reader", Kind::kWords, "kval yaml-cpp"},
    {"schema export", "--format", Kind::kWords, "openapi-v3"},
    {"", "--format", Kind::kWords, "yaml json"},
    {"run", "--output", Kind::kFiles, ""},
    {"render", "--output", Kind::kWords, "yaml json pos openapi-v3"},
    {"", "--output", Kind::kWords, "yaml json"},
    {"explain", "TOPIC", Kind::kTopics, ""},
    {"man", "COMMAND", Kind::kCommands, ""},
    {"completions", "SHELL", Kind::kWords, "bash zsh fish"},
    {"cel", "EXPRESSION", Kind::kText, ""},
};

std::string VersionNames() {
  const auto table = schemas::kubernetes::ApiTable::Builtin();
  std::string names;
  for (const std::string_view version : table.versions()) {
    names += (names.empty() ? "" : " ") + std::string(version);
  }
  return names;
}

bool HasName(const OptionDoc& option, std::string_view name) {
  return option.positional == name ||
         std::find(option.long_names.begin(), option.long_names.end(), name) != option.long_names.end();
}

Kind KindOfValueName(std::string_view name) {
  const bool is_file =
      name.find("FILE") != std::string_view::npos || name.find("PATH") != std::string_view::npos;
  const bool is_directory = name.find("DIR") != std::string_view::npos;
  if (!is_file && !is_directory) {
    return Kind::kText;
  }
  return name.find('=') != std::string_view::npos ? Kind::kNamedFiles
         : is_directory                           ? Kind::kDirectories
                                                  : Kind::kFiles;
}

}  // namespace

CompletionValue CompletionOfOption(const CommandDoc& command, const OptionDoc& option) {
  for (const KnownValue& known : kKnown) {
    if ((known.command.empty() || known.command == command.name) && HasName(option, known.option)) {
      return {known.kind, std::string(known.words)};
    }
  }
  if (HasName(option, "--k8s-version")) {
    return {Kind::kWords, VersionNames()};
  }
  if (!option.positional.empty()) {
    return {KindOfValueName(option.positional) == Kind::kDirectories ? Kind::kDirectories : Kind::kFiles};
  }
  return {KindOfValueName(option.value)};
}

CompletionValue CompletionOfArgument(const CommandDoc& command) {
  for (const OptionDoc& option : command.options) {
    if (!option.positional.empty()) {
      return CompletionOfOption(command, option);
    }
  }
  return {Kind::kFiles};
}

bool HasArgument(const CommandDoc& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const OptionDoc& option) { return !option.positional.empty(); });
}

std::string FormatNames() {
  std::string names;
  for (const report::Reporter& reporter : report::Reporters()) {
    names += (names.empty() ? "" : " ") + std::string(reporter.name);
  }
  return names;
}

std::string TopicNames(bool only_rules) {
  std::string names;
  for (const Topic& topic : ExplainTopics()) {
    names += only_rules && !topic.is_rule ? "" : (names.empty() ? "" : " ") + topic.name;
  }
  return names;
}

std::string CommandNames(const std::vector<CommandDoc>& commands) {
  std::string names;
  for (const CommandDoc& command : commands) {
    names += command.name.find(' ') == std::string::npos ? command.name + " " : "";
  }
  return names + "help version";
}

std::string SubcommandNames(const std::vector<CommandDoc>& commands, std::string_view command) {
  std::string names;
  for (const CommandDoc& other : commands) {
    if (other.name.starts_with(std::string(command) + " ")) {
      names += (names.empty() ? "" : " ") + other.name.substr(command.size() + 1);
    }
  }
  return names;
}

std::string OptionNames(const CommandDoc& command) {
  std::string names;
  for (const OptionDoc& option : command.options) {
    names += option.short_name.empty() ? "" : " " + option.short_name;
    for (const std::string& name : option.long_names) {
      names += " " + name;
    }
  }
  return names.empty() ? names : names.substr(1);
}

}  // namespace kval::cli
