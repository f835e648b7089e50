#include "src/driver/inputs/classification.h"

#include <algorithm>
#include <iterator>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/diag/collector.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/inputs/roles.h"
#include "src/driver/session.h"
#include "src/driver/template_runtime.h"
#include "src/kubernetes/template_detection.h"
#include "src/source/quick_contains.h"
#include "src/support/lexical_path.h"
#include "src/templating/template.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

// Of a file with code or annotations: the headers of its documents decide.
Classification ByHeaders(const yaml::File& file) {
  Classification found;
  for (const yaml::Document& document : file.documents) {
    const DocumentHeader header = HeaderOf(file, document);
    const bool is_schema =
        header.role == DocumentRole::kReleasedSchema || header.role == DocumentRole::kProposalSchema;
    found.has_schema = found.has_schema || is_schema;
    found.validates = found.validates || (is_schema && !header.for_library);
    found.has_values = found.has_values || header.role == DocumentRole::kValues;
    if (header.role != DocumentRole::kNone && !found.at.has_value()) {
      found.at = header.annotation;
    }
  }
  if (found.has_schema) {
    found.role = FileRole::kSchema;
    found.language = SchemaLanguage::kAnnotated;
    found.name = "an annotated schema";
    found.why = "the header of a document declares a schema";
  } else if (found.has_values) {
    found.role = FileRole::kAnnotatedValues;
    found.why = "the header of a document declares data values";
  } else {
    found.role = FileRole::kTemplate;
    found.why = "it has annotations, and no header declares a schema or data values";
  }
  return found;
}

// Whether every document that is not empty has `apiVersion` and `kind`.
bool NameKinds(const yaml::File& file) {
  const auto has_text = [](const value::Value& map, Text key) {
    const value::Value* found = value::Find(map, key);
    return found != nullptr && found->kind == value::Kind::kString && !found->raw.empty();
  };
  bool has_any = false;
  for (const yaml::Document& document : file.documents) {
    const value::Value& root = *document.root;
    const bool names_kind =
        root.kind == value::Kind::kMapping && has_text(root, "apiVersion") && has_text(root, "kind");
    if (!names_kind && root.kind != value::Kind::kNull) {
      return false;
    }
    has_any = has_any || names_kind;
  }
  return has_any;
}

bool AreManifests(const yaml::File& file) {
  return std::all_of(file.documents.begin(), file.documents.end(), [&](const yaml::Document& document) {
    const DocumentClass is = ClassifyDocument(*document.root, file.source->name());
    return is.is_resource() || is.kind == DocumentKind::kEmpty;
  });
}

const schemas::catalog::BuiltinSchema* BuiltinSchemaOf(const yaml::File& file, Text directory) {
  const Text name = file.source->name();
  const std::string path =
      name.starts_with('/') ? std::string(name) : std::string(directory).append("/").append(name);
  return schemas::catalog::FindByFile(LexicallyNormal(path), [&file](Text key) {
    return std::any_of(file.documents.begin(), file.documents.end(), [&](const yaml::Document& document) {
      return document.root->kind == value::Kind::kMapping && value::Find(*document.root, key) != nullptr;
    });
  });
}

// Of a file without code and annotations.
Classification ByContent(const yaml::File& file, Text directory) {
  const DocumentClass is = ClassifyAll(file);
  Classification found{FileRole::kValues, is.language, is.name, is.at, is.why};
  switch (is.kind) {
    case DocumentKind::kSchema:
      // Definitions next to other resources, or of a version that is no longer served.
      if (is.language == SchemaLanguage::kCrd && DefinitionsOf(file).empty() && AreManifests(file)) {
        Classification manifest;
        manifest.role = FileRole::kManifest;
        manifest.at = is.at;
        manifest.why = "it has a CustomResourceDefinition and other resources";
        manifest.names_kinds = NameKinds(file);
        return manifest;
      }
      found.role = FileRole::kSchema;
      found.names_kinds = is.is_resource() && NameKinds(file);
      found.validates = is.language == SchemaLanguage::kJsonSchema ||
                        (is.language == SchemaLanguage::kCrd && !DefinitionsOf(file).empty());
      break;
    case DocumentKind::kResource:
    case DocumentKind::kOtherTool:
      found.names_kinds = NameKinds(file);
      found.role = is.kind == DocumentKind::kOtherTool ? FileRole::kOtherTool
                   : AreManifests(file)                ? FileRole::kManifest
                                                       : FileRole::kValues;
      break;
    case DocumentKind::kEmpty:
    case DocumentKind::kPlain:
      break;
  }
  if (found.why.empty() || found.role == FileRole::kValues) {
    found.why = "it has no header, and is no schema";
  }
  if (!found.names_kinds && (found.role == FileRole::kValues || found.role == FileRole::kOtherTool)) {
    found.builtin = BuiltinSchemaOf(file, directory);
  }
  return found;
}

// A file that the user declared as a schema: a JSON Schema by its content or its name, else annotated YAML.
Classification DeclaredSchema(const yaml::File& file, const FileFacts& facts, Classification found) {
  const bool is_json = !facts.has_templating &&
                       (found.language == SchemaLanguage::kJsonSchema || facts.path.ends_with(".json") ||
                        (facts.is_readable && CanBeJsonSchema(file)));
  found.role = FileRole::kSchema;
  found.language = is_json ? SchemaLanguage::kJsonSchema : SchemaLanguage::kAnnotated;
  found.name = is_json ? "a JSON Schema" : "an annotated schema";
  found.why = "it was given as a schema";
  found.validates = found.has_schema = true;
  found.has_values = false;
  return found;
}

// A file that the user declared as something else than a schema.
Classification Declared(InputRole role, Classification found) {
  if (role != InputRole::kOverlay || !found.has_schema) {
    found.language = SchemaLanguage::kNone;
    found.name = {};
    found.validates = false;
  }
  switch (role) {
    case InputRole::kValues:
      found.role = FileRole::kValues;
      found.why = "it was given as values";
      return found;
    case InputRole::kOverlay:
      found.role = found.has_schema ? FileRole::kSchema : FileRole::kAnnotatedValues;
      found.has_values = true;
      found.why = "it was given as an overlay of values";
      return found;
    case InputRole::kTemplate:
      found.role = FileRole::kTemplate;
      found.has_schema = found.has_values = false;
      found.why = "it was given as a template";
      return found;
    case InputRole::kAuto:
    case InputRole::kSchema:
      break;
  }
  return found;
}

// A necessary condition for being a schema, so that most files of values are parsed once only. Keys may be
// written with escapes.
bool MayBeSchema(const LibraryFile& file) {
  const Text kWords[] = {"properties",
                         "$schema",
                         "CustomResourceDefinition",
                         "\\u",
                         "\\x",
                         annotations::kDataValuesSchema.name,
                         annotations::kSchemaDefinition.name};
  const source::SourceFile& source = *file.input.source;
  return file.input.role == InputRole::kSchema || HasJsonSchemaName(source.name()) ||
         std::any_of(std::begin(kWords), std::end(kWords),
                     [&source](Text word) { return source::QuickContains(source, word); });
}

}  // namespace

Classification ClassifyFile(const yaml::File& file, const FileFacts& facts) {
  Classification found;
  if (facts.has_templating && facts.role != InputRole::kValues) {
    found = ByHeaders(file);
  } else {
    found = ByContent(file, facts.directory);
    // Of an unreadable text, a part is known: enough to see that a schema or a manifest was intended.
    if (!facts.is_readable) {
      const bool is_intended =
          found.language == SchemaLanguage::kJsonSchema || HasJsonSchemaName(file.source->name());
      const bool is_schema = is_intended && facts.role == InputRole::kAuto;
      const bool is_manifest = found.role == FileRole::kManifest && found.names_kinds &&
                               !kubernetes::IsTemplate(file.source->text());
      found.role = is_schema ? FileRole::kSchema : is_manifest ? FileRole::kManifest : FileRole::kValues;
      found.language = is_schema ? SchemaLanguage::kJsonSchema : SchemaLanguage::kNone;
      found.has_schema = is_schema;
      found.validates = false;
    }
  }
  switch (facts.role) {
    case InputRole::kAuto:
      return found;
    case InputRole::kSchema:
      return DeclaredSchema(file, facts, found);
    default:
      return Declared(facts.role, found);
  }
}

Classification ClassifyUnread(const LibraryFile& file, const DriverOptions& options, Session& session) {
  if (file.type != FileType::kYaml || file.input.source == nullptr || !MayBeSchema(file)) {
    return {};
  }
  // Annotated files are read in the dialect of the run, all other schemas in YAML 1.2.
  DriverOptions reading = options;
  if (!templating::MayHaveTemplating(*file.input.source)) {
    reading.dialect = value::Dialect::kYaml12;
  }
  const YamlText& text = session.runtime->files.Peek(file, reading);
  return ClassifyFile(
      text.file, {file.input.role, file.is_template && text.has_templating, text.ok, file.input.disk_path});
}

Classification ClassifyText(const source::SourceFile& file, const Limits& limits, Text directory) {
  Arena arena;
  diag::Collector unread;
  diag::Emitter silent(&unread);
  const yaml::File read =
      yaml::ReadFile(file, ReadOptionsForDialect(value::Dialect::kYaml12, limits), arena, silent);
  return ClassifyFile(read, {InputRole::kAuto, templating::HasTemplating(read), silent.error_count() == 0,
                             file.name(), directory});
}

std::optional<value::Dialect> DialectOfLanguage(SchemaLanguage language) {
  switch (language) {
    case SchemaLanguage::kKcl:
      return value::Dialect::kKclVet;
    case SchemaLanguage::kJsonSchema:
      return value::Dialect::kYaml12;
    case SchemaLanguage::kCrd:
      return value::Dialect::kK8s;
    default:
      return std::nullopt;
  }
}

value::Dialect DialectOfJsonSchema(Text path) {
  const schemas::catalog::BuiltinSchema* builtin = schemas::catalog::FindByPath(path);
  return builtin != nullptr && builtin->yaml == "1.1" ? value::Dialect::kYaml11 : value::Dialect::kYaml12;
}

Text LanguageName(SchemaLanguage language) {
  switch (language) {
    case SchemaLanguage::kAnnotated:
      return "annotated YAML";
    case SchemaLanguage::kKcl:
      return "KCL";
    case SchemaLanguage::kJsonSchema:
      return "JSON Schema";
    case SchemaLanguage::kCrd:
      return "CustomResourceDefinition";
    case SchemaLanguage::kOpenApi:
      return "OpenAPI";
    case SchemaLanguage::kKwalify:
      return "kwalify";
    case SchemaLanguage::kOther:
    case SchemaLanguage::kFormat:
    case SchemaLanguage::kNone:
      break;
  }
  return {};
}

Text RoleName(FileRole role) {
  switch (role) {
    case FileRole::kValues:
      return "values";
    case FileRole::kAnnotatedValues:
      return "annotated values";
    case FileRole::kManifest:
      return "manifest";
    case FileRole::kSchema:
      return "schema";
    case FileRole::kTemplate:
      return "template";
    case FileRole::kOtherTool:
      return "file of another tool";
  }
  return {};
}

}  // namespace kval::driver
