#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/merge/plan.h"
#include "src/source/span.h"
#include "src/support/result.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::merge {

// The steps of the path of a flag such as `--data-value a.b=x`. `.` separates steps; in addition to ytt's
// syntax, `\.` is a literal dot in a key and `[2]` an item of an array.
struct FlagStep {
  std::string_view key;  // in `text` of the call, or in the arena if it has escapes
  int64_t index = -1;    // an array item when not negative
  source::Span span;
};

// The meaning of an empty step: the empty key (ytt), or an error (Helm).
enum class EmptySteps : uint8_t { kAreKeys, kAreErrors };

// `text`: the path; `begin`: the virtual offset of its first byte (0: not in a file). Errors: an unclosed or
// malformed `[`; `:`, which ytt forbids; an empty step, depending on `empty`.
Result<std::vector<FlagStep>> ParseFlagPath(std::string_view text, uint32_t begin, Arena& arena,
                                            EmptySteps empty);

// Returns the steps of the name of an environment variable after its prefix: `__` separates steps, and no
// other character is special (ytt cmd/template/data_values_flags.go). The keys are views of `text`.
std::vector<FlagStep> SplitVariable(std::string_view text, uint32_t begin);

// Whether an index of a path names an item that is there (ytt) or may be one that is not: those before it
// that are missing, too, become null (Helm).
enum class FlagItems : uint8_t { kMustExist, kMayBeNew };

// The overlay that sets `value` at `path`: maps merge, no key need exist, the last step is replaced whole.
// Its operations are added to `plan`.
const value::Value* FlagOverlay(const std::vector<FlagStep>& path, const value::Value& value,
                                value::Builder& builder, MergePlan& plan,
                                FlagItems items = FlagItems::kMustExist);

}  // namespace kval::merge
