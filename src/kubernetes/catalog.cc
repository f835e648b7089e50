#include "src/kubernetes/catalog.h"

#include <utility>

#include "src/kubernetes/embedded_resource.h"
#include "src/kubernetes/json_value.h"

namespace kval::kubernetes {
namespace {

constexpr std::string_view kObjectMeta = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

// Definitions are validated once by themselves; threads that compile one report nothing.
class Silence final : public diag::Sink {
 public:
  void Consume(diag::Diagnostic /*diagnostic*/) override {}
};

}  // namespace

Catalog::Catalog(const schemas::kubernetes::ApiTable& table, const CustomKinds& custom,
                 schemas::crd::BindRule bind, const Limits& limits, bool uses_catalog)
    : table_(table),
      custom_(custom),
      bind_(std::move(bind)),
      limits_(limits),
      uses_catalog_(uses_catalog),
      versions_(table.versions().size()) {}

KindSchema Catalog::Find(std::string_view api_version, std::string_view kind, size_t version,
                         std::string_view file) {
  return Known(api_version, kind, version, custom_.Find(api_version, kind, file));
}

KindSchema Catalog::FindBy(const CustomKind& custom, std::string_view api_version, size_t version) {
  return Known(api_version, custom.kind, version, &custom);
}

KindSchema Catalog::Known(std::string_view api_version, std::string_view kind, size_t version,
                          const CustomKind* custom) {
  std::unique_ptr<VersionSchemas>& of = versions_[version];
  if (of == nullptr) {
    of = std::make_unique<VersionSchemas>(table_, version);
  }
  std::string name = std::string(api_version) + "/" + std::string(kind);
  if (custom != nullptr && !custom->file.empty()) {
    name += "\n" + std::string(custom->file);  // one of several definitions
  }
  const auto known = of->known.find(name);
  if (known != of->known.end()) {
    return known->second;
  }
  return of->known.emplace(std::move(name), Make(*of, api_version, kind, custom)).first->second;
}

KindSchema Catalog::Make(VersionSchemas& of, std::string_view api_version, std::string_view kind,
                         const CustomKind* custom) {
  if (const auto* record = table_.FindKind(api_version, kind, of.decoder.version())) {
    return {KindSchema::Source::kBuiltin, of.decoder.TypeOf(*record), &of.model, nullptr};
  }
  return custom != nullptr ? Custom(of, *custom) : FromCatalog(of, api_version, kind);
}

KindSchema Catalog::Custom(VersionSchemas& of, const CustomKind& kind) {
  if (kind.version.schema == nullptr) {
    return {KindSchema::Source::kUnspecified, {}, &of.model, &kind};
  }
  const types::TypeId type = Compile(of, *kind.version.schema, bind_);
  secret_keys_.Add(types::SensitiveKeys(of.model, type));
  return {KindSchema::Source::kCustom, type, &of.model, &kind, kind.version.schema};
}

KindSchema Catalog::FromCatalog(VersionSchemas& of, std::string_view api_version, std::string_view kind) {
  if (!uses_catalog_ || api_version.find('.') == std::string_view::npos) {
    return {};
  }
  if (!index_) {
    index_.emplace();
  }
  const std::optional<schemas::crd_catalog::CatalogEntry> entry = index_->Find(api_version, kind);
  if (!entry) {
    return {};
  }
  const value::Value* schema = ReadJsonValue(schemas::crd_catalog::SchemaText(*entry), of.arena);
  const types::TypeId type = Compile(of, *schema, entry->is_complete ? bind_ : nullptr);
  return {KindSchema::Source::kCatalog, type, &of.model, nullptr, schema, entry->release, entry->is_complete};
}

types::TypeId Catalog::Compile(VersionSchemas& of, const value::Value& schema, schemas::crd::BindRule bind) {
  schemas::crd::CrdRequest request;
  request.schema = &schema;
  request.object_meta = of.decoder.TypeNamed(kObjectMeta);
  request.embedded = EmbeddedResource();
  request.bind = std::move(bind);
  request.limits = limits_;
  request.limits_numbers = schemas::kubernetes::IsAtLeast(table_.versions()[of.decoder.version()], "1.36");
  Silence silence;
  diag::Emitter emit(&silence);
  return schemas::crd::Compile(request, of.arena, of.model, emit);
}

std::vector<schemas::crd_catalog::CatalogEntry> Catalog::CatalogKinds(std::string_view group) const {
  return index_ ? index_->OfGroup(group) : std::vector<schemas::crd_catalog::CatalogEntry>();
}

}  // namespace kval::kubernetes
