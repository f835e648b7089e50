#include "src/driver/schemas/detected_schema.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "schemas/crd/crd.h"
#include "schemas/json_schema/draft.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using value::Kind;
using value::Value;

constexpr std::pair<std::string_view, std::string_view> kEndings[] = {
    {".cue", "a CUE schema"},           {".proto", "a Protocol Buffers definition"},
    {".xsd", "an XML Schema"},          {".rng", "a RELAX NG schema"},
    {".rnc", "a RELAX NG schema"},      {".dhall", "a Dhall program"},
    {".jsonnet", "a Jsonnet program"},  {".libsonnet", "a Jsonnet library"},
    {".rego", "a Rego policy"},         {".avsc", "an Avro schema"},
    {".pkl", "a Pkl module"},           {".ncl", "a Nickel program"},
    {".cddl", "a CDDL definition"},     {".graphql", "a GraphQL schema"},
    {".thrift", "a Thrift definition"},
};

constexpr std::pair<std::string_view, std::string_view> kFormats[] = {
    {".toml", "a TOML file"},    {".json5", "a JSON5 file"},
    {".hjson", "a Hjson file"},  {".hcl", "an HCL file"},
    {".tf", "a Terraform file"}, {".tfvars", "a Terraform file"},
    {".ini", "an INI file"},     {".properties", "a file of properties"},
    {".xml", "an XML file"},     {".plist", "a property list"},
};

constexpr std::string_view kKeywords[] = {"type",  "properties", "$ref",  "$defs", "definitions",
                                          "allOf", "anyOf",      "oneOf", "items", "enum",
                                          "const", "required",   "not",   "if",    "additionalProperties"};

constexpr std::string_view kTypes[] = {"object", "array", "string", "integer", "number", "boolean", "null"};

bool IsAny(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

const Value* StringOf(const Value& mapping, std::string_view key) {
  const Value* found = value::Find(mapping, key);
  return found != nullptr && found->kind == Kind::kString ? found : nullptr;
}

bool HasMapping(const Value& mapping, std::string_view key) {
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

DetectedSchema JsonSchema(const Value& root, bool is_named_so, bool is_json) {
  const Value* draft = StringOf(root, "$schema");
  if (draft != nullptr && draft->raw.find("json-schema.org/") != std::string_view::npos) {
    return {SchemaLanguage::kJsonSchema, "a JSON Schema", draft->span};
  }
  const Value* type = StringOf(root, "type");
  const Value* properties = value::Find(root, "properties");
  const bool describes = type != nullptr && IsAny(type->raw, kTypes) && properties != nullptr &&
                         properties->kind == Kind::kMapping && HoldsSchemas(*properties);
  if (describes || (is_named_so && HasKeyword(root)) || (is_json && IsAllKeywords(root))) {
    return {SchemaLanguage::kJsonSchema, "a JSON Schema", type != nullptr ? type->span : root.span};
  }
  return {};
}

// kwalify and pykwalify: `type: map` with `mapping`, `type: seq` with `sequence`.
DetectedSchema Kwalify(const Value& root) {
  const Value* type = StringOf(root, "type");
  const Value* sequence = value::Find(root, "sequence");
  const bool is_map =
      type != nullptr && (type->raw == "map" || type->raw == "mapping") && HasMapping(root, "mapping");
  const bool is_list = type != nullptr && (type->raw == "seq" || type->raw == "sequence") &&
                       sequence != nullptr && sequence->kind == Kind::kSequence;
  return is_map || is_list ? DetectedSchema{SchemaLanguage::kKwalify, "a kwalify schema", type->span}
                           : DetectedSchema{};
}

DetectedSchema CustomResource(const Value& root) {
  const Value* version = StringOf(root, "apiVersion");
  const Value* kind = StringOf(root, "kind");
  if (version != nullptr && kind != nullptr && version->raw.starts_with("apiextensions.k8s.io/") &&
      (kind->raw == "CustomResourceDefinition" || kind->raw == "CustomResourceDefinitionList")) {
    return {SchemaLanguage::kCrd, "a CustomResourceDefinition", kind->span};
  }
  return {};
}

DetectedSchema OpenApi(const Value& root) {
  const Value* version = value::Find(root, "openapi");
  const Value* swagger = value::Find(root, "swagger");
  const bool has_parts = HasMapping(root, "paths") || HasMapping(root, "components");
  const bool is_old = swagger != nullptr && (HasMapping(root, "paths") || HasMapping(root, "definitions"));
  if ((version != nullptr && !version->is_collection() && has_parts) || is_old) {
    return {SchemaLanguage::kOpenApi, "an OpenAPI document", (version != nullptr ? version : swagger)->span};
  }
  return {};
}

DetectedSchema OfDocument(const Value& root, bool is_named_so, bool is_json) {
  if (root.kind != Kind::kMapping) {
    return {};
  }
  DetectedSchema found = CustomResource(root);
  const Value* items = value::Find(root, "items");
  const Value* kind = StringOf(root, "kind");
  if (kind != nullptr && kind->raw == "List" && items != nullptr && items->kind == Kind::kSequence) {
    for (const Value* item : items->items()) {
      if (item->kind == Kind::kMapping && found.language == SchemaLanguage::kNone) {
        found = CustomResource(*item);
      }
    }
  }
  for (DetectedSchema (*tell)(const Value&) : {OpenApi, Kwalify}) {
    found = found.language == SchemaLanguage::kNone ? tell(root) : found;
  }
  return found.language == SchemaLanguage::kNone ? JsonSchema(root, is_named_so, is_json) : found;
}

}  // namespace

DetectedSchema DetectSchemaByName(std::string_view path) {
  for (const auto& [ending, name] : kEndings) {
    if (path.ends_with(ending)) {
      return {SchemaLanguage::kOther, name, {}};
    }
  }
  for (const auto& [ending, name] : kFormats) {
    if (path.ends_with(ending)) {
      return {SchemaLanguage::kFormat, name, {}};
    }
  }
  return {};
}

DetectedSchema DetectSchema(const yaml::File& file) {
  const bool is_json = file.source->name().ends_with(".json");
  const bool is_named_so = HasJsonSchemaName(file.source->name());
  for (const yaml::Document& document : file.documents) {
    const DetectedSchema found = OfDocument(*document.root, is_named_so, is_json);
    if (found.language != SchemaLanguage::kNone) {
      return found;
    }
  }
  return {};
}

bool HasJsonSchemaName(std::string_view path) {
  const std::string_view name = GetFileName(path);
  return name == "schema.json" || name.ends_with(".schema.json") || name.ends_with(".schema.yaml") ||
         name.ends_with(".schema.yml");
}

bool IsIntendedAsJsonSchema(const source::SourceFile& file) {
  constexpr size_t kHead = 4096;  // a schema identifies itself at its start
  const std::string_view head = file.text().substr(0, kHead);
  return HasJsonSchemaName(file.name()) || (head.find("\"$schema\"") != std::string_view::npos &&
                                            head.find("json-schema.org/") != std::string_view::npos);
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
  constexpr std::string_view kTelling[] = {"$ref",  "$defs", "definitions", "allOf",
                                           "anyOf", "oneOf", "not",         "if",
                                           "enum",  "const", "properties",  "patternProperties"};
  const bool tells = (type != nullptr && IsAny(type->raw, kTypes)) ||
                     std::any_of(std::begin(kTelling), std::end(kTelling),
                                 [&](std::string_view word) { return value::Find(root, word) != nullptr; });
  return tells && std::all_of(root.entries().begin(), root.entries().end(), IsKeyword);
}

}  // namespace kval::driver
