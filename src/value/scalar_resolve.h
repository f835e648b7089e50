#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "src/value/value.h"

// What a plain scalar means. There is no single answer: each consumer of YAML has its own table.
namespace kval::value {

enum class Dialect : uint8_t {
  kYtt,     // YAML 1.1 as go-yaml v2 reads it, with bare y and n
  kHelm,    // sigs.k8s.io/yaml: go-yaml v2
  kK8s,     // the same library
  kYaml12,  // the core schema of YAML 1.2.2
  kKcl,     // serde_yaml: the core schema, without a leading zero, with 0b
};

std::string_view DialectName(Dialect dialect);

// The kind of a scalar with its value: kNull, kBool, kInt, kFloat or kString.
struct Resolved {
  Kind kind = Kind::kString;
  bool is_unsigned = false;  // an integer above INT64_MAX: the bits of a uint64
  union {
    bool boolean;
    int64_t integer = 0;
    double real;
  };
};

// The meaning of a plain (unquoted) scalar. Integers beyond uint64 become floats, as in go-yaml.
Resolved Resolve(Dialect dialect, std::string_view plain);

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
