#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/budget.h"
#include "src/lang/gotemplate/origins.h"
#include "src/source/span.h"

namespace kval::gotemplate {

class Observer;

// What a read of a map's missing key is (Go's Option): `<no value>` (an untyped nil), the zero of the map's
// element type, which is Helm's setting, or an error.
enum class MissingKey : uint8_t { kDefault, kZero, kError };

struct ExecutionOptions {
  MissingKey missing_key = MissingKey::kDefault;
  ExecutionLimits limits;
  std::string_view root;         // the name of the set, for the error about a missing template
  Observer* observer = nullptr;  // may be null
};

// Why an execution ended.
struct ExecutionError {
  std::string text;                    // as Go words it, with the place
  source::Span span;                   // the part of the template
  std::optional<ExceededLimit> limit;  // null: the program is wrong
  OriginSet origins = {};              // of the values that were rejected
  OriginSet condition = {};            // of the innermost `if` or `with` around it that has origins
  std::string receiver = {};  // of a field that cannot be read: the expression before it, `.Values.image`
  std::string field = {};     // its name
};

}  // namespace kval::gotemplate
