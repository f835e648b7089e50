#include "src/cli/lsp/kubernetes_hover.h"

#include <algorithm>
#include <memory>

#include "schemas/crd/rules/bind.h"
#include "schemas/kubernetes/api_table.h"
#include "schemas/kubernetes/decoder.h"
#include "schemas/kubernetes/embedded.h"
#include "schemas/kubernetes/type_description.h"
#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/manifest_files.h"
#include "src/kubernetes/catalog.h"
#include "src/kubernetes/kustomization.h"
#include "src/source/source_map.h"
#include "src/support/arena.h"
#include "src/support/interner.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

namespace kval::cli {
namespace {

using schemas::kubernetes::Api;
using schemas::kubernetes::ApiTable;
using schemas::kubernetes::FieldDescription;
using schemas::kubernetes::TypeDescription;

std::string_view TextOf(const value::Value& resource, std::string_view key) {
  const value::Value* value = resource.kind == value::Kind::kMapping ? value::Find(resource, key) : nullptr;
  return value != nullptr && value->kind == value::Kind::kString ? value->raw.view() : std::string_view();
}

yaml::File Read(const source::SourceFile& file, const Limits& limits, Arena& arena) {
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  return yaml::ReadFile(file, driver::ReadOptionsForDialect(value::Dialect::kK8s, limits), arena, silence);
}

bool IsAt(const value::Value& value, uint32_t offset) {
  return value.span.has_value() && offset >= value.span.begin && offset <= value.span.end;
}

// The resource around a position: the document, or an item of a list of resources.
const value::Value& ResourceAt(const value::Value& document, uint32_t offset) {
  const value::Value* resource = &document;
  while (TextOf(*resource, "kind").ends_with("List")) {
    const value::Value* items = value::Find(*resource, "items");
    if (items == nullptr || items->kind != value::Kind::kSequence) {
      break;
    }
    const auto all = items->items();
    const auto item =
        std::find_if(all.begin(), all.end(), [&](const value::Value* one) { return IsAt(*one, offset); });
    if (item == all.end()) {
      break;
    }
    resource = *item;
  }
  return *resource;
}

// Descriptions of the Kubernetes API for the fields of a kind.
class FieldDescriptions {
 public:
  FieldDescriptions(const ApiTable& table, const Api& api, size_t version)
      : table_(table),
        api_(api),
        version_(version),
        strings_(schemas::kubernetes::Decompress(schemas::kubernetes::Descriptions())) {}

  void AddTo(api::SchemaInfo& meaning) const {
    if (const std::optional<TypeDescription> own = Of(meaning.path, meaning.path.size())) {
      meaning.type = own->field.name.empty() ? own->kind : own->field.type;
      meaning.text = own->field.text.empty() ? own->type_text : own->field.text;
      AddTo(own->fields, meaning.keys);
    }
    if (meaning.path.empty()) {
      return;
    }
    if (meaning.path.size() == 1 && meaning.path.front().key == "kind") {
      const std::optional<TypeDescription> whole = Of(meaning.path, 0);
      meaning.text = whole ? whole->type_text : meaning.text;
    }
    if (const std::optional<TypeDescription> around = Of(meaning.path, meaning.path.size() - 1)) {
      AddTo(around->fields, meaning.sibling_keys);
    }
  }

 private:
  // Of the field that the first steps of a path lead to.
  std::optional<TypeDescription> Of(const std::vector<api::PathStep>& path, size_t size) const {
    std::string names;
    for (size_t i = 0; i < size; ++i) {
      if (path[i].index < 0) {
        names += (names.empty() ? "" : ".") + path[i].key;
      }
    }
    schemas::kubernetes::UnknownField no_field;
    return schemas::kubernetes::Describe(table_, api_, names, version_, strings_, no_field);
  }

  static void AddTo(const std::vector<FieldDescription>& fields, std::vector<api::KeyInfo>& keys) {
    for (api::KeyInfo& key : keys) {
      const auto field = std::find_if(fields.begin(), fields.end(),
                                      [&key](const FieldDescription& one) { return one.name == key.key; });
      if (field != fields.end()) {
        key.type = field->type;
        key.text = field->text;
        key.is_required = field->is_required;
      }
    }
  }

  const ApiTable& table_;
  const Api& api_;
  size_t version_;
  std::string strings_;
};

// The definitions of custom resources of a check.
class PlannedDefinitions {
 public:
  PlannedDefinitions(const driver::PlannedCheck& plan, const ApiTable& table, const Limits& limits,
                     driver::InputFileReader& reader)
      : definitions_(limits, table, reader, session_), manifests_(limits, reader, definitions_.sources()) {
    std::vector<driver::InputFile> crds, files = plan.files;
    driver::ExpandPaths(plan.manifests.crds, reader, session_.emit, crds);
    driver::ExpandPaths(plan.manifests.paths, reader, session_.emit, files);
    definitions_.Load(crds);
    definitions_.Locate(plan.manifests.locations);
    manifests_.Read(files, 1);
    definitions_.Define(manifests_);
  }

  driver::Definitions& definitions() { return definitions_; }

 private:
  driver::Session session_;
  driver::Definitions definitions_;
  driver::ManifestFiles manifests_;
};

// The schemas of custom resources for the documents of a text.
class PlannedCatalog {
 public:
  PlannedCatalog(std::string_view text, const driver::PlannedCheck& plan, size_t version,
                 const ApiTable& table, const Limits& limits, driver::InputFileReader& reader)
      : planned_(plan, table, limits, reader),
        catalog_(
            table, planned_.definitions().kinds(),
            schemas::crd::rules::MakeRuleBinder(std::make_shared<schemas::crd::rules::RuleBudget>(limits)),
            limits, plan.manifests.uses_catalog),
        version_(version) {
    source::SourceMap sources;
    Arena arena;
    diag::Collector unread;
    diag::Emitter silent(&unread);
    const source::SourceFile& file = sources.AddText("", std::string(text));
    planned_.definitions().Find(yaml::ReadFile(file, driver::ManifestReading(limits), arena, silent),
                                version);
  }

  kubernetes::KindSchema Find(const value::Value& resource) {
    return catalog_.Find(TextOf(resource, "apiVersion"), TextOf(resource, "kind"), version_);
  }
  const source::SourceMap& sources() { return planned_.definitions().sources(); }

 private:
  PlannedDefinitions planned_;
  kubernetes::Catalog catalog_;
  size_t version_;
};

size_t VersionOf(const driver::PlannedCheck& plan, const ApiTable& table) {
  const std::vector<size_t>& versions = plan.manifests.versions;
  return versions.empty() ? table.newest() : versions.back();
}

api::SchemaInfo DescribeCustomAt(std::string_view text, size_t at, const driver::PlannedCheck& plan,
                                 size_t version, const ApiTable& table, const Limits& limits,
                                 driver::InputFileReader& reader, api::SchemaInfoUse use) {
  PlannedCatalog catalog(text, plan, version, table, limits, reader);
  source::SourceMap sources(&catalog.sources());
  Arena arena;
  const yaml::File read = Read(sources.AddText("", std::string(text)), limits, arena);
  const auto offset = static_cast<uint32_t>(read.source->base() + at);
  for (const yaml::Document& document : read.documents) {
    if (offset < document.span.begin || offset > document.span.end) {
      continue;
    }
    const value::Value& resource = ResourceAt(*document.root, offset);
    const kubernetes::KindSchema schema = catalog.Find(resource);
    if (schema.source == kubernetes::KindSchema::Source::kCustom ||
        schema.source == kubernetes::KindSchema::Source::kCatalog) {
      return api::MeaningOf(resource, schema.type, *schema.model, offset, sources, limits, use);
    }
  }
  return {};
}

}  // namespace

api::SchemaInfo DescribeResourceAt(std::string_view text, size_t at, std::string_view name,
                                   const driver::PlannedCheck& plan, const Limits& limits,
                                   driver::InputFileReader& reader, api::SchemaInfoUse use) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("", std::string(text));
  const uint32_t offset = file.base() + static_cast<uint32_t>(at);
  Arena arena;
  const yaml::File read = Read(file, limits, arena);
  const ApiTable table = ApiTable::Builtin();
  const size_t version = VersionOf(plan, table);
  for (const yaml::Document& document : read.documents) {
    if (offset < document.span.begin || offset > document.span.end) {
      continue;
    }
    const value::Value& resource = ResourceAt(*document.root, offset);
    Api api{TextOf(resource, "apiVersion"), TextOf(resource, "kind")};
    if (kubernetes::IsKustomization(resource, name)) {
      api.kind = kubernetes::KustomizationKind(resource);
      api.api_version = kubernetes::KustomizationApi(api.kind);
    }
    const auto* record = table.FindKind(api.api_version, api.kind, version);
    if (record == nullptr) {
      return plan.method == driver::CheckMethod::kManifests && !api.kind.empty()
                 ? DescribeCustomAt(text, at, plan, version, table, limits, reader, use)
                 : api::SchemaInfo();
    }
    Interner interner;
    types::Model model(&interner);
    const types::TypeId type = schemas::kubernetes::Decoder(table, version, arena, model).TypeOf(*record);
    api::SchemaInfo meaning = api::MeaningOf(resource, type, model, offset, sources, limits, use);
    if (meaning && use != api::SchemaInfoUse::kFill) {
      FieldDescriptions(table, api, version).AddTo(meaning);
    }
    return meaning;
  }
  return {};
}

std::string ResourceNameAt(std::string_view text, size_t at, const Limits& limits) {
  source::SourceMap sources;
  Arena arena;
  const yaml::File read = Read(sources.AddText("", std::string(text)), limits, arena);
  const auto offset = static_cast<uint32_t>(read.source->base() + at);
  for (const yaml::Document& document : read.documents) {
    if (offset >= document.span.begin && offset <= document.span.end) {
      const value::Value& resource = ResourceAt(*document.root, offset);
      const std::string_view kind = TextOf(resource, "kind");
      return kind.empty() ? std::string()
                          : std::string(TextOf(resource, "apiVersion")) + "/" + std::string(kind);
    }
  }
  return {};
}

std::vector<DefinedKind> DefinedKinds(const ResourceField& field, const driver::PlannedCheck& plan,
                                      const Limits& limits, driver::InputFileReader& reader) {
  std::vector<DefinedKind> all;
  const bool has_files = !plan.manifests.crds.empty() || !plan.manifests.locations.empty();
  if (plan.method != driver::CheckMethod::kManifests && !has_files) {
    return all;
  }
  const ApiTable table = ApiTable::Builtin();
  PlannedDefinitions planned(plan, table, limits, reader);
  const kubernetes::CustomKinds& kinds = planned.definitions().kinds();
  for (const kubernetes::CustomKind* kind :
       field.key == "kind" ? kinds.OfGroup(schemas::kubernetes::GroupOf(field.api_version))
                           : kinds.OfKind(field.kind)) {
    DefinedKind defined{std::string(kind->group) + "/" + std::string(kind->version.name),
                        std::string(kind->kind)};
    if (field.api_version.empty() || field.api_version == defined.api_version) {
      all.push_back(std::move(defined));
    }
  }
  return all;
}

DescribedResources FindDescribedResources(std::string_view text, std::string_view name,
                                          const driver::PlannedCheck& plan, const Limits& limits,
                                          driver::InputFileReader& reader) {
  const ApiTable table = ApiTable::Builtin();
  const size_t version = VersionOf(plan, table);
  PlannedCatalog catalog(text, plan, version, table, limits, reader);
  source::SourceMap sources(&catalog.sources());
  Arena arena;
  DescribedResources found;
  const auto add = [](std::vector<std::string>& names, std::string one) {
    if (std::find(names.begin(), names.end(), one) == names.end()) {
      names.push_back(std::move(one));
    }
  };
  for (const yaml::Document& document :
       Read(sources.AddText("", std::string(text)), limits, arena).documents) {
    const value::Value& resource = *document.root;
    if (resource.kind != value::Kind::kMapping) {
      continue;
    }
    if (kubernetes::IsKustomization(resource, name)) {
      add(found.kinds, std::string(kubernetes::KustomizationKind(resource)));
      continue;
    }
    add(found.kinds,
        std::string(TextOf(resource, "kind")) + " " + std::string(TextOf(resource, "apiVersion")));
    const kubernetes::KindSchema schema = catalog.Find(resource);
    if (schema.source == kubernetes::KindSchema::Source::kCatalog) {
      add(found.releases, std::string(schema.release));
    } else if (schema.source != kubernetes::KindSchema::Source::kCustom) {
      found.version = "Kubernetes " + std::string(table.versions()[version]);
    }
  }
  return found;
}

std::optional<ResourceField> FindResourceField(std::string_view text, size_t at, const Limits& limits) {
  source::SourceMap sources;
  const source::SourceFile& file = sources.AddText("", std::string(text));
  const uint32_t offset = file.base() + static_cast<uint32_t>(at);
  Arena arena;
  const yaml::File read = Read(file, limits, arena);
  for (const yaml::Document& document : read.documents) {
    if (offset < document.span.begin || offset > document.span.end) {
      continue;
    }
    const value::Value& resource = ResourceAt(*document.root, offset);
    if (resource.kind != value::Kind::kMapping) {
      return std::nullopt;
    }
    std::optional<ResourceField> found;
    ResourceField field;
    for (const value::Entry& entry : resource.entries()) {
      const bool is_value =
          !entry.value->is_collection() && entry.value->span.has_value() && entry.value->span.begin == offset;
      const bool is_key = entry.key->span.has_value() && entry.key->span.begin == offset;
      const std::string key(entry.key->raw.view());
      if (is_value || is_key) {
        found.emplace().key = key;
      } else {
        field.keys.insert(key);
        (key == "kind"         ? field.kind
         : key == "apiVersion" ? field.api_version
                               : field.key) = entry.value->raw.view();
      }
    }
    const bool is_alone = found && resource.entries().size() == 1;
    const bool is_resource =
        is_alone || (found && (field.keys.contains("kind") || field.keys.contains("apiVersion") ||
                               found->key == "kind" || found->key == "apiVersion"));
    if (is_resource) {
      field.key = found->key;
      return field;
    }
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kval::cli
