#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/span.h"
#include "src/templating/duplicate_keys.h"
#include "src/templating/template_comment.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::templating {

enum class TemplateNodeKind : uint8_t { kSet, kDocument, kMap, kMapItem, kArray, kArrayItem };

std::string_view NameOf(TemplateNodeKind kind);

// One node of a YAML file as templates see it. Collections below aliases and `<<` have no nodes.
struct TemplateNode {
  TemplateNodeKind kind = TemplateNodeKind::kSet;
  uint32_t parent = 0;
  uint32_t end = 0;                     // descendants are the nodes after this one, up to `end`
  const value::Value* key = nullptr;    // of a map item
  const value::Value* value = nullptr;  // of everything but the set
  source::Span at;                      // the marker, key or dash (item); unset if there is none
  uint32_t meta_begin = 0, meta_end = 0;
  bool has_nested_comments = false;  // including the node itself

  bool is_item() const {
    return kind == TemplateNodeKind::kDocument || kind == TemplateNodeKind::kMapItem ||
           kind == TemplateNodeKind::kArrayItem;
  }
};

// The nodes of a file in the order of the text, each with its comments. Node 0 is the set of documents; the
// only node directly below an item is its collection.
struct NodeTable {
  source::Span begin;  // of the file: a first document without a marker begins there, as for ytt
  std::vector<TemplateNode> nodes;
  std::vector<TemplateComment> comments;   // by node
  std::vector<TemplateComment> leftovers;  // after the last node
  std::vector<TemplateComment> hidden;     // what ytt does not see (yaml::Comment::is_hidden)
  DuplicateKeyTable repeated;

  // Whether `ancestor` is properly above `node`.
  bool IsAncestor(uint32_t ancestor, uint32_t node) const {
    return ancestor < node && node < nodes[ancestor].end;
  }
};

// Assigns each comment to its node, by ytt's rule (pkg/yamlmeta/parser.go): the last node on the comment's
// line, otherwise the first one on the following lines, in any document.
NodeTable BuildNodeTable(const yaml::File& file);

}  // namespace kval::templating
