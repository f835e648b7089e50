#include <algorithm>
#include <map>

#include "src/cli/completion_values.h"

namespace kval::cli {
namespace {

using Kind = CompletionValue::CompletionKind;

// Shell code that offers a value: it sets `words`, or completes files and returns.
std::string ActionOf(const CompletionValue& value, const std::vector<CommandDoc>& commands) {
  switch (value.kind) {
    case Kind::kText:
      return "return";
    case Kind::kWords:
      return "words='" + value.words + "'";
    case Kind::kRules:
      return "words=$rules";
    case Kind::kSeverities:
      return "_kval_severity";
    case Kind::kFormats:
      return "words='" + FormatNames() + "'";
    case Kind::kTopics:
      return "words='" + TopicNames(false) + "'";
    case Kind::kCommands:
      return "words='" + CommandNames(commands) + "'";
    case Kind::kDirectories:
      return "_kval_paths -d; return";
    case Kind::kFiles:
    case Kind::kNamedFiles:
      return "_kval_paths -f; return";
  }
  return {};
}

std::vector<std::string> NamesOf(const OptionDoc& option) {
  std::vector<std::string> names = option.long_names;
  if (!option.short_name.empty()) {
    names.push_back(option.short_name);
  }
  return names;
}

// The branches of `case "$command/$option"`. An option that completes the same way for all commands has one.
std::string ValueBranches(const std::vector<CommandDoc>& commands) {
  std::map<std::string, std::map<std::string, std::string>> actions;  // by option, by command
  for (const CommandDoc& command : commands) {
    for (const OptionDoc& option : command.options) {
      for (const std::string& name : option.takes_value ? NamesOf(option) : std::vector<std::string>()) {
        actions[name][command.name] = ActionOf(CompletionOfOption(command, option), commands);
      }
    }
  }
  std::map<std::string, std::string> patterns;  // by action
  const auto add = [&patterns](const std::string& action, const std::string& pattern) {
    std::string& all = patterns[action];
    all += (all.empty() ? "" : "|") + pattern;
  };
  for (const auto& [option, by_command] : actions) {
    const std::string& first = by_command.begin()->second;
    const bool is_same = std::all_of(by_command.begin(), by_command.end(),
                                     [&first](const auto& other) { return other.second == first; });
    const bool is_short = option.size() == 2;  // another command may have it as a flag
    if (is_same && !is_short) {
      add(first, "*/" + option);
      continue;
    }
    for (const auto& [command, action] : by_command) {
      add(action, "'" + command + "'/" + option);
    }
  }
  std::string out;
  for (const auto& [action, pattern] : patterns) {
    out += "    " + pattern + ") " + action + " ;;\n";
  }
  return out;
}

constexpr std::string_view kHelpers =
    R"(# bash completion of kval; load it with: source <(kval completions bash)
_kval_paths() {
  local IFS=$'\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen "$1" -- "$word"))
}
# RULE=LEVEL. Bash splits words at `=`.
_kval_severity() {
  if [ -n "$key" ]; then
    words=$levels
  else
    words="${rules// /= }="
    compopt -o nospace 2>/dev/null
  fi
}
_kval() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local key= words= files=
  COMPREPLY=()
  if [ "$word" = '=' ]; then
    word= key=$option option=${COMP_WORDS[COMP_CWORD-2]}
  elif [ "$option" = '=' ] && [ "$COMP_CWORD" -gt 2 ]; then
    key=${COMP_WORDS[COMP_CWORD-2]} option=${COMP_WORDS[COMP_CWORD-3]}
  fi
  case $key in --*) option=$key key= ;; esac
)";

}  // namespace

std::string BashCompletions(const std::vector<CommandDoc>& commands) {
  std::string out(kHelpers);
  out += "  local rules='" + TopicNames(true) + "' levels='" + std::string(kLevels) + "'\n";
  out += "  if [ \"$COMP_CWORD\" -eq 1 ] && [[ $word != -* ]]; then\n    COMPREPLY=($(compgen -W '" +
         CommandNames(commands) +
         "' -- \"$word\"))\n    [ -z \"$word\" ] || _kval_paths -f\n    return\n  fi\n";
  std::string options, arguments, names = "help";
  out += "  [ \"$COMP_CWORD\" -le 2 ] || case \"$command ${COMP_WORDS[2]}\" in\n";
  for (const CommandDoc& command : commands) {
    if (command.name.find(' ') != std::string::npos) {
      out += "    '" + command.name + "') command='" + command.name + "' ;;\n";
    }
    names += "|'" + command.name + "'";
    options += "      '" + command.name + "') words='" + OptionNames(command) + "' ;;\n";
    const std::string below = SubcommandNames(commands, command.name);
    const CompletionValue argument = CompletionOfArgument(command);
    if (!below.empty()) {
      arguments += "    '" + command.name + "') words='" + below +
                   "' files=" + (HasArgument(command) ? "-f" : "") + " ;;\n";
    } else if (argument.kind != Kind::kFiles) {
      arguments += "    '" + command.name + "') " + ActionOf(argument, commands) + " ;;\n";
    }
  }
  out += "  esac\n  case $command in\n    " + names + ") ;;\n    *) command='" + commands.front().name +
         "' ;;\n  esac\n";
  out += "  if [[ $word == -* ]]; then\n    case $command in\n" + options +
         "    esac\n    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n    return\n  fi\n";
  out += "  case $command/$option in\n" + ValueBranches(commands) + "  esac\n";
  out += "  if [ -z \"$words\" ]; then\n    case $command in\n    help) words='" + CommandNames(commands) +
         "' ;;\n" + arguments + "    esac\n  fi\n";
  out +=
      "  [ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  [ -n \"$words\" ] && [ -z \"$files\" ] || _kval_paths -f\n}\ncomplete -F _kval kval\n";
  return out;
}

}  // namespace kval::cli
