#pragma once

#include "src/lang/starlark/interpreter.h"
#include "src/modules/module_table.h"

// The modules by themselves: one function in one file for each, listed in module_table.cc.
namespace kval::modules {

struct ModuleBuild {
  starlark::Heap& heap;
  const ModuleOptions& options;
};

starlark::Module* MakeAssert(const ModuleBuild& build);
starlark::Module* MakeBase64(const ModuleBuild& build);
starlark::Module* MakeIp(const ModuleBuild& build);
starlark::Module* MakeJson(const ModuleBuild& build);
starlark::Module* MakeMath(const ModuleBuild& build);
starlark::Module* MakeMd5(const ModuleBuild& build);
starlark::Module* MakeModule(const ModuleBuild& build);
starlark::Module* MakeRegexp(const ModuleBuild& build);
starlark::Module* MakeSha256(const ModuleBuild& build);
starlark::Module* MakeSpelling(const ModuleBuild& build);
starlark::Module* MakeStruct(const ModuleBuild& build);
starlark::Module* MakeToml(const ModuleBuild& build);
starlark::Module* MakeUrl(const ModuleBuild& build);
starlark::Module* MakeValidations(const ModuleBuild& build);
starlark::Module* MakeVersion(const ModuleBuild& build);
starlark::Module* MakeYaml(const ModuleBuild& build);

}  // namespace kval::modules
