#include "src/driver/inputs/document_class.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <span>

#include "schemas/crd/crd.h"
#include "schemas/json_schema/draft.h"
#include "src/driver/inputs/tool_files.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/ascii.h"
#include "src/support/edit_distance.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Kind;
using value::Value;
using Text = std::string_view;

constexpr Text kKeywords[] = {"type",  "properties", "$ref",  "$defs", "definitions",
                              "allOf", "anyOf",      "oneOf", "items", "enum",
                              "const", "required",   "not",   "if",    "additionalProperties"};

constexpr Text kTypes[] = {"object", "array", "string", "integer", "number", "boolean", "null"};

bool IsAny(Text word, std::span<const Text> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The string of a key; null if the key has none.
const Value* StringOf(const Value& mapping, Text key) {
  const Value* found = value::Find(mapping, key);
  return found != nullptr && found->kind == Kind::kString ? found : nullptr;
}

bool HasAll(const Value& mapping, std::initializer_list<Text> keys) {
  return std::all_of(keys.begin(), keys.end(),
                     [&](Text key) { return value::Find(mapping, key) != nullptr; });
}

bool HasMapping(const Value& mapping, Text key) {
  const Value* found = value::Find(mapping, key);
  return found != nullptr && found->kind == Kind::kMapping;
}

// Whether every value of the mapping is a schema: a mapping, or a boolean that allows all or nothing.
bool HoldsSchemas(const Value& properties) {
  return std::all_of(properties.entries().begin(), properties.entries().end(), [](const value::Entry& entry) {
    return entry.value->kind == Kind::kMapping || entry.value->kind == Kind::kBool;
  });
}

bool HasKeyword(const Value& root) {
  return std::any_of(root.entries().begin(), root.entries().end(), [](const value::Entry& entry) {
    return entry.key->kind == Kind::kString && IsAny(entry.key->raw, kKeywords);
  });
}

bool IsKeyword(const value::Entry& entry) {
  return entry.key->kind == Kind::kString && schemas::json_schema::IsKeywordOfAnyDraft(entry.key->raw);
}

// Only keywords, including properties with schemas: in a JSON file this is a schema.
bool IsAllKeywords(const Value& root) {
  const Value* properties = value::Find(root, "properties");
  if (properties == nullptr || properties->kind != Kind::kMapping || !HoldsSchemas(*properties)) {
    return false;
  }
  const auto is_schema = [](const value::Entry& entry) {
    const Value& schema = *entry.value;
    return schema.kind == Kind::kBool || schema.entries().empty() ||
           std::any_of(schema.entries().begin(), schema.entries().end(), IsKeyword);
  };
  return !properties->entries().empty() &&
         std::all_of(properties->entries().begin(), properties->entries().end(), is_schema) &&
         std::all_of(root.entries().begin(), root.entries().end(), IsKeyword);
}

DocumentClass SchemaIn(SchemaLanguage language, Text name, source::Span at, Text why) {
  return {DocumentKind::kSchema, language, name, at, why};
}

DocumentClass ToolFile(Text name, source::Span at, Text why) {
  return {DocumentKind::kOtherTool, SchemaLanguage::kNone, name, at, why};
}

DocumentClass JsonSchema(const Value& root, Text path) {
  constexpr Text kName = "a JSON Schema";
  const Value* draft = StringOf(root, "$schema");
  if (draft != nullptr && IsDraftName(draft->raw)) {
    return SchemaIn(SchemaLanguage::kJsonSchema, kName, draft->span,
                    "its `$schema` names a draft of JSON Schema");
  }
  const Value* type = StringOf(root, "type");
  const Value* properties = value::Find(root, "properties");
  const source::Span at = type != nullptr ? type->span : root.span;
  if (type != nullptr && IsAny(type->raw, kTypes) && properties != nullptr &&
      properties->kind == Kind::kMapping && HoldsSchemas(*properties)) {
    return SchemaIn(SchemaLanguage::kJsonSchema, kName, at,
                    "it describes an object by `type` and `properties`");
  }
  if (HasJsonSchemaName(path) && HasKeyword(root)) {
    return SchemaIn(SchemaLanguage::kJsonSchema, kName, at,
                    "it has the name of a JSON Schema, and keywords of JSON Schema");
  }
  if (path.ends_with(".json") && IsAllKeywords(root)) {
    return SchemaIn(SchemaLanguage::kJsonSchema, kName, at,
                    "it is a JSON file whose keys are keywords of JSON Schema");
  }
  return {};
}

// kwalify and pykwalify: `type: map` with `mapping`, `type: seq` with `sequence`.
DocumentClass Kwalify(const Value& root) {
  const Value* type = StringOf(root, "type");
  if (type == nullptr) {
    return {};
  }
  const Value* sequence = value::Find(root, "sequence");
  const bool is_map = (type->raw == "map" || type->raw == "mapping") && HasMapping(root, "mapping");
  const bool is_list = type->raw == "seq" && sequence != nullptr && sequence->kind == Kind::kSequence;
  return is_map || is_list ? SchemaIn(SchemaLanguage::kKwalify, "a kwalify schema", type->span,
                                      "it describes a value by `type` and `mapping` or `sequence`")
                           : DocumentClass{};
}

DocumentClass OpenApi(const Value& root) {
  const Value* version = value::Find(root, "openapi");
  const bool is_old = version == nullptr;
  version = is_old ? value::Find(root, "swagger") : version;
  if (version == nullptr || version->is_collection()) {
    return {};
  }
  const Value* info = value::Find(root, "info");
  const bool has_info =
      info != nullptr && info->kind == Kind::kMapping && HasAll(*info, {"title", "version"});
  return has_info || HasMapping(root, "paths") || HasMapping(root, is_old ? "definitions" : "components")
             ? SchemaIn(SchemaLanguage::kOpenApi, "an OpenAPI document", version->span,
                        "it has `openapi` or `swagger`, and parts of an OpenAPI document")
             : DocumentClass{};
}

DocumentClass Definition(const Value& root) {
  const Value* version = StringOf(root, "apiVersion");
  const Value* kind = StringOf(root, "kind");
  if (version != nullptr && kind != nullptr && version->raw.starts_with("apiextensions.k8s.io/") &&
      (kind->raw == "CustomResourceDefinition" || kind->raw == "CustomResourceDefinitionList")) {
    return SchemaIn(SchemaLanguage::kCrd, "a CustomResourceDefinition", kind->span,
                    "it is a resource of apiextensions.k8s.io");
  }
  return {};
}

// Whether it is the name of a kind of Kubernetes: `ConfigMap`.
bool IsNameOfKind(Text kind) {
  return IsUpper(kind[0]) && std::all_of(kind.begin(), kind.end(), IsAlnum);
}

// A document with `apiVersion` and `kind`.
DocumentClass Resource(const Value& root, const Value& api_version, const Value& kind) {
  DocumentClass found = Definition(root);
  const Value* items = kind.raw == "List" ? value::Find(root, "items") : nullptr;
  if (items != nullptr && items->kind == Kind::kSequence) {
    for (const Value* item : items->items()) {
      if (item->kind == Kind::kMapping && found.kind != DocumentKind::kSchema) {
        found = Definition(*item);
      }
    }
  }
  if (found.kind == DocumentKind::kSchema) {
    return found;
  }
  if (const Text tool = DescribeToolConfiguration(api_version.raw); !tool.empty()) {
    return ToolFile(tool, api_version.span, "its `apiVersion` belongs to another tool");
  }
  if (!IsApiVersion(api_version.raw) && !IsNameOfKind(kind.raw)) {
    return ToolFile("a file of another tool", kind.span, "no Kubernetes kind has such a name");
  }
  if (api_version.raw == "v1" && kind.raw == "Config" && HasAll(root, {"clusters"})) {
    return ToolFile("a configuration of kubectl", kind.span, "it has the kind Config and `clusters`");
  }
  if (api_version.raw == "v1alpha1" && (kind.raw.ends_with("Config") || kind.raw.starts_with("Talos"))) {
    return ToolFile("a configuration of Talos", kind.span, "its `apiVersion` and `kind` are those of Talos");
  }
  return {DocumentKind::kResource, SchemaLanguage::kNone, {}, kind.span, "it has `apiVersion` and `kind`"};
}

// Whether a document has a path of a ToolShape. Looks at the first entries of long collections.
bool HasPath(const Value& root, Text path) {
  constexpr size_t kMostLookedAt = 64;
  const size_t equals = path.find('=');
  const Text expected = equals == Text::npos ? Text() : path.substr(equals + 1);
  path = path.substr(0, equals);
  std::vector<const Value*> reached = {&root};
  while (!path.empty() && !reached.empty()) {
    const bool is_item = path.starts_with("[]");
    const size_t end = is_item ? 2 : path.find_first_of(".[");
    const Text step = path.substr(0, end);
    path = end == Text::npos ? Text() : path.substr(end);
    path.remove_prefix(path.starts_with('.') ? 1 : 0);
    std::vector<const Value*> next;
    for (const Value* value : reached) {
      const auto items = is_item ? value->items() : std::span<const Value* const>();
      next.insert(next.end(), items.begin(), items.begin() + std::min(items.size(), kMostLookedAt));
      const auto entries = is_item ? std::span<const value::Entry>() : value->entries();
      for (size_t i = 0; i < entries.size() && (step != "*" || i < kMostLookedAt); ++i) {
        // GitHub's `on` is the boolean true for YAML 1.1.
        if (step == "*" || entries[i].key->raw == step) {
          next.push_back(entries[i].value);
        }
      }
    }
    reached = std::move(next);
  }
  return std::any_of(reached.begin(), reached.end(),
                     [&](const Value* value) { return expected.empty() || value->raw == expected; });
}

bool Fits(const Value& root, const ToolShape& shape) {
  const auto is_none = [](Text path) { return path.empty(); };
  return std::all_of(shape.all.begin(), shape.all.end(),
                     [&](Text path) { return path.empty() || HasPath(root, path); }) &&
         (std::all_of(shape.any.begin(), shape.any.end(), is_none) ||
          std::any_of(shape.any.begin(), shape.any.end(),
                      [&](Text path) { return !path.empty() && HasPath(root, path); }));
}

// The bits of a document's keys (ToolShape); of a list any.
uint64_t KeyBitsOf(const Value& root) {
  uint64_t keys = root.kind == Kind::kMapping ? 0 : ~uint64_t{0};
  for (const value::Entry& entry :
       root.kind == Kind::kMapping ? root.entries() : std::span<const value::Entry>()) {
    keys |= entry.key->raw.view().empty() ? 0 : ToolShape::KeyBit(entry.key->raw.view());
  }
  return keys;
}

// Of a document without both `apiVersion` and `kind`. With one of them, only a shape that names it fits.
DocumentClass OfShape(const Value& root) {
  const bool is_list = root.kind == Kind::kSequence;
  const bool has_one =
      !is_list && (value::Find(root, "apiVersion") != nullptr || value::Find(root, "kind") != nullptr);
  const auto names_one = [](const ToolShape& shape) {
    return std::any_of(shape.all.begin(), shape.all.end(),
                       [](Text path) { return path.starts_with("apiVersion") || path.starts_with("kind"); });
  };
  constexpr size_t kMostKeys = 256;  // of a file of a tool
  if (is_list ? root.items().empty() : root.entries().size() > kMostKeys) {
    return {};
  }
  const uint64_t keys = KeyBitsOf(root);
  for (const ToolShape& shape : ToolShapes()) {
    if (shape.is_list != is_list || (has_one && !names_one(shape)) || !shape.MayFit(keys)) {
      continue;
    }
    const bool fits = is_list ? std::all_of(root.items().begin(), root.items().end(),
                                            [&](const Value* item) { return Fits(*item, shape); })
                              : Fits(root, shape);
    if (fits) {
      return ToolFile(shape.name, root.span, "it has the keys of such a file");
    }
  }
  return {};
}

// A document with neither `apiVersion` nor `kind`.
DocumentClass Anonymous(const Value& root, Text path) {
  if (IsValuesName(path)) {
    return {DocumentKind::kPlain, SchemaLanguage::kNone, "a file of values", root.span,
            "its name is that of values"};
  }
  if (HasAll(root, {"$schema"})) {
    return ToolFile("a file that names its schema", root.span, "it has `$schema`");
  }
  if (HasAll(root, {"jobs"}) && IsInDirectory(path, ".github/")) {
    return ToolFile("a workflow of GitHub", root.span, "it has `jobs` and is in the directory of workflows");
  }
  if (HasPathOfTool(path)) {
    return ToolFile("a file of another tool", root.span, "its name or its directory belongs to another tool");
  }
  if (GetFileName(path).find("compose") != Text::npos && HasAll(root, {"services"})) {
    return ToolFile("a Compose file", root.span, "it has `services` and the name of a Compose file");
  }
  return {};
}

// RFC 6902: a list of operations.
bool IsJsonPatch(const Value& root) {
  const auto items = root.items();
  return !items.empty() && std::all_of(items.begin(), items.end(), [](const Value* item) {
    return item->kind == Kind::kMapping && HasAll(*item, {"op", "path"});
  });
}

DocumentClass Mapping(const Value& root, Text path) {
  const Value* api_version = value::Find(root, "apiVersion");
  const Value* kind = value::Find(root, "kind");
  if (kubernetes::IsKustomization(root, path)) {
    return {DocumentKind::kResource, SchemaLanguage::kNone, {}, root.span, "it is a kustomization"};
  }
  const auto is_text = [](const Value* one) {
    return one != nullptr && one->kind == Kind::kString && !one->raw.empty();
  };
  if (is_text(api_version) && is_text(kind)) {
    return Resource(root, *api_version, *kind);
  }
  if (is_text(api_version) && !DescribeToolConfiguration(api_version->raw).empty()) {
    return ToolFile(DescribeToolConfiguration(api_version->raw), api_version->span,
                    "its `apiVersion` belongs to another tool");
  }
  for (const DocumentClass& found : {OpenApi(root), Kwalify(root), JsonSchema(root, path)}) {
    if (found.kind == DocumentKind::kSchema) {
      return found;
    }
  }
  const DocumentClass of_shape = OfShape(root);
  if (of_shape.kind == DocumentKind::kOtherTool && !IsValuesName(path)) {
    return of_shape;
  }
  const bool has_values = IsValuesName(path) && value::Find(root, "metadata") == nullptr;
  return has_values || (api_version == nullptr && kind == nullptr) ? Anonymous(root, path) : DocumentClass{};
}

// Whether the key is `apiVersion` or `kind`, or may be a misspelling of one. Many files of other tools have a
// `version`.
bool IsLikeKeyOfResource(const value::Entry& entry) {
  constexpr Text kKeys[] = {"apiVersion", "kind"};
  const Text key = entry.key->raw, text = entry.value->raw;
  if (entry.key->kind != Kind::kString || entry.value->is_collection() || key == "version") {
    return false;
  }
  const Text nearest = Nearest(key, kKeys);
  const bool is_release = text.find('.') != Text::npos && text.find('/') == Text::npos;  // `v1.30.4`
  return IsAny(key, kKeys) || (nearest == "kind" && IsNameOfKind(text)) ||
         (nearest == "apiVersion" && IsApiVersion(text) && !is_release);
}

}  // namespace

DocumentClass ClassifyDocument(const Value& root, Text path) {
  switch (root.kind) {
    case Kind::kNull:
      return {DocumentKind::kEmpty, SchemaLanguage::kNone, {}, root.span, "it is empty"};
    case Kind::kMapping:
      return Mapping(root, path);
    case Kind::kSequence:
      return IsJsonPatch(root) ? ToolFile("a JSON patch", root.span, "it is a list of operations")
                               : OfShape(root);
    default:
      return {};
  }
}

DocumentClass ClassifyAll(const yaml::File& file) {
  DocumentClass first;
  for (const yaml::Document& document : file.documents) {
    const DocumentClass found = ClassifyDocument(*document.root, file.source->name());
    if (found.kind == DocumentKind::kSchema) {
      return found;
    }
    if (first.kind == DocumentKind::kPlain || first.kind == DocumentKind::kEmpty) {
      first = found;
    }
  }
  return first;
}

Text DescribeFileOfTool(Text path, const yaml::File& file) {
  const Text name = DescribeToolFile(path);
  const auto is_manifest = [&](const yaml::Document& document) {
    return ClassifyDocument(*document.root, path).is_resource();
  };
  const bool has_manifest =
      !name.empty() && std::any_of(file.documents.begin(), file.documents.end(), is_manifest);
  return has_manifest ? Text() : name;
}

bool MayHoldResource(const yaml::File& file) {
  return std::any_of(file.documents.begin(), file.documents.end(), [](const yaml::Document& document) {
    const auto entries = document.root->entries();
    return document.is_invalid || value::Find(*document.root, "metadata") != nullptr ||
           std::any_of(entries.begin(), entries.end(), IsLikeKeyOfResource);
  });
}

DocumentClass ClassifyFileName(Text path) {
  const ForeignEnding* ending = FindForeignEnding(path);
  if (ending == nullptr) {
    return {};
  }
  return SchemaIn(ending->is_format ? SchemaLanguage::kFormat : SchemaLanguage::kOther, ending->name, {},
                  "its name has that ending");
}

bool IsDraftName(Text name) {
  return name.find("json-schema.org/") != Text::npos;
}

bool HasJsonSchemaName(Text path) {
  const Text name = GetFileName(path);
  return name == "schema.json" || name.ends_with(".schema.json") || name.ends_with(".schema.yaml") ||
         name.ends_with(".schema.yml");
}

std::vector<const Value*> DefinitionsOf(const yaml::File& file) {
  std::vector<const Value*> all;
  for (const yaml::Document& document : file.documents) {
    const Value& root = *document.root;
    const Value* items = root.kind == Kind::kMapping ? value::Find(root, "items") : nullptr;
    const bool is_list = items != nullptr && items->kind == Kind::kSequence;
    if (is_list) {
      all.insert(all.end(), items->items().begin(), items->items().end());
    } else if (root.kind != Kind::kNull) {
      all.push_back(&root);
    }
  }
  const bool are_all =
      std::all_of(all.begin(), all.end(), [](const Value* one) { return schemas::crd::IsDefinition(*one); });
  return are_all ? all : std::vector<const Value*>();
}

bool CanBeJsonSchema(const yaml::File& file) {
  if (file.documents.size() != 1 || file.documents[0].root->kind != Kind::kMapping) {
    return false;
  }
  const Value& root = *file.documents[0].root;
  const Value* type = StringOf(root, "type");
  constexpr Text kTelling[] = {"$ref", "$defs", "definitions", "allOf", "anyOf",      "oneOf",
                               "not",  "if",    "enum",        "const", "properties", "patternProperties"};
  const bool tells = (type != nullptr && IsAny(type->raw, kTypes)) ||
                     std::any_of(std::begin(kTelling), std::end(kTelling),
                                 [&](Text word) { return value::Find(root, word) != nullptr; });
  return tells && std::all_of(root.entries().begin(), root.entries().end(), IsKeyword);
}

}  // namespace kval::driver
