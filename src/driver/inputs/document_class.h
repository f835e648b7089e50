#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "src/source/span.h"
#include "src/value/value.h"
#include "src/yaml/document.h"

// What a parsed document is. The only place that recognizes it: sets, `kval k8s`, the project file and the
// language server call these functions (classification.h adds headers and the user's `--as`).
namespace kval::driver {

// kFormat: not a schema, but data in a format that kval does not read.
enum class SchemaLanguage : uint8_t {
  kNone,
  kAnnotated,
  kKcl,
  kJsonSchema,
  kCrd,
  kOpenApi,
  kKwalify,
  kOther,
  kFormat,
};

enum class DocumentKind : uint8_t {
  kEmpty,
  kPlain,      // a value without evidence of anything else
  kResource,   // of Kubernetes: `apiVersion` and `kind`; also a kustomization
  kSchema,     // in the language of DocumentClass
  kOtherTool,  // read by another program, and never sent to an API server
};

struct DocumentClass {
  DocumentKind kind = DocumentKind::kPlain;
  SchemaLanguage language = SchemaLanguage::kNone;
  std::string_view name;  // with its article: "a JSON Schema"; empty if there is nothing to call it
  source::Span at;        // the evidence
  std::string_view why;   // the evidence in words: "`$schema` names a draft of JSON Schema"

  // A CustomResourceDefinition is a resource as well as a schema.
  bool is_resource() const { return kind == DocumentKind::kResource || language == SchemaLanguage::kCrd; }
  // Whether it cannot be a manifest, whatever its schema. Plain values are manifests without `kind`.
  bool is_not_manifest() const { return !is_resource() && !name.empty(); }
};

// Classifies a document by its content. The name of its file decides only between documents that have the
// same content in several roles: a JSON Schema without `$schema`, values, a kustomization without `kind`.
DocumentClass ClassifyDocument(const value::Value& root, std::string_view path);

// Returns the class of a file by its documents: of the first schema, else of the first other one that is not
// plain.
DocumentClass ClassifyAll(const yaml::File& file);

// Returns the description of a file of another tool, by its name (`Chart.yaml`): "the description of a Helm
// chart". Empty for other names, and if one of the documents is a resource.
std::string_view DescribeFileOfTool(std::string_view path, const yaml::File& file);

// Returns whether a document may be intended as a resource: it has `metadata`, `apiVersion` or `kind`,
// perhaps misspelt, or parts that cannot be read.
bool MayHoldResource(const yaml::File& file);

// Recognizes by file name schema languages other than YAML (`.cue`, `.proto`) and data formats (`.toml`).
// Returns `kOther`, `kFormat` or `kNone`.
DocumentClass ClassifyFileName(std::string_view path);

// Whether a value of `$schema` names a draft of JSON Schema, so that the document is a schema.
bool IsDraftName(std::string_view name);

// Whether the name is one that JSON Schemas have: `schema.json`, `*.schema.json`, `*.schema.yaml`.
bool HasJsonSchemaName(std::string_view path);

// Returns the CustomResourceDefinitions of apiextensions.k8s.io/v1, also inside lists, in a file that
// contains nothing else; otherwise empty.
std::vector<const value::Value*> DefinitionsOf(const yaml::File& file);

// Returns whether a file that the user declared as a schema can only be a JSON Schema: all its keys are
// keywords, and one of them is not a usual name of a setting.
bool CanBeJsonSchema(const yaml::File& file);

}  // namespace kval::driver
