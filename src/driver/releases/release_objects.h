#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "src/driver/inputs/inputs.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::driver {

// A document of a manifest file.
struct DocumentPlace {
  InputFile file;
  size_t document = 0;
};

// Objects of a run that releases refer to: sources of charts, and ConfigMaps and Secrets with values.
// Threads: any number once all were added.
class ReleaseObjects {
 public:
  struct Object {
    DocumentPlace place;
    std::string name_space;
    // Of a ConfigMap or Secret that a kustomization generates: the paths of its files by key.
    std::map<std::string, std::string> generated = {};
  };

  void Add(const value::Value& root, const DocumentPlace& place);
  // Returns the object of that name; one in another namespace if none is in this one, because a kustomization
  // may set namespaces. Null if there is none.
  const Object* Find(const std::string& kind, const std::string& name, const std::string& name_space) const;

 private:
  void AddGenerated(const value::Value& kustomization, const DocumentPlace& place);

  std::map<std::string, std::vector<Object>> by_name_;  // by kind and name
};

}  // namespace kval::driver
