#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/feature_gates.h"
#include "src/diag/kind.h"

namespace kval::schemas::kubernetes {

// Rules about several fields of one map as data: tables/field_rules.tsv, compiled at build time.
// One condition on a field of the map; fields of nested maps are joined by dots.
struct FieldCondition {
  enum class Operation : uint8_t {
    kSet,        // present and not null
    kMissing,    // the opposite
    kFilled,     // not empty, and not false
    kNotFilled,  // the opposite, or missing
    kIs,         // its text is one of the values, separated by `|`
    kIsNot,      // the opposite; a missing field has the empty text
  };
  Operation operation;
  std::string_view field;
  std::string_view values;
};

// A rule is broken if its place exists, its test holds there, and all conditions hold.
struct FieldRule {
  enum class Place : uint8_t {
    kValue,         // of the field
    kKey,           // of the field
    kItem,          // each item of the field
    kMap,           // the map itself
    kMissingField,  // the map that lacks the field
    kEmptyField,    // the same, or the empty value of the field
  };
  enum class Test : uint8_t {
    kNone,
    kOutside,      // an integer that is not in the range `MIN..MAX`
    kBelow,        // an integer below that of another field
    kNotOfFormat,  // a string that lacks the format (src/formats)
    kNegative,     // a quantity below 0
    kNotPositive,  // a quantity of at most 0
  };

  std::string_view type;  // `io.k8s.api.core.v1.Toleration`
  diag::Kind rule;
  Place place;
  std::string_view field;
  Test test;
  std::string_view argument;  // of the test: the range, the other field, the format
  std::span<const FieldCondition> conditions;
  // `{}` is the text of the place, `{FIELD}` of a field of the map, `{why}` why the place lacks its format.
  std::string_view message;
  std::string_view related_field;  // is labelled with `related`; may be empty
  std::string_view related;
  std::optional<Feature> gate;
  bool gate_is_on;  // the required state of the gate
};

// Returns whether a type has field rules, or has a field that leads to one that does, in any version.
bool LeadsToFieldRules(std::string_view type);

// Returns the rules of a type, whatever the version.
std::span<const FieldRule> FieldRulesOf(std::string_view type);

// The types of one Kubernetes version, their field rules, and the fields that lead to other types. A type is
// read when a value of it is first visited. Threads: one.
class TypeGraph {
 public:
  enum class FieldShape : uint8_t { kPlain, kList, kMap };
  struct Node;
  struct Edge {
    std::string_view field;
    Node* node;  // the type of the field, of its items, or of its values
    FieldShape shape;
  };
  struct Node {
    const TypeRecord* record = nullptr;
    std::vector<const FieldRule*> rules;
    std::vector<Edge> edges;
    bool is_read = false;
  };

  // `table` must outlive the graph.
  TypeGraph(const ApiTable& table, size_t version) : table_(table), version_(version) {}

  // Returns the node of a kind; null if no value of it can break a field rule. References to nodes stay
  // valid.
  Node* Find(std::string_view api_version, std::string_view kind);
  // Reads the rules and edges of a node unless that was done already.
  void Read(Node& node);

 private:
  Node* Add(const TypeRecord* record);

  const ApiTable& table_;
  size_t version_;
  std::unordered_map<const TypeRecord*, Node> nodes_;
};

}  // namespace kval::schemas::kubernetes
