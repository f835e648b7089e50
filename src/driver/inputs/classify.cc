#include "src/driver/inputs/classify.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/diag/emitter.h"
#include "src/driver/inputs/roles.h"
#include "src/driver/kcl/files.h"
#include "src/driver/session.h"
#include "src/driver/template_runtime.h"
#include "src/source/quick_contains.h"
#include "src/templating/node_table.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

enum class HeaderPlacement : uint8_t {
  kValid,
  kMisplacedValues,  // only headers of data values are misplaced
  kMisplacedSchema,  // at least one header of a schema is misplaced: the file holds a schema that is unusable
};

using annotations::kDataValues;
using annotations::kDataValuesSchema;
using diag::Def;

constexpr Def<> kBothHeaders{diag::Kind::kConflictingAnnotations,
                             "a document cannot be both a schema and data values"};
constexpr Def<std::string_view> kNotADocument{diag::Kind::kMisplacedAnnotation,
                                              "`@{}` applies only to a document"};
constexpr Def<std::string_view> kNoDocument{diag::Kind::kMisplacedAnnotation, "no document follows `@{}`"};
constexpr Def<std::string_view> kTwice{diag::Kind::kMisplacedAnnotation,
                                       "`@{}` is repeated on this document"};

bool IsInPlace(const source::SourceFile& source, const templating::NodeTable& table,
               const templating::TemplateNode& node, std::string_view name, diag::Emitter& emit) {
  bool seen = false;
  for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
    const templating::TemplateComment& meta = table.comments[i];
    if (meta.kind != templating::TemplateCommentKind::kAnnotation || source.Text(meta.name) != name) {
      continue;
    }
    if (node.kind != templating::TemplateNodeKind::kDocument) {
      emit.Report(meta.name, kNotADocument, name)
          .Related(node.at, "it is on this node")
          .Hint("write it on a line above the `---` that begins the document")
          .Emit();
      return false;
    }
    if (seen) {
      emit.Report(meta.name, kTwice, name).Emit();
      return false;
    }
    seen = true;
  }
  return true;
}

bool IsOneHeader(const source::SourceFile& source, const templating::NodeTable& table,
                 const templating::TemplateNode& node, diag::Emitter& emit) {
  source::Span values, schema;
  for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
    if (table.comments[i].kind != templating::TemplateCommentKind::kAnnotation) {
      continue;
    }
    const std::string_view name = source.Text(table.comments[i].name);
    if (name == kDataValues.name || name == kDataValuesSchema.name) {
      (name == kDataValues.name ? values : schema) = table.comments[i].name;
    }
  }
  if (!values.has_value() || !schema.has_value()) {
    return true;
  }
  emit.Report(std::max(values, schema, [](auto a, auto b) { return a.begin < b.begin; }), kBothHeaders)
      .Related(std::min(values, schema, [](auto a, auto b) { return a.begin < b.begin; }),
               "the other one is here")
      .Hint("remove one of them, or put the data values in a separate file")
      .Emit();
  return false;
}

bool HasContent(const templating::NodeTable& table) {
  return std::any_of(table.nodes.begin(), table.nodes.end(), [](const templating::TemplateNode& node) {
    return node.is_item() &&
           (node.kind != templating::TemplateNodeKind::kDocument || node.value->kind != value::Kind::kNull);
  });
}

// After the last node ytt adds an empty document for them: it is no schema, and data values that ytt rejects
// next to the other documents of the file.
bool IsOfSomeDocument(const source::SourceFile& source, const templating::NodeTable& table,
                      const templating::TemplateComment& meta, diag::Emitter& emit) {
  if (meta.kind != templating::TemplateCommentKind::kAnnotation) {
    return true;
  }
  const std::string_view name = source.Text(meta.name);
  const bool is_schema = name == kDataValuesSchema.name;
  if (!is_schema && (name != kDataValues.name || !HasContent(table))) {
    return true;
  }
  emit.Report(meta.name, kNoDocument, name)
      .Label("it comes after the last node of the file")
      .Hint("write it on a line above the `---` that begins the document")
      .Emit();
  return false;
}

// Reports `@data/values` and `@data/values-schema` that are not on a document, that are repeated on one, that
// are both on one (ytt pkg/workspace/doc_extractor.go), or that come after the last node.
HeaderPlacement CheckHeaderPlacement(const yaml::File& file, diag::Emitter& emit) {
  if (!source::QuickContains(*file.source, kDataValues.name)) {
    return HeaderPlacement::kValid;
  }
  const templating::NodeTable table = templating::BuildNodeTable(file);
  bool values_ok = true, schemas_ok = true;
  for (const templating::TemplateNode& node : table.nodes) {
    values_ok = IsInPlace(*file.source, table, node, kDataValues.name, emit) && values_ok;
    schemas_ok = IsInPlace(*file.source, table, node, kDataValuesSchema.name, emit) && schemas_ok;
    schemas_ok = IsOneHeader(*file.source, table, node, emit) && schemas_ok;
  }
  for (const templating::TemplateComment& meta : table.leftovers) {
    const bool is_schema = meta.kind == templating::TemplateCommentKind::kAnnotation &&
                           file.source->Text(meta.name) == kDataValuesSchema.name;
    bool& ok = is_schema ? schemas_ok : values_ok;
    ok = IsOfSomeDocument(*file.source, table, meta, emit) && ok;
  }
  return !schemas_ok ? HeaderPlacement::kMisplacedSchema
         : values_ok ? HeaderPlacement::kValid
                     : HeaderPlacement::kMisplacedValues;
}

// A YAML file with its own classification.
struct FileClassification {
  ClassifiedInput read;
  bool has_failed_header = false;  // intended as something other than a template or plain values
};

// Properties of all files of a set.
struct SetFeatures {
  bool has_values_flag = false;  // `--data-values-file`
  bool has_templates = false;
  bool has_values = false;     // annotated
  bool has_annotated = false;  // a schema or values
  bool has_schema = false;     // in any language but CustomResourceDefinitions
};

bool HasFailedHeader(const yaml::File& file) {
  return std::any_of(file.documents.begin(), file.documents.end(), [&file](const yaml::Document& document) {
    const std::vector<MalformedHeader> found = FindMalformedHeaders(file, document);
    return std::any_of(found.begin(), found.end(),
                       [](const MalformedHeader& header) { return header.is_intended(); });
  });
}

class Classifier {
 public:
  Classifier(const DriverOptions& options, const Library& library, Session& session)
      : options_(options), library_(library), session_(session) {}

  std::vector<ClassifiedInput> Run() {
    std::vector<FileClassification> files;
    for (const LibraryFile* file : FilesInOrder()) {
      if (std::optional<FileClassification> looks = LooksOf(*file)) {
        files.push_back(*std::move(looks));
      }
    }
    const SetFeatures siblings = SiblingsOf(files);
    for (FileClassification& looks : files) {
      if (looks.read.text != nullptr) {
        looks.read.purpose = PurposeOf(looks, siblings);
      }
    }
    SettleDefinitions(files);
    std::vector<ClassifiedInput> all;
    all.reserve(files.size());
    for (FileClassification& looks : files) {
      all.push_back(std::move(looks.read));
    }
    return all;
  }

 private:
  std::vector<LibraryFile*> FilesInOrder() const {
    std::vector<LibraryFile*> files = library_.Files();
    std::sort(files.begin(), files.end(),
              [](const LibraryFile* a, const LibraryFile* b) { return a->order < b->order; });
    return files;
  }

  std::optional<FileClassification> LooksOf(const LibraryFile& file) {
    FileClassification looks;
    looks.read.file = &file;
    if (file.type == FileType::kText && !file.input.from_directory) {
      looks.read.purpose = InputPurpose::kText;
      return looks;
    }
    if (!options_.renders && file.input.role == InputRole::kAuto && file.input.source != nullptr) {
      const DocumentClass is = ClassifyFileName(file.path);
      if (is.language != SchemaLanguage::kNone) {
        looks.read.is = {FileRole::kSchema, is.language, is.name, is.at, is.why};
        looks.read.purpose = InputPurpose::kForeign;
        return looks;
      }
    }
    if (file.type != FileType::kYaml || !file.is_template || file.input.source == nullptr) {
      return std::nullopt;
    }
    Read(looks);
    return looks;
  }

  void Read(FileClassification& looks) {
    ClassifiedInput& read = looks.read;
    const InputRole role = read.file->input.role;
    read.text = &session_.runtime->files.Read(*read.file, options_);
    read.is = ClassifyFile(read.text->file, {role, read.text->has_templating, read.text->ok,
                                             read.file->input.disk_path, options_.directory});
    read.has_schema = read.is.has_schema;
    if (read.text->has_templating && role != InputRole::kValues) {
      // In a text with errors, an annotation may only seem to be misplaced.
      const HeaderPlacement places = read.text->ok ? CheckHeaderPlacement(read.text->file, session_.emit)
                                                   : HeaderPlacement::kMisplacedValues;
      read.has_valid_headers = places == HeaderPlacement::kValid;
      read.has_schema = read.has_schema || places == HeaderPlacement::kMisplacedSchema;
    }
    const bool is_unnamed = !read.has_schema && !read.is.has_values && role != InputRole::kValues;
    looks.has_failed_header = !is_silent() && is_unnamed && HasFailedHeader(read.text->file);
  }

  SetFeatures SiblingsOf(const std::vector<FileClassification>& files) const {
    SetFeatures siblings;
    siblings.has_values_flag =
        std::any_of(options_.flags.begin(), options_.flags.end(),
                    [](const FlagValue& flag) { return flag.kind == FlagKind::kValuesFile; });
    siblings.has_schema = !KclFiles(session_).empty();
    for (const FileClassification& looks : files) {
      const Classification& is = looks.read.is;
      siblings.has_templates = siblings.has_templates || MakesOutput(looks);
      siblings.has_values = siblings.has_values || is.has_values;
      siblings.has_annotated = siblings.has_annotated || is.is_annotated_schema() || is.has_values;
      siblings.has_schema = siblings.has_schema || is.is_annotated_schema() || is.is_json_schema();
    }
    return siblings;
  }

  // A plain file counts as values unless it is rendered, or with `--data-values-file`: then, as with ytt, it
  // is output. So is one of a directory that holds templates or `#@data/values`; a file that the user named
  // is output of `kval values` alone.
  bool IsValues(const FileClassification& looks, const SetFeatures& siblings) const {
    const RunInput& input = looks.read.file->input;
    if (input.role == InputRole::kValues) {
      return true;
    }
    if (options_.renders || siblings.has_values_flag) {
      return false;
    }
    return input.from_directory ? !siblings.has_templates && !siblings.has_values
                                : !siblings.has_templates || !is_silent();
  }

  // A manifest is output of a set of ytt's, and nothing that `kval values` merges. A schema that has one for
  // its values is given the file by name, without templates.
  bool IsManifest(const FileClassification& looks, const SetFeatures& siblings) const {
    const RunInput& input = looks.read.file->input;
    const bool is_of_set =
        siblings.has_templates ||
        (input.from_directory && (siblings.has_annotated || (is_silent() && !siblings.has_schema)));
    return is_of_set && !options_.renders && input.role == InputRole::kAuto && looks.read.is.names_kinds;
  }

  // An error may be what makes the file a template: then it does not turn other files into output.
  bool MakesOutput(const FileClassification& looks) const {
    return looks.read.is.role == FileRole::kTemplate &&
           (is_silent() || (!looks.has_failed_header && looks.read.is_valid()));
  }

  InputPurpose PurposeOf(const FileClassification& looks, const SetFeatures& siblings) const {
    const ClassifiedInput& read = looks.read;
    const bool plain_is_values = IsValues(looks, siblings);
    if (IsJsonSchema(looks, plain_is_values)) {
      return InputPurpose::kJsonSchema;
    }
    if (read.has_schema || read.is.has_values) {
      return InputPurpose::kAnnotated;
    }
    if (read.is.role == FileRole::kTemplate) {
      return InputPurpose::kTemplate;
    }
    if (IsManifest(looks, siblings)) {
      return InputPurpose::kManifest;
    }
    if (IsForeign(read, plain_is_values)) {
      const bool are_schemas = options_.definitions_are_schemas && read.is.is_definitions();
      return are_schemas ? InputPurpose::kDefinitions : InputPurpose::kForeign;
    }
    if (!plain_is_values) {
      return InputPurpose::kOutput;
    }
    return looks.has_failed_header ? InputPurpose::kInvalidHeader : InputPurpose::kValues;
  }

  // A file that resembles a JSON Schema is not one among files that are rendered or validated.
  bool IsJsonSchema(const FileClassification& looks, bool plain_is_values) const {
    const bool is_reported = looks.read.file->input.role == InputRole::kSchema;
    return looks.read.is.is_json_schema() &&
           (is_reported || (!options_.renders && IsForeign(looks.read, plain_is_values)));
  }

  // A schema in another language is never taken for values. As a template's output it is a manifest.
  bool IsForeign(const ClassifiedInput& read, bool plain_is_values) const {
    return !options_.validates_schema_like_files && read.is.role == FileRole::kSchema && !read.has_schema &&
           read.file->input.role == InputRole::kAuto && (plain_is_values || !is_silent());
  }

  // They are the set's schemas unless it has one in another language, which they do not belong to.
  void SettleDefinitions(std::vector<FileClassification>& files) const {
    const auto defines = [](const FileClassification& looks) {
      return looks.read.purpose == InputPurpose::kDefinitions;
    };
    if (std::none_of(files.begin(), files.end(), defines)) {
      return;  // libraries ask, each by itself, and KCL files are looked for among those of the whole run
    }
    const bool has_other =
        !KclFiles(session_).empty() ||
        std::any_of(files.begin(), files.end(), [](const FileClassification& looks) {
          return looks.read.is.is_annotated_schema() || looks.read.purpose == InputPurpose::kJsonSchema;
        });
    for (FileClassification& looks : files) {
      if (has_other && looks.read.purpose == InputPurpose::kDefinitions) {
        looks.read.purpose = InputPurpose::kForeign;
      }
    }
  }

  bool is_silent() const { return options_.unchecked == UncheckedPolicy::kSilent; }

  const DriverOptions& options_;
  const Library& library_;
  Session& session_;
};

}  // namespace

std::vector<ClassifiedInput> Classify(const DriverOptions& options, const Library& library,
                                      Session& session) {
  return Classifier(options, library, session).Run();
}

DocumentUse UseOf(const templating::AnnotatedDocument& document, InputRole role,
                  const templating::AnnotationTable& annotations) {
  // A reference alone makes no document one of schemas or data values.
  if (annotations.Has(document.node, annotations::kLibraryRef.name) &&
      (annotations.Has(document.node, annotations::kDataValuesSchema.name) ||
       annotations.Has(document.node, annotations::kDataValues.name))) {
    return DocumentUse::kForLibrary;
  }
  if (annotations.Has(document.node, annotations::kDataValuesSchema.name)) {
    return DocumentUse::kReleasedSchema;
  }
  if (annotations.Has(document.node, annotations::kSchemaDefinition.name)) {
    return DocumentUse::kProposalSchema;
  }
  if (annotations.Has(document.node, annotations::kDataValues.name)) {
    return DocumentUse::kValues;
  }
  if (role == InputRole::kSchema) {
    return DocumentUse::kReleasedSchema;
  }
  return role == InputRole::kOverlay ? DocumentUse::kOverlay : DocumentUse::kNothing;
}

}  // namespace kval::driver
