#pragma once

#include <string_view>

#include "src/lang/starlark/interpreter.h"
#include "src/modules/module_table.h"

// The modules by themselves: one function in one file for each, listed in module_table.cc.
namespace kval::modules {

struct Build {
  starlark::Heap& heap;
  const Options& options;
};

starlark::Module* MakeAssert(const Build& build);
starlark::Module* MakeBase64(const Build& build);
starlark::Module* MakeIp(const Build& build);
starlark::Module* MakeJson(const Build& build);
starlark::Module* MakeMath(const Build& build);
starlark::Module* MakeMd5(const Build& build);
starlark::Module* MakeModule(const Build& build);
starlark::Module* MakeRegexp(const Build& build);
starlark::Module* MakeSha256(const Build& build);
starlark::Module* MakeSpelling(const Build& build);
starlark::Module* MakeStruct(const Build& build);
starlark::Module* MakeToml(const Build& build);
starlark::Module* MakeUrl(const Build& build);
starlark::Module* MakeValidations(const Build& build);
starlark::Module* MakeVersion(const Build& build);
starlark::Module* MakeYaml(const Build& build);

}  // namespace kval::modules
