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

struct DetectedSchema {
  SchemaLanguage language = SchemaLanguage::kNone;
  std::string_view name;  // with its article: "a JSON Schema"
  source::Span at;        // the evidence; empty if it is the file name
};

// Recognizes by file name schema languages other than YAML (`.cue`, `.proto`) and data formats (`.toml`).
// Returns `kOther`, `kFormat` or `kNone`.
DetectedSchema DetectSchemaByName(std::string_view path);

// By content. A JSON Schema has a json-schema.org draft in `$schema`, is a `*.schema.*` file, describes an
// object with `type` and `properties`, or is a JSON file with keywords only; a CustomResourceDefinition also
// counts in a `kind: List`. A document that only refers to its schema (`$schema: ./values.schema.json`) does
// not.
DetectedSchema DetectSchema(const yaml::File& file);

// Whether the name is one that JSON Schemas have: `schema.json`, `*.schema.json`, `*.schema.yaml`.
bool HasJsonSchemaName(std::string_view path);

// Whether an unreadable text is intended as a JSON Schema: by its name, or the draft at its start.
bool IsIntendedAsJsonSchema(const source::SourceFile& file);

// Returns the CustomResourceDefinitions of apiextensions.k8s.io/v1, also inside lists, in a file that
// contains nothing else; otherwise empty.
std::vector<const value::Value*> DefinitionsOf(const yaml::File& file);

// Returns whether a file that the user declared as a schema can only be a JSON Schema: all its keys are
// keywords, and one of them is not a usual name of a setting.
bool CanBeJsonSchema(const yaml::File& file);

}  // namespace kval::driver
