#include "schemas/kubernetes/type_graph.h"

#include <algorithm>
#include <utility>

#include "src/diag/resource_rule.h"
#include "src/support/take_part.h"

namespace kval::schemas::kubernetes {
namespace {

#include "schemas/kubernetes/field_rules.inc"

struct ByType {
  bool operator()(const FieldRule& rule, std::string_view type) const { return rule.type < type; }
  bool operator()(std::string_view type, const FieldRule& rule) const { return type < rule.type; }
};

bool IsBefore(const TypeGraph::Field& field, std::string_view name) {
  return field.name < name;
}

bool AppliesTo(const FieldRule& rule, std::string_view version) {
  return std::all_of(rule.gates.begin(), rule.gates.end(),
                     [&](const FieldGate& row) { return IsEnabled(row.gate, version) == row.is_on; }) &&
         (rule.since.empty() || IsAtLeast(version, rule.since)) &&
         (rule.before.empty() || !IsAtLeast(version, rule.before));
}

}  // namespace

bool LeadsToFieldRules(std::string_view type) {
  return std::binary_search(std::begin(kLeadingTypes), std::end(kLeadingTypes), type);
}

std::span<const FieldRule> FieldRulesOf(std::string_view type) {
  const auto [first, last] = std::equal_range(std::begin(kFieldRules), std::end(kFieldRules), type, ByType());
  return {first, last};
}

const TypeGraph::Field* TypeGraph::Node::Find(std::string_view name) const {
  const auto field = std::lower_bound(fields.begin(), fields.end(), name, IsBefore);
  return field != fields.end() && field->name == name ? &*field : nullptr;
}

TypeGraph::Field& TypeGraph::Node::Add(std::string_view name) {
  const auto field = std::lower_bound(fields.begin(), fields.end(), name, IsBefore);
  return field != fields.end() && field->name == name ? *field : *fields.insert(field, Field{name});
}

TypeGraph::Node* TypeGraph::Find(std::string_view api_version, std::string_view kind) {
  const TypeRecord* const root = table_.FindKind(api_version, kind, version_);
  return root != nullptr && LeadsToFieldRules(root->name) ? Add(root) : nullptr;
}

TypeGraph::Node* TypeGraph::Add(const TypeRecord* record) {
  Node& node = nodes_[record];
  node.record = record;
  return &node;
}

// The lines of a type (tables/generate.py): `FIELD SHAPE…`, where `@NAME`, `[@NAME`, `[/k1,k2/@NAME` and
// `{@NAME` refer to types.
void TypeGraph::Read(Node& node) {
  if (std::exchange(node.is_read, true)) {
    return;
  }
  const std::string_view version = table_.versions()[version_];
  for (const FieldRule& rule : FieldRulesOf(node.record->name)) {
    if (AppliesTo(rule, version)) {
      node.Add(rule.key).rules.push_back(&rule);
    }
  }
  std::string_view body = node.record->body;
  if (body.starts_with("= ")) {
    return;
  }
  while (!body.empty()) {
    const std::string_view line = TakePart(body, '\n');
    const size_t space = line.find(' ');
    std::string_view shape = line.substr(std::min(space + 1, line.size()));
    shape = shape.substr(0, shape.find_first_of(" !"));
    const size_t at = shape.find('@');
    if (line.starts_with("* ") || at == std::string_view::npos || shape.starts_with('(')) {
      continue;
    }
    const std::string_view name = shape.substr(at + 1);
    if (!LeadsToFieldRules(name)) {
      continue;
    }
    if (const TypeRecord* const type = table_.FindType(name, version_)) {
      Field& field = node.Add(line.substr(0, space));
      field.node = Add(type);
      field.shape = shape.starts_with('{')   ? FieldShape::kMap
                    : shape.starts_with('[') ? FieldShape::kList
                                             : FieldShape::kPlain;
    }
  }
}

}  // namespace kval::schemas::kubernetes
