#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/value/scalar_resolve.h"

// Scalars that common YAML readers resolve differently.
namespace kval::value {

enum class AmbiguityKind : uint8_t {
  kBoolean,       // yes, no, on, off, y, n
  kLegacyOctal,   // 0755: octal for YAML 1.1, decimal for YAML 1.2
  kNumberOrText,  // 1_000, 0b1, 1e3, 12:30, 2001-12-14: a number or a date for some readers only
};

// The different kinds that two common dialects give to the same plain scalar.
struct ScalarAmbiguity {
  AmbiguityKind ambiguity;
  Kind first;   // in YAML 1.1 (go-yaml v2; for 1e3, 12:30 and dates PyYAML)
  Kind second;  // in YAML 1.2
};

// Returns how common readers disagree about a plain scalar; nullopt if they agree.
std::optional<ScalarAmbiguity> FindAmbiguity(std::string_view plain);

// Returns why `--strict` rejects a plain scalar; empty if all common readers agree about it. Numbers with an
// exponent pass, as with `ytt --strict`. Unlike ytt, strings with spaces, colons or dashes pass, because all
// readers agree.
std::string_view GetStrictError(Dialect dialect, std::string_view plain);

}  // namespace kval::value
