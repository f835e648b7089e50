#pragma once

#include <span>

#include "src/cli/command.h"

namespace kval::cli {

// Returns all commands in the order of `kval --help`. The first one is the default.
std::span<const Command> Commands();

// Each declares the options of a command in `app` and returns the function that runs it.
RunCommand DeclareCheck(CommandApp& app);
RunCommand DeclareValues(CommandApp& app);
RunCommand DeclareRender(CommandApp& app);
RunCommand DeclareSchema(CommandApp& app);
RunCommand DeclareSchemas(CommandApp& app);
RunCommand DeclareVendor(CommandApp& app);
RunCommand DeclareExplain(CommandApp& app);
RunCommand DeclareCompletions(CommandApp& app);
RunCommand DeclareMan(CommandApp& app);
RunCommand DeclareRules(CommandApp& app);
RunCommand DeclareVet(CommandApp& app);
RunCommand DeclareRun(CommandApp& app);
RunCommand DeclareFmt(CommandApp& app);
RunCommand DeclareCel(CommandApp& app);
RunCommand DeclareHelm(CommandApp& app);
RunCommand DeclareLsp(CommandApp& app);
RunCommand DeclareInit(CommandApp& app);
RunCommand DeclareConfig(CommandApp& app);
RunCommand DeclareK8s(CommandApp& app);
RunCommand DeclareFunction(CommandApp& app);

// Commands below others.
RunCommand DeclareHelmTemplate(CommandApp& app);  // `kval helm template [NAME] CHART`
RunCommand DeclareHelmCoverage(CommandApp& app);  // `kval helm coverage CHART`
RunCommand DeclarePolicyTests(CommandApp& app);   // `kval k8s test`
RunCommand DeclareDefinitions(CommandApp& app);   // `kval k8s crd diff` and `cost`

// Runs the program: `args` without the program's name.
int RunProgram(std::vector<std::string> args, const ProcessEnvironment& environment, CommandOutput& output);

}  // namespace kval::cli
