#pragma once

#include <span>

#include "src/cli/command.h"

namespace kval::cli {

// Returns all commands in the order of `kval --help`. The first one is the default.
std::span<const Command> Commands();

// Each declares the options of a command in `app` and returns the function that runs it.
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareCheck(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareValues(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareRender(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareSchema(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareSchemas(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareVendor(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareExplain(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareCompletions(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareMan(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareRules(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareVet(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareRun(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareCel(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareHelm(CommandApp& app);
std::function<int(const ProcessEnvironment&, CommandOutput&)> DeclareLsp(CommandApp& app);

// Runs the program: `args` without the program's name.
int RunProgram(std::vector<std::string> args, const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
