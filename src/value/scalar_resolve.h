#pragma once

#include <cstdint>
#include <string_view>

#include "src/value/value.h"

// Resolution of plain scalars. Each consumer of YAML has its own table.
namespace kval::value {

enum class Dialect : uint8_t {
  kYtt,     // YAML 1.1 as go-yaml v2 reads it, with bare y and n
  kHelm,    // sigs.k8s.io/yaml: go-yaml v2
  kK8s,     // the same library
  kYaml12,  // the core schema of YAML 1.2.2
  kKcl,     // serde_yaml: the core schema, without a leading zero, with 0b
  kKclVet,  // the data of `kcl vet`, yaml-rust: the core schema with its words in small letters alone
  kYaml11,  // configuration of tools that read YAML 1.1 (PyYAML, Psych)
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

// Resolves a plain (unquoted) scalar. Integers beyond uint64 become floats, as in go-yaml.
Resolved Resolve(Dialect dialect, std::string_view plain);

}  // namespace kval::value
