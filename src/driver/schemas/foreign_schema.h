#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/span.h"
#include "src/yaml/document.h"

// Recognizes schemas in languages other than annotated YAML and KCL. unchecked.h reports those that cannot be
// used.
namespace kval::driver {

// kFormat: not a schema, but data in a format that kval does not read.
enum class SchemaLanguage : uint8_t { kNone, kJsonSchema, kCrd, kOpenApi, kKwalify, kOther, kFormat };

struct ForeignSchema {
  SchemaLanguage language = SchemaLanguage::kNone;
  std::string_view name;  // with its article: "a JSON Schema"
  source::Span at;        // the evidence; empty if it is the file name
};

// By the file's name: schema languages other than YAML (`.cue`, `.proto`) and data formats (`.toml`).
// `kOther`, `kFormat` or `kNone`.
ForeignSchema ForeignSchemaOfName(std::string_view path);

// By content. A JSON Schema has a json-schema.org draft in `$schema`, is a `*.schema.*` file, describes an
// object with `type` and `properties`, or is a JSON file with keywords only; a CustomResourceDefinition also
// counts in a `kind: List`. A document that only refers to its schema (`$schema: ./values.schema.json`) does
// not.
ForeignSchema ForeignSchemaOf(const yaml::File& file);

// Whether the name is one that JSON Schemas have: `schema.json`, `*.schema.json`, `*.schema.yaml`.
bool IsNamedJsonSchema(std::string_view path);

// Whether an unreadable text is intended as a JSON Schema: by its name, or the draft at its start.
bool IsMeantAsJsonSchema(const source::SourceFile& file);

// The CustomResourceDefinitions of apiextensions.k8s.io/v1 in a file that holds nothing else, those of lists
// too; empty when it holds anything else.
std::vector<const value::Value*> DefinitionsOf(const yaml::File& file);

// Whether the file can only be a JSON Schema once the user says that it is a schema: its keys are all
// keywords, and one of them is no word that settings are called by.
bool IsJsonSchemaWhenSaid(const yaml::File& file);

}  // namespace kval::driver
