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

// Whether `--strict` takes this plain scalar: all readers in wide use read it alike. The answer is empty when
// they do, else what is wrong with the scalar. Numbers with an exponent pass, as with `ytt --strict`; its
// refusal of strings with blanks, colons or dashes is left out, for no reader takes those for something else.
std::string_view StrictComplaint(Dialect dialect, std::string_view plain);

}  // namespace kval::value
