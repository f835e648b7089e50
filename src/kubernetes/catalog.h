#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemas/crd_catalog/crd_catalog.h"
#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/decoder.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/support/keyed_hash.h"
#include "src/types/model.h"
#include "src/types/sensitive.h"

namespace kval::kubernetes {

// The schema of a kind of resource.
struct KindSchema {
  enum class Source : uint8_t {
    kNone,        // no schema is known
    kBuiltin,     // Kubernetes' own kind
    kCustom,      // a CustomResourceDefinition among the inputs
    kCatalog,     // a custom resource of a well-known operator, without a definition among the inputs
    kUnspecified  // a definition without a schema: every value is valid
  };
  Source source = Source::kNone;
  types::TypeId type;
  const types::Model* model = nullptr;
  const CustomKind* custom = nullptr;
  const value::Value* definition = nullptr;  // of a custom resource: the schema as the definition has it
  std::string_view release = {};             // of kCatalog: the release of the operator
  bool is_complete = true;                   // false: of kCatalog, without CEL rules and defaults
};

// The schemas of all kinds in each Kubernetes version, for one thread: a schema is decoded or compiled on
// first use.
class Catalog {
 public:
  // `bind` makes tests of the rules of custom resources; see schemas/crd/crd.h. `uses_catalog`: whether the
  // catalogue has the kinds without a definition (schemas/crd_catalog).
  Catalog(const schemas::kubernetes::ApiTable& table, const CustomKinds& custom, schemas::crd::BindRule bind,
          const Limits& limits, bool uses_catalog = false);
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  // Returns the schema for resources in `file` (CustomKinds::Find).
  KindSchema Find(std::string_view api_version, std::string_view kind, size_t version,
                  std::string_view file = {});
  // Returns the same by one of several definitions.
  KindSchema FindBy(const CustomKind& custom, std::string_view api_version, size_t version);
  const schemas::kubernetes::ApiTable& table() const { return table_; }
  const CustomKinds& custom() const { return custom_; }
  // Returns the kinds of a group that the catalogue has, in all versions; none if it is not used.
  std::vector<schemas::crd_catalog::CatalogEntry> CatalogKinds(std::string_view group) const;
  // The secret keys of custom kinds used so far.
  const types::SecretKeys& secret_keys() const { return secret_keys_; }

 private:
  // Data of one version of Kubernetes.
  struct VersionSchemas {
    VersionSchemas(const schemas::kubernetes::ApiTable& table, size_t version)
        : model(&interner), decoder(table, version, arena, model) {}
    Arena arena;
    Interner interner;
    types::Model model;
    schemas::kubernetes::Decoder decoder;
    TextMap<std::string, KindSchema> known;
  };

  KindSchema Known(std::string_view api_version, std::string_view kind, size_t version,
                   const CustomKind* custom);
  KindSchema Make(VersionSchemas& of, std::string_view api_version, std::string_view kind,
                  const CustomKind* custom);
  KindSchema Custom(VersionSchemas& of, const CustomKind& kind);
  KindSchema FromCatalog(VersionSchemas& of, std::string_view api_version, std::string_view kind);
  types::TypeId Compile(VersionSchemas& of, const value::Value& schema, schemas::crd::BindRule bind);

  const schemas::kubernetes::ApiTable& table_;
  const CustomKinds& custom_;
  schemas::crd::BindRule bind_;
  Limits limits_;
  bool uses_catalog_;
  std::optional<schemas::crd_catalog::CatalogIndex> index_;  // read on first use
  types::SecretKeys secret_keys_;
  std::vector<std::unique_ptr<VersionSchemas>> versions_;
};

}  // namespace kval::kubernetes
