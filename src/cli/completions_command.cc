#include <memory>
#include <string>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/completion_values.h"
#include "src/cli/usage.h"

namespace kval::cli {

RunCommand DeclareCompletions(CommandApp& app) {
  auto shell = std::make_shared<std::string>();
  app.add_option("SHELL", *shell, "bash, zsh or fish")->required();
  return [shell](const ProcessEnvironment&, CommandOutput& output) -> int {
    std::string message;
    if (!IsChoice("completions", *shell, {"bash", "zsh", "fish"}, message)) {
      return ReportUsageError(output, message);
    }
    const std::vector<CommandDoc> commands = DescribeCommands(Commands());
    output.out += *shell == "fish"  ? FishCompletions(commands)
                  : *shell == "zsh" ? ZshCompletions(commands)
                                    : BashCompletions(commands);
    return kOk;
  };
}

}  // namespace kval::cli
