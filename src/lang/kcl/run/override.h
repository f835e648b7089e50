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

// Reads `path=value`, `path:value` (united with what is there), `path+=[…]` (items behind those that are
// there) and `path-` (removed). A path is `a.b`, `a["x-y"]`, `a[0]`; `package:` may stand in front of it,
// as KCL's older tool has it. Nothing when the text is none of these.
std::optional<OverrideText> ParseOverride(std::string_view text);

}  // namespace kval::kcl::run
