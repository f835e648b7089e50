#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/diag/path.h"
#include "src/support/keyed_hash.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// The records of a model that become KCL schemas, with unique names. Equal records share a schema. Excludes
// maps without declared keys, which become dict types.
class SchemaNames {
 public:
  struct SchemaEntry {
    types::TypeId type;  // its first occurrence in the model
    std::string name;
    bool is_element = false;  // an element of a list, map or union, not an attribute
  };

  // `root_name`: the name of the root schema if the model has none.
  SchemaNames(const types::Model& model, std::string_view root_name);

  // Entries in the order of first use from the root.
  const std::vector<SchemaEntry>& entries() const { return entries_; }
  // Returns the path of a value of the type. Cost: linear in its length.
  diag::Path PathOf(const SchemaEntry& entry) const;
  // Returns the schema of a type, or null if the type is not a schema.
  const SchemaEntry* Find(types::TypeId type) const;

 private:
  // The use that a schema is named after.
  struct UseSite {
    std::string key;          // the nearest key
    bool is_element = false;  // one of several values of the key
    int parent = -1;          // index of the containing schema
    diag::Path path = {};     // relative to the parent
  };
  // The first use of a schema. Storing the whole path of every schema would use memory quadratic in the
  // nesting depth.
  struct FirstUse {
    int parent = -1;
    diag::Path path = {};  // relative to the parent
  };

  void Visit(types::TypeId id, const UseSite& use, int depth);
  void VisitChildren(const types::Type& type, const UseSite& use, int depth);
  std::string IdentityOf(types::TypeId id, const types::Record& record, bool is_element);
  std::string CandidateOf(const types::Record& record, const UseSite& use) const;
  void ChooseNames();
  const types::Model& model_;
  std::vector<SchemaEntry> entries_;
  std::vector<FirstUse> origins_;
  TextMap<std::string, int> by_identity_;
  size_t compared_ = 0;  // bytes dumped so far
  std::unordered_map<int32_t, int> by_type_;
  std::unordered_set<int32_t> seen_;
};

// Returns whether a record becomes a schema rather than a dict type.
bool IsSchema(const types::Record& record);

}  // namespace kval::schemas::kcl
