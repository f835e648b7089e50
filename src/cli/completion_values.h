#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/cli/command_line.h"

namespace kval::cli {

// The completion of a word that is not an option.
struct CompletionValue {
  enum class CompletionKind : uint8_t {
    kText,         // nothing to offer
    kWords,        // one of `words`
    kRules,        // rules, separated by commas
    kSeverities,   // RULE=LEVEL
    kFormats,      // FORMAT[:FILE]
    kTopics,       // what `kval explain` explains
    kCommands,     // the commands of kval
    kFiles,        // a file or directory
    kDirectories,  // a directory
    kNamedFiles,   // NAME=FILE
  };
  CompletionKind kind = CompletionKind::kText;
  std::string words = {};  // separated by spaces

  bool operator==(const CompletionValue&) const = default;
};

// Returns the kind of value of an option, or of a positional argument, of `command`.
CompletionValue CompletionOfOption(const CommandDoc& command, const OptionDoc& option);

// Returns the kind of value of the positional argument of `command`; files if it has none.
CompletionValue CompletionOfArgument(const CommandDoc& command);
bool HasArgument(const CommandDoc& command);

// Each returns names separated by spaces.
std::string FormatNames();
std::string TopicNames(bool only_rules);
std::string CommandNames(const std::vector<CommandDoc>& commands);  // without the second-level ones
std::string SubcommandNames(const std::vector<CommandDoc>& commands, std::string_view command);
std::string OptionNames(const CommandDoc& command);

inline constexpr std::string_view kLevels = "error warning note off";

// Each returns a script that completes kval command lines in a shell.
std::string BashCompletions(const std::vector<CommandDoc>& commands);
std::string ZshCompletions(const std::vector<CommandDoc>& commands);
std::string FishCompletions(const std::vector<CommandDoc>& commands);

}  // namespace kval::cli
