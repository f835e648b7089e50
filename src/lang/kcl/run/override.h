#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/lang/kcl/eval/evaluation.h"

namespace kval::kcl::run {

// A change of a value from the command line, `-O`, before its expression is evaluated.
struct OverrideText {
  eval::Override change;   // without its value
  std::string expression;  // empty for a removal
};

// Parses `path=value`, `path:value` (united with the existing value), `path+=[…]` (appends items) and `path-`
// (removes). A path is `a.b`, `a["x-y"]`, `a[0]`; a prefix `package:` is allowed, as in KCL's older tool.
// Returns nullopt for other strings.
std::optional<OverrideText> ParseOverride(std::string_view text);

}  // namespace kval::kcl::run
