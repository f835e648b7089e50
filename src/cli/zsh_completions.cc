#include "src/cli/completion_values.h"
#include "src/cli/explain_topics.h"

namespace kval::cli {
namespace {

using Kind = CompletionValue::CompletionKind;

// In single quotes, with a backslash before each character of `special`.
std::string Quoted(std::string_view text, std::string_view special = {}) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    out += special.find(c) != std::string_view::npos ? "\\" : "";
    out += c;
  }
  return out + "'";
}

// `'name:summary'`, as _describe reads it.
std::string Described(std::string_view name, std::string_view summary) {
  const std::string quoted = Quoted(name, ":");
  return quoted.substr(0, quoted.size() - 1) + ":" + Quoted(summary).substr(1);
}

std::string TopicsFunction(std::string_view name, bool only_rules) {
  std::string out = std::string(name) + "() {\n  local -a topics\n  topics=(\n";
  for (const Topic& topic : ExplainTopics()) {
    out += only_rules && !topic.is_rule ? "" : "    " + Described(topic.name, topic.summary) + "\n";
  }
  return out + "  )\n  _describe -t topics topic topics \"$@\"\n}\n";
}

// The action of _arguments.
std::string ActionOf(const CompletionValue& value) {
  switch (value.kind) {
    case Kind::kText:
      return " ";
    case Kind::kWords:
      return "(" + value.words + ")";
    case Kind::kRules:
      return "_kval_rules";
    case Kind::kSeverities:
      return "_kval_severities";
    case Kind::kFormats:
      return "_kval_formats";
    case Kind::kTopics:
      return "_kval_topics";
    case Kind::kCommands:
      return "_kval_commands";
    case Kind::kFiles:
      return "_files";
    case Kind::kDirectories:
      return "_files -/";
    case Kind::kNamedFiles:
      return "_kval_named_files";
  }
  return {};
}

void WriteOption(const CommandDoc& command, const OptionDoc& option, std::string& out) {
  const CompletionValue value = CompletionOfOption(command, option);
  if (!option.positional.empty()) {
    out += "      " + Quoted("*:" + option.positional + ":" + ActionOf(value)) + "\n";
    return;
  }
  std::string help = Quoted(option.help, "[]");
  help = "[" + help.substr(1, help.size() - 2) + "]";
  std::string tail;
  if (option.takes_value) {
    const std::string name = Quoted(option.value.empty() ? "VALUE" : option.value, ":");
    tail = ":" + name.substr(1, name.size() - 2) + ":" + ActionOf(value);
  }
  const auto write = [&](const std::string& name, const char* mark) {
    out += "      '*" + name + (option.takes_value ? mark : "") + help + tail + "'\n";
  };
  if (!option.short_name.empty()) {
    write(option.short_name, "+");
  }
  for (const std::string& name : option.long_names) {
    write(name, "=");
  }
}

std::string CommandsFunction(const std::vector<CommandDoc>& commands) {
  std::string out = "_kval_commands() {\n  local -a commands\n  commands=(\n";
  for (const CommandDoc& command : commands) {
    if (command.name.find(' ') == std::string::npos) {
      out += "    " + Described(command.name, command.summary) + "\n";
    }
  }
  return out +
         "    'help:shows the help of a command'\n    'version:shows the version'\n  )\n"
         "  _describe -t commands command commands\n}\n";
}

// The branches that complete the second word of commands with subcommands.
std::string SubcommandBranches(const std::vector<CommandDoc>& commands) {
  std::string out;
  for (const CommandDoc& command : commands) {
    if (SubcommandNames(commands, command.name).empty()) {
      continue;
    }
    out += "    (" + command.name + ")\n      if (( CURRENT == 3 )) && [[ $words[3] != -* ]]; then\n" +
           "        commands=(\n";
    for (const CommandDoc& other : commands) {
      if (other.name.starts_with(command.name + " ")) {
        out += "          " + Described(other.name.substr(command.name.size() + 1), other.summary) + "\n";
      }
    }
    out += "        )\n        _describe -t commands command commands && ret=0\n";
    out += HasArgument(command) ? "        _files && ret=0\n" : "";
    out += "        return ret\n      fi\n      case $words[3] in\n";
    for (const CommandDoc& other : commands) {
      if (other.name.starts_with(command.name + " ")) {
        out += "        (" + other.name.substr(command.name.size() + 1) + ") command=" + Quoted(other.name) +
               "; shift words; (( CURRENT-- )) ;;\n";
      }
    }
    out += "      esac\n      ;;\n";
  }
  return out;
}

constexpr std::string_view kHelpers = R"(_kval_rules() {
  compset -P '*,'
  _kval_rule_names
}
_kval_severities() {
  if compset -P '*='; then
    compadd -- error warning note off
  else
    _kval_rule_names -S =
  fi
}
_kval_named_files() {
  compset -P '*='
  _files
}
)";

}  // namespace

std::string ZshCompletions(const std::vector<CommandDoc>& commands) {
  std::string out =
      "#compdef kval\n"
      "# zsh completion of kval: write it to _kval in a directory of $fpath, or load it with:\n"
      "# source <(kval completions zsh)\n";
  out += TopicsFunction("_kval_rule_names", true) + TopicsFunction("_kval_topics", false);
  out += kHelpers;
  out += "_kval_formats() {\n  if compset -P '*:'; then\n    _files\n  else\n    compadd -- " +
         FormatNames() + "\n  fi\n}\n";
  out += CommandsFunction(commands);
  out +=
      "_kval() {\n  local command=$words[2] ret=1\n  local -a commands\n"
      "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n    _kval_commands && ret=0\n"
      "    [[ -z $words[2] ]] || { _files && ret=0 }\n    return ret\n  fi\n  case $command in\n" +
      SubcommandBranches(commands) + "  esac\n  case $command in\n";
  std::string options;
  for (const CommandDoc& command : commands) {
    out += "    (" + Quoted(command.name) + ") shift words; (( CURRENT-- )) ;;\n";
    options += "    (" + Quoted(command.name) + ")\n      _arguments -s -S \\\n";
    std::string lines;
    for (const OptionDoc& option : command.options) {
      WriteOption(command, option, lines);
    }
    for (const char c : lines) {
      options += c == '\n' ? std::string(" \\\n") : std::string(1, c);
    }
    options += "      && ret=0\n      ;;\n";
  }
  out += "    (help) _kval_commands; return ;;\n    (*) command=" + commands.front().name + " ;;\n  esac\n";
  out += "  case $command in\n" + options + "  esac\n  return ret\n}\n";
  out += "if [[ $funcstack[1] = _kval ]]; then\n  _kval \"$@\"\nelse\n  compdef _kval kval\nfi\n";
  return out;
}

}  // namespace kval::cli
