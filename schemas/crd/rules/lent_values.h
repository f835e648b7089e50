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

// Lends values of documents to rules: maps and lists are looked into in place, scalars become what their
// schema says (a string of the format `date-time` is a timestamp). Keys that no schema specifies cannot be
// seen, nor can null in place of a property. Source: apiserver, pkg/cel/common/valuesunstructured.go.
//
// What was lent lives as long as the lender.
class Lender {
 public:
  Lender();
  ~Lender();
  Lender(const Lender&) = delete;
  Lender& operator=(const Lender&) = delete;

  cel::Value Lend(const value::Value& value, SchemaNode schema);

  // What was lent as this map; null for another one, which need not be there any more.
  const value::Value* Lent(const cel::Map* map) const;

 private:
  class LentMap;
  class LentList;

  cel::Value Scalar(const value::Value& value, SchemaNode schema);
  cel::Value Text(std::string_view text, SchemaNode schema);
  cel::Value Fail(std::string message);
  // What is said of a value each time that it is asked for.
  cel::Value FailOnce(const value::Value& value, SchemaNode schema, std::string message);

  cel::Heap heap_;
  std::vector<std::unique_ptr<LentMap>> maps_;
  std::vector<std::unique_ptr<LentList>> lists_;
  value::EntryIndex index_;  // of documents and of schemas
  std::map<std::pair<const value::Value*, const value::Value*>, cel::Value> lent_;
};

}  // namespace kval::schemas::crd::rules
