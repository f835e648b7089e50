#pragma once

#include <cstdint>
#include <optional>

#include "src/value/decimal.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// Returns the value as a count, a whole number of at least 0 (also as a float, `3.0`); otherwise nullopt.
inline std::optional<int64_t> AsNonNegativeInteger(const value::Value& value) {
  if (value.kind == value::Kind::kInt && !value.is_unsigned && value.integer >= 0) {
    return value.integer;
  }
  const bool is_whole = value.kind == value::Kind::kFloat && value::IsWhole(value) && value.real >= 0 &&
                        value.real < 9007199254740992.0;
  return is_whole ? std::optional<int64_t>(static_cast<int64_t>(value.real)) : std::nullopt;
}

}  // namespace kval::schemas::json_schema
