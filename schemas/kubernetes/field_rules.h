#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "schemas/kubernetes/feature_gates.h"
#include "src/diag/kind.h"

// Rules about several fields of one map as data: tables/field_rules.tsv, compiled at build time.
namespace kval::schemas::kubernetes {

// One condition on a field of the map; fields of nested maps are joined by dots.
struct FieldCondition {
  enum class Operation : uint8_t {
    kSet,        // present and not null
    kMissing,    // the opposite
    kFilled,     // not empty, and not false
    kNotFilled,  // the opposite, or missing
    kIs,         // its text is one of the values, separated by `|`
    kIsNot,      // the opposite; a missing field has the empty text
    kOutside     // an integer that is not in the range `MIN..MAX`
  };
  Operation operation;
  std::string_view field;
  std::string_view values;
};

// A rule is broken if its field is set, or missing for kMissingField, and all conditions hold.
struct FieldRule {
  enum class Place : uint8_t { kValue, kKey, kMissingField };

  std::string_view type;  // `io.k8s.api.core.v1.Toleration`
  diag::Kind rule;
  Place place;
  std::string_view field;
  std::span<const FieldCondition> conditions;
  std::string_view message;        // `{}` is the text of the field
  std::string_view related_field;  // is labelled with `related`; may be empty
  std::string_view related;
  std::optional<Feature> gate;
  bool gate_is_on;  // the required state of the gate
};

// Returns whether a type has field rules, or has a field that leads to one that does, in any version.
bool LeadsToFieldRules(std::string_view type);

// Returns the rules of a type, whatever the version.
std::span<const FieldRule> FieldRulesOf(std::string_view type);

}  // namespace kval::schemas::kubernetes
