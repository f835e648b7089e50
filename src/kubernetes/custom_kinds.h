#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/crd/crd.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// A version of a kind that a CustomResourceDefinition defines. Views of the definition's text.
struct CustomKind {
  std::string_view group, kind;
  schemas::crd::CrdVersion version;
  bool is_namespaced = true;
  std::string_view file =
      {};  // a manifest with the definition; empty for a definition that was given as such
  std::string_view plural = {};  // empty if only a schema is known
};

// The kinds of the definitions that a run was given. Filled first, then only read, by any number of threads.
class CustomKinds {
 public:
  // Adds a definition; `file` as in CustomKind.
  void Add(const value::Value& definition, std::string_view file = {});

  // Adds a schema for a kind without a definition. Copies both strings.
  void AddSchema(std::string_view api_version, std::string_view kind, const value::Value& schema);

  // Returns the definition of a kind for resources in `file`, or null. Of several definitions, the first one
  // that was given as such is used, as in kubeconform; else the first one of those with most directories in
  // common with the file, because a repository may hold several releases of an operator.
  const CustomKind* Find(std::string_view api_version, std::string_view kind,
                         std::string_view file = {}) const;
  // Returns the definition that Find returns and, if manifests hold others with as many directories in common
  // with the file, those: a repository may hold all versions of a definition next to each other.
  std::vector<const CustomKind*> FindAll(std::string_view api_version, std::string_view kind,
                                         std::string_view file) const;
  // Returns the kinds of a group, for hints.
  std::vector<const CustomKind*> OfGroup(std::string_view group) const;
  // Returns the kinds with a name, in any group and version, for hints.
  std::vector<const CustomKind*> OfKind(std::string_view kind) const;
  // Whether a definition is of a kind by that name, in any group.
  bool Has(std::string_view kind) const;
  size_t size() const { return kinds_.size(); }

 private:
  std::deque<std::string> names_;
  std::map<std::string, std::vector<CustomKind>, std::less<>> kinds_;  // by `group/version/Kind`; none empty
};

}  // namespace kval::kubernetes
