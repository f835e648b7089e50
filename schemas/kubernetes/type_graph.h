#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/field_rules.h"

namespace kval::schemas::kubernetes {

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
