#include <memory>
#include <string>
#include <string_view>

#include "src/cli/command_app.h"
#include "src/cli/command_line.h"
#include "src/cli/commands.h"
#include "src/cli/explain_topics.h"
#include "src/cli/usage.h"
#include "src/report/report.h"

namespace kval::cli {
namespace {

std::string FormatNames() {
  std::string names;
  for (const report::Reporter& reporter : report::Reporters()) {
    names += (names.empty() ? "" : " ") + std::string(reporter.name);
  }
  return names;
}

std::string NamesOf(const CommandDoc& command) {
  std::string names;
  for (const OptionDoc& option : command.options) {
    names += option.short_name.empty() ? "" : " " + option.short_name;
    for (const std::string& name : option.long_names) {
      names += " " + name;
    }
  }
  return names.empty() ? names : names.substr(1);
}

// The first words: `schema` once, although it has commands below it.
std::string Words(const std::vector<CommandDoc>& commands) {
  std::string words;
  for (const CommandDoc& command : commands) {
    if (command.name.find(' ') == std::string::npos) {
      words += command.name + " ";
    }
  }
  return words + "help version";
}

std::string WordsBelow(const std::vector<CommandDoc>& commands, const std::string& name) {
  std::string words;
  for (const CommandDoc& command : commands) {
    if (command.name.starts_with(name + " ")) {
      words += (words.empty() ? "" : " ") + command.name.substr(name.size() + 1);
    }
  }
  return words;
}

std::string Topics(bool only_rules) {
  std::string words;
  for (const Topic& topic : ExplainTopics()) {
    words += only_rules && !topic.is_rule ? "" : (words.empty() ? "" : " ") + topic.name;
  }
  return words;
}

// The words that may follow a command and are no files.
std::string PositionalWords(const std::vector<CommandDoc>& commands, const std::string& name) {
  if (name == "explain") {
    return Topics(false);
  }
  return name == "man" ? Words(commands) : name == "completions" ? "bash zsh fish" : "";
}

// Functions that both shells understand: the words for a command, and for the value of an option.
void WriteBash(const std::vector<CommandDoc>& commands, std::string& out) {
  out +=
      "# bash completion of kval; load it with: source <(kval completions bash)\n_kval() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command=${COMP_WORDS[1]} words=\n  case $before in\n"
      "    -o|--output-format) words='" +
      FormatNames() +
      " yaml' ;;\n"
      "    --profile) words='ytt helm k8s yaml1.2' ;;\n    --color) words='auto always never' ;;\n"
      "    --select|--ignore) words='" +
      Topics(true) +
      "' ;;\n"
      "  esac\n  if [ -n \"$words\" ]; then\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n    "
      "return\n  fi\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words='" +
      Words(commands) + "'\n  fi\n  case $command/${COMP_WORDS[2]} in\n";
  for (const CommandDoc& command : commands) {
    // Those below a command come before it.
    if (command.name.find(' ') != std::string::npos) {
      continue;
    }
    for (const CommandDoc& other : commands) {
      if (other.name.starts_with(command.name + " ")) {
        out += "    " + command.name + "/" + other.name.substr(command.name.size() + 1) +
               ") words=\"$words " + NamesOf(other) + "\" ;;\n";
      }
    }
    const std::string below = WordsBelow(commands, command.name) + PositionalWords(commands, command.name);
    out += "    " + command.name + "/*) words=\"$words " + (below.empty() ? "" : below + " ") +
           NamesOf(command) + "\" ;;\n";
  }
  out += "    help/*) words=\"$words " + Words(commands) + "\" ;;\n    -*|/*) words=\"$words " +
         NamesOf(commands.front()) +
         "\" ;;\n  esac\n"
         "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\") $(compgen -f -- \"$word\"))\n}\n"
         "complete -o filenames -F _kval kval\n";
}

void WriteZsh(const std::vector<CommandDoc>& commands, std::string& out) {
  out +=
      "#compdef kval\n# zsh completion of kval: put it into a folder of $fpath as _kval\n"
      "autoload -U +X bashcompinit && bashcompinit\n";
  WriteBash(commands, out);
}

std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "'";
}

void WriteFishOption(const OptionDoc& option, const std::string& when, std::string& out) {
  if (!option.positional.empty()) {
    return;
  }
  out += "complete -c kval -n " + Quoted(when);
  out += option.short_name.empty() ? "" : " -s " + option.short_name.substr(1);
  for (const std::string& name : option.long_names) {
    out += " -l " + name.substr(2);
  }
  out += option.takes_value ? " -r" : "";
  for (const std::string& name : option.long_names) {
    out += name == "--output-format" ? " -a " + Quoted(FormatNames()) : "";
    out += name == "--profile" ? " -a 'ytt helm k8s yaml1.2'" : "";
    out += name == "--color" ? " -a 'auto always never'" : "";
    out += name == "--select" || name == "--ignore" ? " -a " + Quoted(Topics(true)) : "";
  }
  out += " -d " + Quoted(option.help) + "\n";
}

void WriteFish(const std::vector<CommandDoc>& commands, std::string& out) {
  out += "# fish completion of kval; load it with: kval completions fish | source\n";
  for (const CommandDoc& command : commands) {
    const size_t blank = command.name.find(' ');
    const std::string first = command.name.substr(0, blank);
    if (blank == std::string::npos) {
      out +=
          "complete -c kval -n __fish_use_subcommand -a " + first + " -d " + Quoted(command.summary) + "\n";
    } else {
      out += "complete -c kval -n " + Quoted("__fish_seen_subcommand_from " + first) + " -a " +
             command.name.substr(blank + 1) + " -d " + Quoted(command.summary) + "\n";
    }
    if (command.name == "explain") {
      for (const Topic& topic : ExplainTopics()) {
        out += "complete -c kval -f -n " + Quoted("__fish_seen_subcommand_from explain") + " -a " +
               Quoted(topic.name) + " -d " + Quoted(topic.summary) + "\n";
      }
    }
    const bool is_default = command.name == commands.front().name;
    for (const OptionDoc& option : command.options) {
      WriteFishOption(option,
                      "__fish_seen_subcommand_from " + command.name.substr(command.name.rfind(' ') + 1), out);
      if (is_default) {
        WriteFishOption(option, "__fish_use_subcommand", out);
      }
    }
  }
}

}  // namespace

std::function<int(const Environment&, Output&)> DeclareCompletions(CommandApp& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish")->required();
  return [shell](const Environment&, Output& output) -> int {
    std::string message;
    if (!IsChoice("completions", *shell, {"bash", "zsh", "fish"}, message)) {
      return Refuse(output, message);
    }
    const std::vector<CommandDoc> commands = DescribeCommands(Commands());
    if (*shell == "fish") {
      WriteFish(commands, output.out);
    } else {
      *shell == "zsh" ? WriteZsh(commands, output.out) : WriteBash(commands, output.out);
    }
    return kOk;
  };
}

}  // namespace kval::cli
