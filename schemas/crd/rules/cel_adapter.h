#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schemas/crd/rules/schema_node.h"
#include "src/lang/cel/heap.h"
#include "src/lang/cel/value.h"
#include "src/value/entry_index.h"
#include "src/value/value.h"

namespace kval::schemas::crd::rules {

// Adapts document values to CEL: maps and lists without copying, scalars converted by their schema (a string
// with format `date-time` is a timestamp). Undeclared keys and null properties are hidden. Source: apiserver,
// pkg/cel/common/valuesunstructured.go.
//
// Results are valid while the adapter exists.
class CelAdapter {
 public:
  CelAdapter();
  ~CelAdapter();
  CelAdapter(const CelAdapter&) = delete;
  CelAdapter& operator=(const CelAdapter&) = delete;

  cel::Value ToCel(const value::Value& value, SchemaNode schema);

  // Returns the document value behind a map; null for a foreign map, which may be dangling.
  const value::Value* SourceOf(const cel::Map* map) const;

 private:
  class MapAdapter;
  class ListAdapter;

  cel::Value Scalar(const value::Value& value, SchemaNode schema);
  cel::Value Text(std::string_view text, SchemaNode schema);
  cel::Value Fail(std::string message);
  // The error for each access to a value that cannot be converted.
  cel::Value CachedError(const value::Value& value, SchemaNode schema, std::string message);

  cel::Heap heap_;
  std::vector<std::unique_ptr<MapAdapter>> maps_;
  std::vector<std::unique_ptr<ListAdapter>> lists_;
  value::EntryIndex index_;  // of documents and of schemas
  std::map<std::pair<const value::Value*, const value::Value*>, cel::Value> adapted_;
};

}  // namespace kval::schemas::crd::rules
