#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/field_rules.h"

namespace kval::schemas::kubernetes {

// The types of one Kubernetes version that have field rules, and the fields that lead to them. Built on
// demand, a kind at a time. Threads: one.
class TypeGraph {
 public:
  enum class FieldShape : uint8_t { kPlain, kList, kMap };
  struct Node;
  struct Edge {
    std::string_view field;
    const Node* node;  // the type of the field, of its items, or of its values
    FieldShape shape;
  };
  struct Node {
    std::vector<const FieldRule*> rules;
    std::vector<Edge> edges;  // to nodes that have rules or lead to some
    bool has_rules = false;   // here or below
  };

  // `table` must outlive the graph.
  TypeGraph(const ApiTable& table, size_t version) : table_(table), version_(version) {}

  // Returns the node of a kind; null if no value of it can break a field rule.
  const Node* Find(std::string_view api_version, std::string_view kind);

 private:
  Node* Add(const TypeRecord* record);
  void ReadFields(const TypeRecord& record, Node& node);

  const ApiTable& table_;
  size_t version_;
  std::unordered_map<const TypeRecord*, Node> nodes_;  // references to nodes stay valid
  std::deque<const TypeRecord*> pending_;
};

}  // namespace kval::schemas::kubernetes
