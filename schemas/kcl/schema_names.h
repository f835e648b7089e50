#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "src/diag/path.h"
#include "src/support/keyed_hash.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// The records of a model that become KCL schemas, with unique names. Equal records share a schema. A map
// without declared keys is not among them: KCL has a type for it.
class SchemaNames {
 public:
  struct Entry {
    types::TypeId type;  // the first place in the model
    std::string name;
    bool is_element = false;  // of a list, a map or a union, not of an attribute
  };

  // `root_name` is the root's when its language has none for it.
  SchemaNames(const types::Model& model, std::string_view root_name);

  // In the order of first use from the root.
  const std::vector<Entry>& entries() const { return entries_; }
  // The path of a value that has the type. Cost: its length.
  diag::Path PathOf(const Entry& entry) const;
  // The schema of a type, or null when it is none.
  const Entry* Find(types::TypeId type) const;

 private:
  // How a type is reached, for a name.
  struct Use {
    std::string key;          // the nearest one
    bool is_element = false;  // one of those that the key holds
    int parent = -1;          // index of the schema that holds it
    diag::Path path = {};     // from there
  };
  // Where a schema is first used. Storing whole paths of all schemas would take quadratic memory in the
  // nesting depth.
  struct Origin {
    int parent = -1;
    diag::Path path = {};  // from there
  };

  void Visit(types::TypeId id, const Use& use, int depth);
  void VisitChildren(const types::Type& type, const Use& use, int depth);
  std::string IdentityOf(types::TypeId id, const types::Record& record, bool is_element);
  std::string CandidateOf(const types::Record& record, const Use& use) const;
  void ChooseNames();
  const types::Model& model_;
  std::vector<Entry> entries_;
  std::vector<Origin> origins_;
  TextMap<std::string, int> by_identity_;
  size_t compared_ = 0;  // bytes dumped so far
  std::unordered_map<int32_t, int> by_type_;
  std::unordered_set<int32_t> seen_;
};

// Whether a record becomes a schema rather than a dict type.
bool IsSchema(const types::Record& record);

}  // namespace kval::schemas::kcl
