#include <set>
#include <string>
#include <string_view>

#include "src/cli/completion_values.h"
#include "src/cli/explain_topics.h"

namespace kval::cli {
namespace {

using Kind = CompletionValue::CompletionKind;

std::string Quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "'";
}

// The arguments of `complete` that offer a value.
std::string ActionOf(const CompletionValue& value) {
  switch (value.kind) {
    case Kind::kText:
      return " -x";
    case Kind::kWords:
      return " -x -a " + Quoted(value.words);
    case Kind::kRules:
      return " -x -a " + Quoted(TopicNames(true));
    case Kind::kSeverities:
      return " -x -a '(__kval_severities)'";
    case Kind::kFormats:
      return " -r -a " + Quoted(FormatNames());
    case Kind::kTopics:
      return " -f -a '(__kval_topics)'";
    case Kind::kCommands:
      return " -f -a '(__kval_commands)'";
    case Kind::kFiles:
    case Kind::kNamedFiles:
      return " -r -F";
    case Kind::kDirectories:
      return " -x -a '(__fish_complete_directories)'";
  }
  return {};
}

void WriteOption(const CommandDoc& command, const OptionDoc& option, const std::string& when,
                 std::string& out) {
  const CompletionValue value = CompletionOfOption(command, option);
  if (!option.positional.empty()) {
    if (value.kind != Kind::kFiles) {
      out += "complete -c kval -n " + when + ActionOf(value) + "\n";
    }
    return;
  }
  out += "complete -c kval -n " + when;
  out += option.short_name.empty() ? "" : " -s " + option.short_name.substr(1);
  for (const std::string& name : option.long_names) {
    out += " -l " + name.substr(2);
  }
  out += (option.takes_value ? ActionOf(value) : "") + " -d " + Quoted(option.help) + "\n";
}

constexpr std::string_view kHelpers =
    R"(# fish completion of kval; load it with: kval completions fish | source
# Whether the command line begins with this command: `__kval_on schema dump`.
function __kval_on
  set -l tokens (commandline -opc)
  set -l last (math 1 + (count $argv))
  test (count $tokens) -ge $last
  and test "$tokens[2..$last]" = "$argv"
end
# Whether the command line names no command: at its first word, or after options.
function __kval_without_command
  set -l tokens (commandline -opc)
  test (count $tokens) -eq 1
  or string match -q -- '-*' $tokens[2]
  or test -e $tokens[2]
end
# Whether its first word is empty.
function __kval_at_start
  test (count (commandline -opc)) -eq 1
  and test -z (commandline -ct)
end
# Whether the word after this command is next.
function __kval_after
  __kval_on $argv
  and test (count (commandline -opc)) -eq (math 1 + (count $argv))
end
)";

std::string Functions(const std::vector<CommandDoc>& commands) {
  std::string out(kHelpers);
  out += "function __kval_severities\n  for rule in " + TopicNames(true) + "\n    for level in " +
         std::string(kLevels) + "\n      echo $rule=$level\n    end\n  end\nend\n";
  out += "function __kval_topics\n";
  for (const Topic& topic : ExplainTopics()) {
    out += "  printf '%s\\t%s\\n' " + Quoted(topic.name) + " " + Quoted(topic.summary) + "\n";
  }
  out += "end\nfunction __kval_commands\n";
  for (const CommandDoc& command : commands) {
    if (command.name.find(' ') == std::string::npos) {
      out += "  printf '%s\\t%s\\n' " + Quoted(command.name) + " " + Quoted(command.summary) + "\n";
    }
  }
  return out + "  printf '%s\\t%s\\n' help 'shows the help of a command' version 'shows the version'\nend\n";
}

// Offers the last word of a command after the words before it, and those in the same way: `k8s crd diff`.
void OfferLastWord(const std::string& name, std::string_view summary, std::set<std::string>& offered,
                   std::string& out) {
  std::string rest = name;
  for (size_t space = rest.rfind(' '); space != std::string::npos && offered.insert(rest).second;
       space = rest.rfind(' ')) {
    out += "complete -c kval -n '__kval_after " + rest.substr(0, space) + "' -f -a " +
           rest.substr(space + 1) + (rest == name ? " -d " + Quoted(summary) : "") + "\n";
    rest.resize(space);
  }
}

}  // namespace

std::string FishCompletions(const std::vector<CommandDoc>& commands) {
  std::string out = Functions(commands);
  out +=
      "complete -c kval -n __kval_at_start -f\n"
      "complete -c kval -n 'test (count (commandline -opc)) -eq 1' -a '(__kval_commands)'\n"
      "complete -c kval -n '__kval_after help' -f -a '(__kval_commands)'\n";
  std::set<std::string> offered;
  for (const CommandDoc& command : commands) {
    OfferLastWord(command.name, command.summary, offered, out);
    for (const OptionDoc& option : command.options) {
      WriteOption(command, option, Quoted("__kval_on " + command.name), out);
      if (command.name == commands.front().name) {
        WriteOption(command, option, "__kval_without_command", out);
      }
    }
  }
  return out;
}

}  // namespace kval::cli
