#include "schemas/kubernetes/type_graph.h"

#include <algorithm>

namespace kval::schemas::kubernetes {
namespace {

std::string_view TakeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace

const TypeGraph::Node* TypeGraph::Find(std::string_view api_version, std::string_view kind) {
  const TypeRecord* const root = table_.FindKind(api_version, kind, version_);
  if (root == nullptr) {
    return nullptr;
  }
  Node* const node = Add(root);
  std::vector<Node*> added;
  while (!pending_.empty()) {
    const TypeRecord& record = *pending_.front();
    pending_.pop_front();
    added.push_back(&nodes_.at(&record));
    ReadFields(record, *added.back());
  }
  // Types may refer to themselves, so this is repeated until nothing changes.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (Node* const each : added) {
      const bool leads = std::any_of(each->edges.begin(), each->edges.end(),
                                     [](const Edge& edge) { return edge.node->has_rules; });
      is_changed = is_changed || (leads && !each->has_rules);
      each->has_rules = each->has_rules || leads;
    }
  }
  for (Node* const each : added) {
    std::erase_if(each->edges, [](const Edge& edge) { return !edge.node->has_rules; });
  }
  return node->has_rules ? node : nullptr;
}

TypeGraph::Node* TypeGraph::Add(const TypeRecord* record) {
  const auto [known, is_new] = nodes_.try_emplace(record);
  Node& node = known->second;
  if (!is_new) {
    return &node;
  }
  pending_.push_back(record);
  const std::string_view version = table_.versions()[version_];
  for (const FieldRule& rule : FieldRulesOf(record->name)) {
    if (!rule.gate || IsEnabled(*rule.gate, version) == rule.gate_is_on) {
      node.rules.push_back(&rule);
    }
  }
  node.has_rules = !node.rules.empty();
  return &node;
}

// The lines of a type (tables/generate.py): `FIELD SHAPE…`, where `@NAME`, `[@NAME`, `[/k1,k2/@NAME` and
// `{@NAME` refer to types.
void TypeGraph::ReadFields(const TypeRecord& record, Node& node) {
  std::string_view body = record.body;
  if (body.starts_with("= ")) {
    return;
  }
  while (!body.empty()) {
    const std::string_view line = TakeLine(body);
    const size_t space = line.find(' ');
    std::string_view shape = line.substr(std::min(space + 1, line.size()));
    shape = shape.substr(0, shape.find_first_of(" !"));
    const size_t at = shape.find('@');
    if (line.starts_with("* ") || at == std::string_view::npos || shape.starts_with('(')) {
      continue;
    }
    if (const TypeRecord* const type = table_.FindType(shape.substr(at + 1), version_)) {
      node.edges.push_back({line.substr(0, space), Add(type),
                            shape.starts_with('{')   ? FieldShape::kMap
                            : shape.starts_with('[') ? FieldShape::kList
                                                     : FieldShape::kPlain});
    }
  }
}

}  // namespace kval::schemas::kubernetes
