#pragma once

#include <span>

#include "src/cli/command.h"

namespace kval::cli {

// Every command, in the order of `kval --help`. The first is what runs when none is named.
std::span<const Command> Commands();

std::function<int(const Environment&, Output&)> DeclareCheck(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareValues(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareRender(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareSchema(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareExplain(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareCompletions(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareMan(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareRules(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareVet(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareRun(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareCel(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareHelm(CommandApp& app);
std::function<int(const Environment&, Output&)> DeclareLsp(CommandApp& app);

// Runs the program: `args` without the program's name.
int RunProgram(std::vector<std::string> args, const Environment& environment, Output& output);

}  // namespace kval::cli
