#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/value/scalar_resolve.h"

// What readers of YAML in wide use do not read alike.
namespace kval::value {

enum class Ambiguity : uint8_t {
  kBoolean,       // yes, no, on, off, y, n
  kLegacyOctal,   // 0755: octal for YAML 1.1, decimal for YAML 1.2
  kNumberOrText,  // 1_000, 0b1, 1e3, 12:30, 2001-12-14: a number or a date for some readers only
};

// Two dialects in wide use that take the same plain scalar for different things.
struct Disagreement {
  Ambiguity ambiguity;
  Kind first;   // as YAML 1.1 (go-yaml v2; for 1e3, 12:30 and dates PyYAML) has it
  Kind second;  // as YAML 1.2 has it
};

std::optional<Disagreement> Disagrees(std::string_view plain);

// Returns why `--strict` rejects a plain scalar; empty if all common readers agree about it. Numbers with an
// exponent pass, as with `ytt --strict`. Unlike ytt, strings with spaces, colons or dashes pass, because all
// readers agree.
std::string_view StrictComplaint(Dialect dialect, std::string_view plain);

}  // namespace kval::value
