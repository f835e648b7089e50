#pragma once

#include <string_view>
#include <variant>
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

// `text` is the path; `begin` is the virtual offset of its first byte (0: the text is in no file).
// Fails on an empty step, an unclosed or malformed `[`, and on `:`, which ytt forbids.
Result<std::vector<FlagStep>> ParseFlagPath(std::string_view text, uint32_t begin, Arena& arena);

// Whether an index of a path names an item that is there (ytt) or may be one behind the last (Helm).
enum class FlagItems : uint8_t { kMustExist, kMayBeNew };

// The overlay that sets `value` at `path`: maps merge, no key need exist, the last step is replaced whole.
// Its operations are added to `plan`.
const value::Value* FlagOverlay(const std::vector<FlagStep>& path, const value::Value& value,
                                value::Builder& builder, Plan& plan, FlagItems items = FlagItems::kMustExist);

}  // namespace kval::merge
