#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/feature_gates.h"
#include "src/diag/kind.h"

namespace kval::schemas::kubernetes {

// Rules about several fields of one map as data: tables/field_rules.tsv, compiled at build time. Paths lead
// from the map to fields, as that file describes.
struct FieldCondition {
  enum class Operation : uint8_t {
    kSet,        // present and not null
    kMissing,    // the opposite
    kFilled,     // not empty, and not false
    kNotFilled,  // the opposite, or missing
    kIs,         // its text is one of the values, separated by `|`
    kIsNot,      // the opposite; a missing field has the empty text
    kAbove,      // an integer above the value, or a list with more items
    kNotAbove,   // the opposite, or missing
  };
  Operation operation;
  std::string_view field;
  std::string_view values;
};

// The required state of a feature gate.
struct FieldGate {
  Feature gate;
  bool is_on;
};

// A rule is broken if its place exists, its test holds there, and all conditions hold.
struct FieldRule {
  enum class Place : uint8_t {
    kValue,         // at the path
    kKey,           // of the value at the path
    kMap,           // the map itself
    kMissingField,  // the map that lacks the field
    kEmptyField,    // the same, or the empty value of the field
  };
  enum class Test : uint8_t {
    kNone,
    kOutside,   // an integer that is not in the range `MIN..MAX`
    kBelow,     // an integer below that of another field
    kNotAbove,  // an integer of at most that of another field
    kAbove,     // an integer above that of another field
    kInOther,   // a string that is not empty and equals one at another path
    kOther,     // a string or boolean other than that of another field
    kCount,     // a list or string whose number of items or bytes is not in the range
    kAmong,     // a text that is one of the values, separated by `|`
    kNotAmong,  // the opposite
    kRepeated,  // a value that is not empty and equals an earlier place, also in the fields `A,B` of its map
    kNotAscending,  // the first number that is below the one before it, or string that is not above it
    kOtherBegin,    // a string that is not empty and does not begin with the argument
    kNotOfFormat,   // a string that lacks the format (src/formats)
    kNegative,      // a quantity below 0
    kNotPositive,   // a quantity of at most 0
  };

  std::string_view type;  // `io.k8s.api.core.v1.Toleration`
  std::string_view key;   // the map of the type must have it for the rule to be broken; may be empty
  std::string_view base;  // the path of the rule's maps in a value of the type; empty: the value itself
  diag::Kind rule;
  bool is_warning;
  Place place;
  std::string_view field;
  Test test;
  std::string_view argument;  // of the test: the range, the other field, the format
  std::span<const FieldCondition> conditions;
  // `{}` is the text of the place, `{FIELD}` of a field of the map, `{why}` why the place lacks its format,
  // `{field}` the name of its field, `{key}` that of its entry, `{count}` the number of its items or bytes.
  std::string_view message;
  std::string_view related_field;  // is labelled with `related`, or the equal string of kRepeated and
                                   // kInOther; may be empty
  std::string_view related;
  std::span<const FieldGate> gates;
  std::string_view since, before;  // Kubernetes versions; may be empty
  std::string_view hint;           // may be empty
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
  struct Field {
    std::string_view name;  // empty for rules that hold whatever the map has
    Node* node = nullptr;   // the type of the field, of its items, or of its values
    FieldShape shape = FieldShape::kPlain;
    std::vector<const FieldRule*> rules;  // those with this key
  };
  struct Node {
    const TypeRecord* record = nullptr;
    std::vector<Field> fields;  // by name: those with rules, or that lead to some
    bool is_read = false;

    // Returns null for other fields.
    const Field* Find(std::string_view name) const;
    Field& Add(std::string_view name);
  };

  // `table` must outlive the graph.
  TypeGraph(const ApiTable& table, size_t version) : table_(table), version_(version) {}

  // Returns the node of a kind; null if no value of it can break a field rule. References to nodes stay
  // valid.
  Node* Find(std::string_view api_version, std::string_view kind);
  // Reads the fields of a node unless that was done already.
  void Read(Node& node);

 private:
  Node* Add(const TypeRecord* record);

  const ApiTable& table_;
  size_t version_;
  std::unordered_map<const TypeRecord*, Node> nodes_;
};

}  // namespace kval::schemas::kubernetes
