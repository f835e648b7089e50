#include "src/driver/documents.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string_view>

#include "annotations/data/specs.h"
#include "annotations/schema/schema_annotations.h"
#include "annotations/schema/specs.h"
#include "src/driver/inputs/classify.h"
#include "src/driver/inputs/roles.h"
#include "src/driver/inputs/unchecked_reporter.h"
#include "src/driver/kcl/files.h"
#include "src/driver/likely_values.h"
#include "src/driver/template_runtime.h"
#include "src/lang/kcl/run/data_file.h"
#include "src/support/path_text.h"
#include "src/support/substitute.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using annotations::kDataValues;
using annotations::kDataValuesSchema;
using annotations::kLibraryRef;
using annotations::kSchemaDefinition;
using annotations::SchemaDialect;
using diag::Def;

constexpr Def<> kMixed{diag::Kind::kBadSchema, "a schema and data values are not allowed in the same file"};
constexpr Def<> kOtherDocument{diag::Kind::kBadSchema,
                               "a file with a schema or data values must not contain other documents"};
constexpr Def<std::string_view> kNotForDataValues{
    diag::Kind::kBadAnnotationArgument, "`@{}` requires `data_values=True`: only data values have schemas"};
constexpr Def<std::string_view, std::string_view> kUnknownKeyword{diag::Kind::kBadAnnotationArgument,
                                                                  "`@{}` has no argument `{}`"};
constexpr Def<> kNotBool{diag::Kind::kBadAnnotationArgument, "`after_library_module` is True or False"};
constexpr Def<std::string_view> kNeedsLibrary{
    diag::Kind::kBadAnnotationArgument,
    "`after_library_module` requires `@{}`: it applies to the values of a private library"};
constexpr Def<std::string_view> kOneReference{diag::Kind::kBadAnnotationArgument,
                                              "`@{}` requires one string, such as \"@lib\""};
constexpr Def<> kSeveralDocuments{diag::Kind::kNotChecked,
                                  "this file is not checked: two layers hold several documents"};
constexpr Def<std::string_view> kBadReference{diag::Kind::kBadAnnotationArgument, "{}"};

class DocumentSorter {
 public:
  DocumentSorter(const DriverOptions& options, const Library& library, Session& session)
      : options_(options), library_(library), session_(session), unchecked_(options, session) {}

  Documents Run() {
    const std::vector<ClassifiedInput> files = Classify(options_, library_, session_);
    evaluates_ = Evaluates(files);
    for (const ClassifiedInput& read : files) {
      documents_.schema_failed = documents_.schema_failed || (read.has_schema && !read.is_valid());
    }
    for (const ClassifiedInput& read : files) {
      Take(read);
    }
    NoteManifests(files);
    if (evaluates_) {
      const bool is_for_library = !documents_.library_schemas.empty() || !documents_.library_values.empty();
      documents_.has_templates = documents_.has_templates || is_for_library;
      ReportLikelyValues(documents_, next_to_, directories_, unchecked_);
      return std::move(documents_);
    }
    for (const Envelopes* envelopes : {&documents_.library_schemas, &documents_.library_values}) {
      for (const std::shared_ptr<Envelope>& envelope : *envelopes) {
        unchecked_.ForLibrary(*envelope);
      }
    }
    return std::move(documents_);
  }

 private:
  void Take(const ClassifiedInput& read) {
    switch (read.purpose) {
      case InputPurpose::kText:
        documents_.has_templates = true;
        return evaluates_ ? void() : unchecked_.Text(*read.file->input.source);
      case InputPurpose::kTemplate:
        return Template(read);
      case InputPurpose::kAnnotated:
        return Annotated(read);
      case InputPurpose::kJsonSchema:
        return JsonSchema(read);
      case InputPurpose::kDefinitions:
        return Definitions(read);
      case InputPurpose::kForeign:
        return unchecked_.Foreign(*read.file->input.source, read.is);
      case InputPurpose::kOutput:
        return Output(read);
      case InputPurpose::kManifest:
        return evaluates_ ? void() : Output(read);
      case InputPurpose::kInvalidHeader:
        unchecked_.FailedHeader(read.text->file);
        return;
      case InputPurpose::kValues:
        return Values(read);
    }
  }

  // `kval values` merges manifests that are named without a schema. Others report them or skip them.
  void NoteManifests(const std::vector<ClassifiedInput>& files) const {
    const bool has_schema = !KclFiles(session_).empty() ||
                            std::any_of(files.begin(), files.end(), [](const ClassifiedInput& file) {
                              return file.has_schema || file.purpose == InputPurpose::kJsonSchema ||
                                     file.purpose == InputPurpose::kDefinitions;
                            });
    for (const ClassifiedInput& read : files) {
      const bool is_unasked = read.purpose == InputPurpose::kValues && read.is.names_kinds &&
                              read.file->input.role == InputRole::kAuto;
      if (is_unasked && !has_schema && options_.unchecked == UncheckedPolicy::kSilent) {
        unchecked_.ManifestAsValues(*read.file->input.source);
      }
    }
  }

  // Whether templates are evaluated: only annotated values and those of an annotated schema can be passed to
  // them. Without any values, their manifests are validated. A template that the user named may be intended
  // as values, and is reported as not checked.
  bool Evaluates(const std::vector<ClassifiedInput>& files) const {
    const auto has = [&files](const auto& test) { return std::any_of(files.begin(), files.end(), test); };
    const auto has_purpose = [&has](InputPurpose purpose) {
      return has([purpose](const ClassifiedInput& file) { return file.purpose == purpose; });
    };
    const bool has_no_values =
        !has_purpose(InputPurpose::kValues) && !has_purpose(InputPurpose::kDefinitions);
    return options_.evaluates_templates && KclFiles(session_).empty() &&
           (has_no_values || has_purpose(InputPurpose::kAnnotated)) && !has([](const ClassifiedInput& file) {
             const bool is_template =
                 file.purpose == InputPurpose::kTemplate || file.purpose == InputPurpose::kText;
             return file.purpose == InputPurpose::kJsonSchema ||
                    (is_template && !file.file->input.from_directory);
           });
  }

  // Errors in its text were reported, and may be what makes it a template.
  void Template(const ClassifiedInput& read) {
    documents_.has_templates = true;
    if (options_.unchecked == UncheckedPolicy::kSilent) {
      unchecked_.FailedHeader(read.text->file);
    } else if (read.is_valid() && !evaluates_) {
      unchecked_.Template(read.text->file);
    } else if (read.is_valid() && !unchecked_.FailedHeader(read.text->file, MalformedHeaders::kIntended)) {
      next_to_.push_back(&read.text->file);
    }
  }

  void JsonSchema(const ClassifiedInput& read) {
    const yaml::File& file = read.text->file;
    documents_.files.insert(read.file);
    documents_.schema_failed = documents_.schema_failed || !read.text->ok;
    if (!read.text->ok || file.documents.empty()) {
      return;
    }
    // A file that is named twice is one schema.
    const value::Value* root = file.documents[0].root;
    if (documents_.json_schemas.empty() || documents_.json_schemas.front().root != root) {
      documents_.json_schemas.push_back({root, read.file->input.disk_path});
    }
  }

  void Definitions(const ClassifiedInput& read) {
    documents_.files.insert(read.file);
    for (const value::Value* definition : DefinitionsOf(read.text->file)) {
      documents_.definitions.push_back(definition);
    }
  }

  void Output(const ClassifiedInput& read) {
    const yaml::File& file = read.text->file;
    if (options_.unchecked == UncheckedPolicy::kSilent || unchecked_.FailedHeader(file)) {
      return;
    }
    if (evaluates_) {
      next_to_.push_back(&file);
    } else {
      unchecked_.Output(file, OutputUse::kValues);
    }
  }

  void Values(const ClassifiedInput& read) {
    const yaml::File& file = read.text->file;
    if (options_.unchecked == UncheckedPolicy::kSilent && read.file->input.role != InputRole::kValues) {
      unchecked_.FailedHeader(file);
    }
    documents_.files.insert(read.file);
    if (!options_.json_values || !read.text->ok || kcl::run::CheckJson(*file.source, session_.emit)) {
      PlainFile(file);
    }
  }

  void PlainFile(const yaml::File& file) {
    const bool is_empty = std::all_of(file.documents.begin(), file.documents.end(), IsEmpty);
    if (is_empty && KclFiles(session_).empty()) {
      documents_.empty_files.push_back(file.source);
    }
    const bool is_read = !file.documents.empty() && !file.documents.front().is_invalid;
    if (options_.as_helm && is_read) {
      documents_.helm_files.push_back(file.source);
      return;
    }
    for (const yaml::Document& document : file.documents) {
      Plain(document, *file.source);
    }
  }

  static bool IsEmpty(const yaml::Document& document) {
    return !document.is_invalid && document.root->kind == value::Kind::kNull && document.root->raw.empty();
  }

  void Plain(const yaml::Document& document, const source::SourceFile& file) {
    if (IsEmpty(document)) {
      documents_.empty.push_back(
          {{document.root, document.root, document.span, false, document.may_be_suspicious},
           true,
           {},
           &file});
      return;
    }
    // A document of which nothing could be read is not an empty one.
    const bool is_unread = document.is_invalid && document.root->kind == value::Kind::kNull;
    const value::Value* root = is_unread ? session_.build.MakeUnreadable(*document.root) : document.root;
    documents_.values.push_back(
        {{root, root, document.span, false, document.may_be_suspicious}, true, {}, &file});
  }

  void Annotated(const ClassifiedInput& read) {
    documents_.files.insert(read.file);
    directories_.emplace(GetDirectory(read.text->file.source->name()));
    const bool is_misplaced = read.text->ok && !read.has_valid_headers;
    if (!read.is_valid() && (read.has_schema || is_misplaced)) {
      return Lost(read);
    }
    if (scope_ == nullptr) {
      scope_ = &session_.runtime->loader.NewScope(options_);
    }
    const templating::Output output = session_.runtime->loader.Run(*read.file, library_, *scope_);
    if (!output.ok) {
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
      return Lost(read);
    }
    if (read.has_schema && read.is.has_values) {
      diag::DiagnosticBuilder builder = session_.emit.Report(HeaderPlace(read, true), kMixed);
      builder.Label("this document is a schema").Related(HeaderPlace(read, false), "these are data values");
      builder.Hint("move the data values to a separate file").Emit();
      documents_.schema_failed = true;
      return;
    }
    for (const templating::AnnotatedDocument& document : output.documents) {
      One(document, read);
    }
  }

  // Data values that could not be had: they may have set anything.
  void Lost(const ClassifiedInput& read) {
    if (!read.is.has_values) {
      return;
    }
    const yaml::Document& first = read.text->file.documents.front();
    const value::Value* unread = session_.build.MakeUnreadable(*session_.build.Null(first.root->span));
    documents_.values.push_back({{unread, unread, first.span}, true, SchemaDialect::kReleased});
  }

  // The header of the first document with one, of the first schema, or of the first data values.
  static source::Span HeaderPlace(const ClassifiedInput& read, std::optional<bool> schema = std::nullopt) {
    for (const yaml::Document& document : read.text->file.documents) {
      const DocumentHeader header = HeaderOf(read.text->file, document);
      if (header.role != DocumentRole::kNone &&
          (!schema || *schema == (header.role != DocumentRole::kValues))) {
        return header.annotation;
      }
    }
    return {};
  }

  // The first of these; findings about several documents of one file point there.
  source::Span FirstHeader(const ClassifiedInput& read) {
    if (with_header_ != &read) {
      with_header_ = &read;
      first_header_ = HeaderPlace(read);
    }
    return first_header_;
  }

  void One(const templating::AnnotatedDocument& document, const ClassifiedInput& read) {
    switch (UseOf(document, read.file->input.role, session_.annotations)) {
      case DocumentUse::kForLibrary:
        return ForLibrary(document, read);
      case DocumentUse::kReleasedSchema:
        documents_.schemas.push_back({document, SchemaDialect::kReleased});
        return;
      case DocumentUse::kProposalSchema:
        return Proposal(document);
      case DocumentUse::kValues: {
        bool after = false;
        CheckKeywords(document, false, after);
        documents_.values.push_back({document, false, SchemaDialect::kReleased});
        return;
      }
      case DocumentUse::kOverlay:
        documents_.values.push_back({document, false, SchemaDialect::kReleased});
        return;
      case DocumentUse::kNothing:
        return Other(document, read);
    }
  }

  void Proposal(const templating::AnnotatedDocument& document) {
    const templating::Annotation& definition =
        *session_.annotations.Find(document.node, kSchemaDefinition.name);
    if (IsForDataValues(definition)) {
      documents_.schemas.push_back({document, SchemaDialect::kProposal});
    } else {
      session_.emit.Report(definition.span, kNotForDataValues, kSchemaDefinition.name).Emit();
      documents_.schema_failed = true;
    }
  }

  void Other(const templating::AnnotatedDocument& document, const ClassifiedInput& read) {
    if (read.text->ok && !templating::IsEmpty(document)) {
      session_.emit.Report(document.span, kOtherDocument)
          .Related(FirstHeader(read), "this header declares the role of the file")
          .Emit();
      documents_.schema_failed = documents_.schema_failed || read.has_schema;
    }
  }

  bool CheckKeywords(const templating::AnnotatedDocument& document, bool has_reference, bool& after) {
    const templating::Annotation* values = session_.annotations.Find(document.node, kDataValues.name);
    bool ok = true;
    for (const templating::AnnotationArgument& argument : values->arguments) {
      if (argument.keyword.empty()) {
        continue;
      }
      const size_t before = session_.emit.error_count();
      if (argument.keyword != "after_library_module") {
        session_.emit
            .Report(argument.keyword_span.has_value() ? argument.keyword_span : argument.span,
                    kUnknownKeyword, kDataValues.name, argument.keyword)
            .Hint("it accepts `after_library_module`")
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

  void ForLibrary(const templating::AnnotatedDocument& document, const ClassifiedInput& read) {
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
      envelope->schema = std::make_shared<schemas::ytt::AnnotatedSchema>(
          schemas::ytt::AnnotatedSchema{document, SchemaDialect::kReleased});
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
    const templating::AnnotationArgument* flag = definition.Keyword("data_values");
    const templating::AnnotationArgument* name = definition.Keyword("name");
    return (flag != nullptr && flag->value.is_bool() && flag->value.boolean()) ||
           (name != nullptr && name->value.is_string() && name->value.text() == kDataValues.name);
  }

  const DriverOptions& options_;
  const Library& library_;
  Session& session_;
  UncheckedReporter unchecked_;
  bool evaluates_ = false;                  // templates and files next to them
  std::vector<const yaml::File*> next_to_;  // those, where they are evaluated
  std::set<std::string_view> directories_;  // of schemas and annotated values
  Documents documents_;
  EvaluationScope* scope_ = nullptr;  // of the programs in schemas and values, which see no values
  const ClassifiedInput* with_header_ = nullptr;
  source::Span first_header_;  // of `with_header_`
};

}  // namespace

void ReportEmptyFiles(const Documents& documents, const DriverOptions& options, Session& session) {
  for (const source::SourceFile* file : documents.empty_files) {
    UncheckedReporter(options, session).Empty(*file);
  }
}

Documents SortDocuments(const DriverOptions& options, const Library& library, Session& session) {
  return DocumentSorter(options, library, session).Run();
}

std::vector<std::vector<const ValuesDocument*>> SeparateSets(const std::vector<ValuesDocument>& values,
                                                             Session& session) {
  std::vector<std::vector<const ValuesDocument*>> files;
  for (const ValuesDocument& document : values) {
    const bool is_of_last = document.plain_file != nullptr && !files.empty() &&
                            files.back().back()->plain_file == document.plain_file;
    if (!is_of_last) {
      files.emplace_back();
    }
    files.back().push_back(&document);
  }
  size_t several = files.size();
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].size() > 1 && several < files.size()) {
      session.emit.Report(files[i][1]->document.span, kSeveralDocuments)
          .Related(files[several][1]->document.span, "another file with several documents")
          .Hint("each of them is validated by itself: name one of the files without `-f`")
          .Emit();
      return {};
    }
    several = files[i].size() > 1 ? i : several;
  }
  std::vector<std::vector<const ValuesDocument*>> sets(several < files.size() ? files[several].size() : 1);
  for (size_t set = 0; set < sets.size(); ++set) {
    for (size_t i = 0; i < files.size(); ++i) {
      sets[set].push_back(files[i][i == several ? set : 0]);
    }
  }
  return sets;
}

}  // namespace kval::driver
