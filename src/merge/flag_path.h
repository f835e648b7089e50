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

// The place that a flag such as `--data-value a.b=x` names. `.` separates steps; beyond ytt, `\.` is a dot
// that belongs to the key and `[2]` an item of an array.
struct FlagStep {
  std::string_view key;  // in `text` of the call, or in the arena when it has escapes
  int64_t index = -1;    // an array item when not negative
  source::Span span;
};

// What nothing between two dots means: the empty key (ytt), or a mistake (Helm).
enum class EmptySteps : uint8_t { kAreKeys, kAreFaults };

// `text` is the path; `begin` is the virtual offset of its first byte (0: the text is in no file).
// Fails on an unclosed or malformed `[`, on `:`, which ytt forbids, and on an empty step as `empty` says.
Result<std::vector<FlagStep>> ParseFlagPath(std::string_view text, uint32_t begin, Arena& arena,
                                            EmptySteps empty);

// The place that the name of an environment's variable means behind its prefix: `__` separates steps, and all
// else is their text (ytt cmd/template/data_values_flags.go). The steps' keys are in `text`.
std::vector<FlagStep> SplitVariable(std::string_view text, uint32_t begin);

// Whether an index of a path names an item that is there (ytt) or may be one that is not: those before it
// that are missing, too, become null (Helm).
enum class FlagItems : uint8_t { kMustExist, kMayBeNew };

// The overlay that sets `value` at `path`: maps merge, no key need exist, the last step is replaced whole.
// Its operations are added to `plan`.
const value::Value* FlagOverlay(const std::vector<FlagStep>& path, const value::Value& value,
                                value::Builder& builder, Plan& plan, FlagItems items = FlagItems::kMustExist);

}  // namespace kval::merge
