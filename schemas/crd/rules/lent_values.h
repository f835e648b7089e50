#pragma once

#include <map>
#include <memory>
#include <optional>
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
class Lender {
 public:
  Lender();
  ~Lender();
  Lender(const Lender&) = delete;
  Lender& operator=(const Lender&) = delete;

  cel::Value Lend(const value::Value& value, SchemaNode schema);

  // Returns the document value behind a map; null for a foreign map, which may be dangling.
  const value::Value* Lent(const cel::Map* map) const;

 private:
  class LentMap;
  class LentList;

  cel::Value Scalar(const value::Value& value, SchemaNode schema);
  cel::Value Text(std::string_view text, SchemaNode schema);
  cel::Value Fail(std::string message);
  // The error for each access to a value that cannot be converted.
  cel::Value FailOnce(const value::Value& value, SchemaNode schema, std::string message);

  cel::Heap heap_;
  std::vector<std::unique_ptr<LentMap>> maps_;
  std::vector<std::unique_ptr<LentList>> lists_;
  value::EntryIndex index_;  // of documents and of schemas
  std::map<std::pair<const value::Value*, const value::Value*>, cel::Value> lent_;
};

}  // namespace kval::schemas::crd::rules
