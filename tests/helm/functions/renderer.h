#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/evaluator.h"

namespace kval::helm::functions {

struct Rendered {
  std::string text;     // also before an error
  std::string error;    // of parsing or execution; empty if there is none
  std::string failure;  // the message of `fail` or `required`
  std::optional<gotemplate::ExceededLimit> limit;
};

// Executes a template with all functions and `data`, a JSON text, as Helm does: missing keys are zero.
Rendered Render(std::string_view text, std::string_view data = "{}", gotemplate::ExecutionLimits limits = {},
                uint64_t memory = uint64_t{256} << 20);

}  // namespace kval::helm::functions
