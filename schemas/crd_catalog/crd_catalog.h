#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The catalogue: schemas of the custom resources of well-known operators, such as cert-manager and Flux, that
// are built into the program. They are used for kinds without a CustomResourceDefinition.
namespace kval::schemas::crd_catalog {

// A kind of resource in one API version. Views of the index.
struct CatalogEntry {
  std::string_view api_version, kind;
  std::string_view release;  // of the operator: "cert-manager 1.20"
  bool is_complete = false;  // the schema of the CustomResourceDefinition, with its CEL rules and defaults
  size_t number = 0;
};

// The list of all kinds. Cost of a search: linear in its size, about 20 kB.
class CatalogIndex {
 public:
  CatalogIndex();

  std::optional<CatalogEntry> Find(std::string_view api_version, std::string_view kind) const;
  // Returns the kinds of a group, in all versions.
  std::vector<CatalogEntry> OfGroup(std::string_view group) const;
  // Sorted by API version and kind.
  std::vector<CatalogEntry> All() const;

 private:
  std::string text_;  // a line `apiVersion Kind release` for each entry; `*release`: complete
};

// Returns the schema, a JSON document like `openAPIV3Schema` of a CustomResourceDefinition. Cost: linear in
// its size, on every call.
std::string SchemaText(const CatalogEntry& entry);
// Returns the size of the compressed index and schemas in the program.
size_t EmbeddedSize();

}  // namespace kval::schemas::crd_catalog
