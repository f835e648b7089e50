#include <string>

#include "src/formats/format.h"
#include "src/modules/builders.h"
#include "src/modules/native.h"
#include "src/support/check.h"
#include "src/support/semver.h"

// Source: ytt pkg/yttlibrary/version.go.

namespace kval::modules {
namespace {

bool IsSemver(std::string_view text) {
  const formats::FormatEntry* format = formats::Find("semver");
  KVAL_CHECK(format != nullptr);
  std::string why;
  return format->check(text, &why);
}

Outcome<Value> RequireAtLeast(std::string_view expected, const std::string& ytt_version) {
  if (!IsSemver(expected)) {
    return EvalFailure(starlark::MakeMessage("version string '", expected, "' must be a valid semver"));
  }
  if (CompareSemver(ytt_version, expected) < 0) {
    return EvalFailure("ytt version '" + ytt_version + "' does not meet the minimum required version '" +
                       std::string(expected) + "'");
  }
  return Value::None();
}

}  // namespace

starlark::Module* MakeVersion(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("version");
  DefineText(build.heap, *module, "require_at_least",
             [version = build.options.ytt_version](const Call&, std::string_view expected) {
               return RequireAtLeast(expected, version);
             });
  return module;
}

}  // namespace kval::modules
