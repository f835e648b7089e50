#include "src/driver/documents.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "annotations/data/specs.h"
#include "annotations/schema/specs.h"
#include "src/driver/foreign_schema.h"
#include "src/driver/kcl_files.h"
#include "src/driver/roles.h"
#include "src/driver/unchecked.h"
#include "src/lang/kcl/run/data_file.h"
#include "src/support/substitute.h"
#include "src/support/text_search.h"
#include "src/template/node_table.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using annotations::kDataValues;
using annotations::kDataValuesSchema;
using annotations::kLibraryRef;
using annotations::kSchemaDefinition;
using annotations::SchemaDialect;
using diag::Def;

constexpr Def<> kMixed{diag::Kind::kBadSchema, "a schema and data values cannot stand in the same file"};
constexpr Def<> kBothHeaders{diag::Kind::kConflictingAnnotations,
                             "a document cannot be both a schema and data values"};
constexpr Def<> kOtherDocument{diag::Kind::kBadSchema,
                               "a file with a schema or data values may hold no other documents"};
constexpr Def<std::string_view> kNotForDataValues{
    diag::Kind::kBadAnnotationArgument, "`@{}` needs `data_values=True`: only data values have schemas"};
constexpr Def<std::string_view> kNotADocument{diag::Kind::kMisplacedAnnotation,
                                              "`@{}` can only stand on a document"};
constexpr Def<std::string_view> kTwice{diag::Kind::kMisplacedAnnotation,
                                       "`@{}` may stand on a document only once"};
constexpr Def<std::string_view, std::string_view> kUnknownKeyword{diag::Kind::kBadAnnotationArgument,
                                                                  "`@{}` has no argument `{}`"};
constexpr Def<> kNotBool{diag::Kind::kBadAnnotationArgument, "`after_library_module` is True or False"};
constexpr Def<std::string_view> kNeedsLibrary{
    diag::Kind::kBadAnnotationArgument,
    "`after_library_module` needs `@{}`: it is about the values of a private library"};
constexpr Def<std::string_view> kOneReference{diag::Kind::kBadAnnotationArgument,
                                              "`@{}` takes one string, such as \"@lib\""};
constexpr Def<std::string_view> kBadReference{diag::Kind::kBadAnnotationArgument, "{}"};

// One YAML file, read, with what its headers say.
struct ReadInput {
  const LibraryFile* input = nullptr;
  const YamlText* text = nullptr;
  bool has_schema = false;
  bool has_values = false;
  bool is_template = false;
  bool text_is_good = true;
  bool has_failed_header = false;  // was meant to be something else than a template
  ForeignSchema foreign;
};

class Sorter {
 public:
  Sorter(const Options& options, const Library& library, Session& session)
      : options_(options), library_(library), session_(session), unchecked_(options, session) {}

  Documents Run() {
    std::vector<ReadInput> files;
    bool has_templates = false;
    for (const LibraryFile* file : FilesInOrder()) {
      if (file->type == FileType::kText && !file->input.from_directory) {
        unchecked_.Text(*file->input.source);
      } else if (IsForeignByName(*file)) {
        unchecked_.Foreign(*file->input.source, ForeignSchemaOfName(file->path));
      } else if (file->type == FileType::kYaml && file->is_template && file->input.source != nullptr) {
        files.push_back(Read(*file));
        has_templates = has_templates || CountsAsTemplate(files.back());
      }
    }
    const bool flags_give_values =
        std::any_of(options_.flags.begin(), options_.flags.end(),
                    [](const FlagValue& flag) { return flag.kind == FlagKind::kValuesFile; });
    const bool plain_are_values = !options_.renders && !has_templates && !flags_give_values;
    for (const ReadInput& file : files) {
      Sort(file, file.input->input.role == Role::kValues || plain_are_values);
    }
    TakeDefinitions();
    for (const Envelopes* envelopes : {&documents_.library_schemas, &documents_.library_values}) {
      for (const std::shared_ptr<Envelope>& envelope : *envelopes) {
        unchecked_.ForLibrary(*envelope);
      }
    }
    return std::move(documents_);
  }

 private:
  std::vector<LibraryFile*> FilesInOrder() const {
    std::vector<LibraryFile*> files = library_.Files();
    std::sort(files.begin(), files.end(),
              [](const LibraryFile* a, const LibraryFile* b) { return a->order < b->order; });
    return files;
  }

  bool IsForeignByName(const LibraryFile& file) const {
    return !options_.renders && file.input.role == Role::kAuto && file.input.source != nullptr &&
           ForeignSchemaOfName(file.path).language != SchemaLanguage::kNone;
  }

  ReadInput Read(const LibraryFile& file) {
    ReadInput read;
    read.input = &file;
    read.text = &session_.template_files.Read(file, options_);
    if (read.text->has_templating && file.input.role != Role::kValues) {
      Classify(read);
      // In what could not be read, an annotation may only seem to be out of place.
      read.text_is_good = read.text->ok && CheckPlaces(read.text->file);
    } else if (read.text->ok) {
      read.foreign = ForeignSchemaOf(read.text->file);
    }
    ApplyRole(file.input.role, read);
    read.has_failed_header =
        read.is_template && options_.unchecked != Unchecked::kSilent && HasFailedHeader(read.text->file);
    const bool is_good = read.text->ok && read.text_is_good;
    documents_.schema_failed = documents_.schema_failed || (read.has_schema && !is_good);
    return read;
  }

  // What is wrong with a file may be what makes it a template: then it makes no output of the files beside
  // it.
  bool CountsAsTemplate(const ReadInput& read) const {
    const bool is_doubtful = read.has_failed_header || !read.text->ok || !read.text_is_good;
    return read.is_template && (options_.unchecked == Unchecked::kSilent || !is_doubtful);
  }

  static bool HasFailedHeader(const yaml::File& file) {
    return std::any_of(file.documents.begin(), file.documents.end(), [&file](const yaml::Document& document) {
      return !FailedHeaders(file, document).empty();
    });
  }

  // What the user says of a file beats its content.
  static void ApplyRole(Role role, ReadInput& read) {
    read.has_schema = read.has_schema || role == Role::kSchema;
    read.has_values = (read.has_values && role != Role::kSchema) || role == Role::kOverlay;
    read.is_template = role == Role::kTemplate || (read.is_template && role == Role::kAuto);
    if (role == Role::kTemplate) {
      read.has_schema = read.has_values = false;
    }
  }

  // `@data/values` and `@data/values-schema` stand on documents, once on each (ytt
  // pkg/workspace/doc_extractor.go).
  bool CheckPlaces(const yaml::File& file) {
    if (FindText(file.source->text(), kDataValues.name) == std::string_view::npos) {
      return true;
    }
    const templating::NodeTable table = templating::BuildNodeTable(file);
    bool ok = true;
    for (const templating::Node& node : table.nodes) {
      for (std::string_view name : {kDataValues.name, kDataValuesSchema.name}) {
        ok = CheckNode(*file.source, table, node, name) && ok;
      }
      ok = CheckOneHeader(*file.source, table, node) && ok;
    }
    return ok;
  }

  bool CheckNode(const source::SourceFile& source, const templating::NodeTable& table,
                 const templating::Node& node, std::string_view name) {
    bool seen = false;
    for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
      const templating::Meta& meta = table.metas[i];
      if (meta.kind != templating::MetaKind::kAnnotation || source.Text(meta.name) != name) {
        continue;
      }
      if (node.kind != templating::NodeKind::kDocument) {
        session_.emit.Report(meta.name, kNotADocument, name)
            .Related(node.at, "it stands on this")
            .Hint("write it on a line above the `---` that begins the document")
            .Emit();
        return false;
      }
      if (seen) {
        session_.emit.Report(meta.name, kTwice, name).Emit();
        return false;
      }
      seen = true;
    }
    return true;
  }

  bool CheckOneHeader(const source::SourceFile& source, const templating::NodeTable& table,
                      const templating::Node& node) {
    source::Span values, schema;
    for (uint32_t i = node.meta_begin; i < node.meta_end; ++i) {
      if (table.metas[i].kind != templating::MetaKind::kAnnotation) {
        continue;
      }
      const std::string_view name = source.Text(table.metas[i].name);
      if (name == kDataValues.name || name == kDataValuesSchema.name) {
        (name == kDataValues.name ? values : schema) = table.metas[i].name;
      }
    }
    if (!values.has_value() || !schema.has_value()) {
      return true;
    }
    session_.emit
        .Report(std::max(values, schema, [](auto a, auto b) { return a.begin < b.begin; }), kBothHeaders)
        .Related(std::min(values, schema, [](auto a, auto b) { return a.begin < b.begin; }), "said here")
        .Hint("remove one of them, or begin a document of its own with `---`, in another file")
        .Emit();
    return false;
  }

  static void Classify(ReadInput& read) {
    for (const yaml::Document& document : read.text->file.documents) {
      const Header header = HeaderOf(read.text->file, document);
      read.has_schema = read.has_schema || header.role == DocumentRole::kReleasedSchema ||
                        header.role == DocumentRole::kProposalSchema;
      read.has_values = read.has_values || header.role == DocumentRole::kValues;
    }
    read.is_template = !read.has_schema && !read.has_values;
  }

  // A JSON Schema by its looks, or because the user says that this is a schema.
  bool IsJsonSchema(const ReadInput& read, bool plain_is_values) const {
    const bool looks_so = read.foreign.language == SchemaLanguage::kJsonSchema;
    const bool is_said = read.input->input.role == Role::kSchema && !read.text->has_templating;
    const bool is_plain = !read.has_schema && !read.has_values && !read.is_template && !options_.renders;
    return (looks_so && is_plain && IsForeign(read, plain_is_values)) ||
           (is_said && (looks_so || read.input->input.disk_path.ends_with(".json") ||
                        (read.text->ok && IsJsonSchemaWhenSaid(read.text->file))));
  }

  void Sort(const ReadInput& read, bool plain_is_values) {
    const yaml::File& file = read.text->file;
    if (IsJsonSchema(read, plain_is_values)) {
      documents_.files.insert(read.input);
      documents_.schema_failed = documents_.schema_failed || !read.text->ok;
      if (read.text->ok && !file.documents.empty()) {
        documents_.json_schemas.push_back({file.documents[0].root, read.input->input.disk_path});
      }
      return;
    }
    if (read.has_schema || read.has_values) {
      documents_.files.insert(read.input);
      Annotated(read);
    } else if (read.is_template) {
      SortTemplate(read);
    } else if (IsForeign(read, plain_is_values)) {
      IsOfDefinitions(read) ? definition_files_.push_back(&read)
                            : unchecked_.Foreign(*file.source, read.foreign);
    } else if (!plain_is_values) {
      SortOutput(file);
    } else if (read.input->input.role == Role::kValues || !unchecked_.FailedHeader(file) ||
               options_.unchecked == Unchecked::kSilent) {
      documents_.files.insert(read.input);
      if (!options_.json_values || !read.text->ok || kcl::run::CheckJson(*file.source, session_.emit)) {
        PlainFile(file);
      }
    }
  }

  // What is wrong with its text was said, and may be what makes it a template.
  void SortTemplate(const ReadInput& read) const {
    if (options_.unchecked == Unchecked::kSilent) {
      unchecked_.FailedHeader(read.text->file);
    } else if (read.text->ok && read.text_is_good) {
      unchecked_.Template(read.text->file);
    }
  }

  // A schema in another language is never taken for values. As a template's output it is a manifest.
  bool IsForeign(const ReadInput& read, bool plain_is_values) const {
    return !options_.foreign_are_values && read.foreign.language != SchemaLanguage::kNone &&
           read.input->input.role == Role::kAuto &&
           (plain_is_values || options_.unchecked != Unchecked::kSilent);
  }

  bool IsOfDefinitions(const ReadInput& read) const {
    return options_.definitions_are_schemas && read.foreign.language == SchemaLanguage::kCrd &&
           read.text->ok && !DefinitionsOf(read.text->file).empty();
  }

  // They are the set's schemas unless it has one in another language, which they do not belong to.
  void TakeDefinitions() {
    const bool has_other = !documents_.schemas.empty() || !documents_.json_schemas.empty() ||
                           documents_.schema_failed || !KclFiles(session_).empty();
    for (const ReadInput* read : definition_files_) {
      if (has_other) {
        unchecked_.Foreign(*read->text->file.source, read->foreign);
        continue;
      }
      documents_.files.insert(read->input);
      for (const value::Value* definition : DefinitionsOf(read->text->file)) {
        documents_.definitions.push_back(definition);
      }
    }
  }

  void SortOutput(const yaml::File& file) const {
    if (options_.unchecked != Unchecked::kSilent && !unchecked_.FailedHeader(file)) {
      unchecked_.Output(file);
    }
  }

  void PlainFile(const yaml::File& file) {
    const bool is_empty = std::all_of(file.documents.begin(), file.documents.end(), IsEmpty);
    if (is_empty && KclFiles(session_).empty()) {
      unchecked_.Empty(file);
    }
    const bool is_read = !file.documents.empty() && !file.documents.front().is_faulty;
    if (options_.as_helm && is_read) {
      documents_.helm_files.push_back(file.source);
      return;
    }
    for (const yaml::Document& document : file.documents) {
      Plain(document);
    }
  }

  static bool IsEmpty(const yaml::Document& document) {
    return !document.is_faulty && document.root->kind == value::Kind::kNull && document.root->raw.empty();
  }

  void Plain(const yaml::Document& document) {
    if (IsEmpty(document)) {
      documents_.empty.push_back(
          {{document.root, document.root, document.span}, true, SchemaDialect::kReleased});
      return;
    }
    // A document of which nothing could be read is not an empty one.
    const bool is_unread = document.is_faulty && document.root->kind == value::Kind::kNull;
    const value::Value* root = is_unread ? session_.build.Unread(*document.root) : document.root;
    documents_.values.push_back({{root, root, document.span}, true, SchemaDialect::kReleased});
  }

  void Annotated(const ReadInput& read) {
    const bool is_faulty = !read.text->ok || !read.text_is_good;
    documents_.schema_failed = documents_.schema_failed || (read.has_schema && is_faulty);
    const bool is_misplaced = read.text->ok && !read.text_is_good;
    if (is_faulty && (read.has_schema || is_misplaced)) {
      return Lost(read);
    }
    if (scope_ == nullptr) {
      scope_ = &session_.loader.NewScope(options_);
    }
    const templating::Output output = session_.loader.Run(*read.input, library_, *scope_);
    if (!output.ok) {
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
      return Lost(read);
    }
    if (read.has_schema && read.has_values) {
      diag::Builder builder = session_.emit.Report(HeaderPlace(read, true), kMixed);
      builder.Label("this document is a schema").Related(HeaderPlace(read, false), "these are data values");
      builder.Hint("move the data values to a file of their own").Emit();
      documents_.schema_failed = true;
      return;
    }
    for (const templating::AnnotatedDocument& document : output.documents) {
      One(document, read);
    }
  }

  // Data values that could not be had: they may have set anything.
  void Lost(const ReadInput& read) {
    if (!read.has_values) {
      return;
    }
    const yaml::Document& first = read.text->file.documents.front();
    const value::Value* unread = session_.build.Unread(*session_.build.Null(first.root->span));
    documents_.values.push_back({{unread, unread, first.span}, true, SchemaDialect::kReleased});
  }

  // The header of the first document with one, of the first schema, or of the first data values.
  static source::Span HeaderPlace(const ReadInput& read, std::optional<bool> schema = std::nullopt) {
    for (const yaml::Document& document : read.text->file.documents) {
      const Header header = HeaderOf(read.text->file, document);
      if (header.role != DocumentRole::kNone &&
          (!schema || *schema == (header.role != DocumentRole::kValues))) {
        return header.annotation;
      }
    }
    return {};
  }

  void One(const templating::AnnotatedDocument& document, const ReadInput& read) {
    const templating::AnnotationTable& table = session_.annotations;
    if (table.Has(document.node, kLibraryRef.name)) {
      ForLibrary(document, read);
    } else if (table.Has(document.node, kDataValuesSchema.name)) {
      documents_.schemas.push_back({document, SchemaDialect::kReleased});
    } else if (const templating::Annotation* definition = table.Find(document.node, kSchemaDefinition.name)) {
      if (IsForDataValues(*definition)) {
        documents_.schemas.push_back({document, SchemaDialect::kProposal});
      } else {
        session_.emit.Report(definition->span, kNotForDataValues, kSchemaDefinition.name).Emit();
        documents_.schema_failed = true;
      }
    } else if (table.Has(document.node, kDataValues.name)) {
      bool after = false;
      CheckKeywords(document, false, after);
      documents_.values.push_back({document, false, SchemaDialect::kReleased});
    } else if (read.input->input.role == Role::kSchema) {
      documents_.schemas.push_back({document, SchemaDialect::kReleased});
    } else if (read.input->input.role == Role::kOverlay) {
      documents_.values.push_back({document, false, SchemaDialect::kReleased});
    } else if (read.text->ok && !templating::IsEmpty(document)) {
      session_.emit.Report(document.span, kOtherDocument)
          .Related(HeaderPlace(read), "this makes the file one of schemas or data values")
          .Emit();
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
    }
  }

  bool CheckKeywords(const templating::AnnotatedDocument& document, bool has_reference, bool& after) {
    const templating::Annotation* values = session_.annotations.Find(document.node, kDataValues.name);
    bool ok = true;
    for (const templating::Argument& argument : values->arguments) {
      if (argument.keyword.empty()) {
        continue;
      }
      const size_t before = session_.emit.error_count();
      if (argument.keyword != "after_library_module") {
        session_.emit
            .Report(argument.keyword_span.has_value() ? argument.keyword_span : argument.span,
                    kUnknownKeyword, kDataValues.name, argument.keyword)
            .Hint("it takes `after_library_module`")
            .Emit();
      } else if (!argument.value.is_bool()) {
        session_.emit.Report(argument.span, kNotBool).Emit();
      } else if (!has_reference) {
        session_.emit.Report(argument.span, kNeedsLibrary, kLibraryRef.name).Emit();
      } else {
        after = argument.value.boolean();
      }
      ok = ok && session_.emit.error_count() == before;
    }
    return ok;
  }

  void ForLibrary(const templating::AnnotatedDocument& document, const ReadInput& read) {
    const templating::AnnotationTable& table = session_.annotations;
    const templating::Annotation reference = *table.Find(document.node, kLibraryRef.name);
    if (reference.arguments.size() != 1 || !reference.arguments[0].value.is_string()) {
      session_.emit.Report(reference.span, kOneReference, kLibraryRef.name).Emit();
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
      return;
    }
    Result<std::vector<LibraryRef>> ref = ParseLibraryRef(reference.arguments[0].value.text());
    if (!ref) {
      session_.emit.Report(reference.arguments[0].span, kBadReference, ref.failure().message).Emit();
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
      return;
    }
    auto envelope = std::make_shared<Envelope>();
    envelope->ref = envelope->original = *std::move(ref);
    envelope->at = reference.span;
    if (table.Has(document.node, kDataValuesSchema.name)) {
      envelope->schema = std::make_shared<schemas::AnnotatedSchema>(
          schemas::AnnotatedSchema{document, SchemaDialect::kReleased});
      documents_.library_schemas.push_back(std::move(envelope));
    } else if (table.Has(document.node, kDataValues.name) &&
               CheckKeywords(document, true, envelope->after_library_module)) {
      Layer layer;
      layer.document = document;
      layer.defaults = merge::Defaults::kAnnotated;
      envelope->layer = std::make_shared<Layer>(std::move(layer));
      documents_.library_values.push_back(std::move(envelope));
    }
  }

  static bool IsForDataValues(const templating::Annotation& definition) {
    const templating::Argument* flag = definition.Keyword("data_values");
    const templating::Argument* name = definition.Keyword("name");
    return (flag != nullptr && flag->value.is_bool() && flag->value.boolean()) ||
           (name != nullptr && name->value.is_string() && name->value.text() == kDataValues.name);
  }

  const Options& options_;
  const Library& library_;
  Session& session_;
  UncheckedInputs unchecked_;
  Documents documents_;
  std::vector<const ReadInput*> definition_files_;
  Scope* scope_ = nullptr;  // of the programs in schemas and values, which see no values
};

}  // namespace

Documents SortDocuments(const Options& options, const Library& library, Session& session) {
  return Sorter(options, library, session).Run();
}

}  // namespace kval::driver
