#pragma once

#include <span>

#include "src/cli/command.h"

namespace kval::cli {

// Every command, in the order of `kval --help`. The first is what runs when none is named.
std::span<const Command> Commands();

std::function<int(const Environment&, Output&)> DeclareCheck(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareValues(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareRender(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareSchema(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareExplain(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareCompletions(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareMan(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareRules(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareVet(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareRun(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareCel(CLI::App& app);
std::function<int(const Environment&, Output&)> DeclareHelm(CLI::App& app);

// Runs the program: `args` without the program's name.
int RunProgram(std::vector<std::string> args, const Environment& environment, Output& output);

}  // namespace kval::cli
