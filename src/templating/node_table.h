#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/span.h"
#include "src/templating/metas.h"
#include "src/templating/repeated_entries.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::templating {

enum class NodeKind : uint8_t { kSet, kDocument, kMap, kMapItem, kArray, kArrayItem };

std::string_view NameOf(NodeKind kind);

// One node of a YAML file as templates see it. Collections below aliases and `<<` have no nodes.
struct Node {
  NodeKind kind = NodeKind::kSet;
  uint32_t parent = 0;
  uint32_t end = 0;                     // the nodes below are those behind this one, up to `end`
  const value::Value* key = nullptr;    // of a map item
  const value::Value* value = nullptr;  // of everything but the set
  source::Span at;                      // the marker, key or dash (item); without value when there is none
  uint32_t meta_begin = 0, meta_end = 0;
  bool has_metas_below = false;  // itself included

  bool is_item() const {
    return kind == NodeKind::kDocument || kind == NodeKind::kMapItem || kind == NodeKind::kArrayItem;
  }
};

// The nodes of a file in the order of the text, each with its comments. Node 0 is the set of documents; the
// only node directly below an item is its collection.
struct NodeTable {
  source::Span begin;  // of the file: a first document without a marker begins there, as for ytt
  std::vector<Node> nodes;
  std::vector<Meta> metas;      // by node
  std::vector<Meta> leftovers;  // behind the last node
  std::vector<Meta> hidden;     // what ytt does not see (yaml::Comment::is_hidden)
  RepeatedEntries repeated;

  // Whether `ancestor` is properly above `node`.
  bool IsAbove(uint32_t ancestor, uint32_t node) const {
    return ancestor < node && node < nodes[ancestor].end;
  }
};

// Gives each comment to its node, by ytt's rule (pkg/yamlmeta/parser.go): the last node on the comment's
// line, else the first one on the lines below, in whichever document.
NodeTable BuildNodeTable(const yaml::File& file);

}  // namespace kval::templating
