#include "src/driver/compiled_schema.h"

#include <algorithm>
#include <utility>

#include "src/diag/read_failure.h"
#include "src/driver/helm/layer.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/libraries/file_modules.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/overlay.h"
#include "src/driver/schemas/schema_hint.h"
#include "src/driver/template_runtime.h"
#include "src/support/hosted_call.h"

namespace kval::driver {
namespace {

constexpr diag::Def<> kNoSchema{diag::Kind::kNoSchema,
                                "no input is a schema, so the documents cannot be validated"};
constexpr diag::Def<> kSeveralBelow{diag::Kind::kNotChecked,
                                    "this layer is not checked: it holds several documents"};
constexpr diag::Def<std::string_view> kSchemaToValidate{
    diag::Kind::kBadSchema, "{} is a schema, but it is one of the files to validate"};

// Whether the base values are one document each; otherwise reports it.
bool AreOneSet(const Documents& documents, Session& session) {
  const std::vector<std::vector<const ValuesDocument*>> sets = SeparateSets(documents.values, session);
  for (size_t i = 0; sets.size() > 1 && i < sets[0].size(); ++i) {
    if (sets[0][i] != sets[1][i]) {
      session.emit.Report(sets[1][i]->document.span, kSeveralBelow)
          .Hint("each of them is validated by itself: name the file without `-f`")
          .Emit();
    }
  }
  return sets.size() == 1;
}

// Standard input, called `name`.
Result<const source::SourceFile*> ReadNamed(const std::string& name, source::FileReader& reader,
                                            source::SourceMap& sources) {
  Result<std::string> text = reader.Read("-");
  return text ? Result<const source::SourceFile*>(&sources.AddText(name, *std::move(text))) : text.failure();
}

// Reads a file to validate into `session`; null after reporting that it cannot be read.
LibraryFile* ReadFile(const InputFile& given, const DriverOptions& options, source::FileReader& reader,
                      Session& session) {
  OpenFiles(reader, session);
  const std::string& path = given.path;
  Result<const source::SourceFile*> text = path == "-" && !options.stdin_name.empty()
                                               ? ReadNamed(options.stdin_name, reader, session.sources)
                                               : ReadInputFile(given, reader, session.sources);
  if (!text) {
    diag::ReportReadFailure({}, text.failure(), session.emit);
    return nullptr;
  }
  const std::string name = path.starts_with("./") ? path.substr(2) : path;
  auto file = std::make_unique<LibraryFile>(RunInput{
      *text, InputRole::kAuto, false, true, path == "-" ? "stdin.yml" : name, path, given.directory});
  file->type = FileType::kYaml;
  file->is_template = true;
  file->order = static_cast<uint32_t>(session.files.size());
  session.files.push_back(std::move(file));
  session.library.Add(session.files.back().get());
  return session.files.back().get();
}

// The values documents of the file that was read last.
Documents Sort(const DriverOptions& options, const LibraryFile& file, Session& session) {
  Documents documents = SortDocuments(options, session.library, session);
  if (!documents.schemas.empty()) {
    session.emit.Report({file.input.source->base(), file.input.source->base()}, kSchemaToValidate, file.path)
        .Hint("name the schema with -f")
        .Emit();
  }
  return documents;
}

}  // namespace

CompiledSchema::CompiledSchema(std::unique_ptr<const SetSchema> schema, std::vector<Layer> above,
                               std::vector<const source::SourceFile*> below, DriverOptions options,
                               const Session& session)
    : schema_(std::move(schema)),
      above_(std::move(above)),
      parent_(std::move(below)),
      original_options_(options),
      options_(std::move(options)),
      session_(session),
      is_shareable_(session.model.Share()),
      base_may_be_incomplete_(session.emit.error_count() > 0) {
  // The inputs are schemas and base values; validated files are documents, whatever their content. Flags
  // override them without affecting their role.
  options_.validates_schema_like_files = true;
  options_.flags.clear();
}

size_t CompiledSchema::File(const InputFile& given, source::FileReader& reader, Session& session,
                            ThreadCache* kept, uint64_t most_steps) const {
  const LibraryFile* file = ReadFile(given, options_, reader, session);
  if (file == nullptr) {
    return 0;
  }
  const Documents documents = Sort(options_, *file, session);
  const bool may_be_incomplete = base_may_be_incomplete_ || session.emit.error_count() > 0;
  if (options_.as_helm) {
    return ValidateHelmValues(documents, may_be_incomplete, reader, session, kept);
  }
  const bool validates_empty = documents.values.empty() && above_.empty() && schema_->validates_empty();
  if (!validates_empty) {
    ReportEmptyFiles(documents, options_, session);
  }
  const std::vector<ValuesDocument>& validated = validates_empty ? documents.empty : documents.values;
  size_t count = 0;
  for (const ValuesDocument& document : validated) {
    if (session.StepsTaken() > most_steps) {
      break;
    }
    ValidateDocument(document, may_be_incomplete, session, kept);
    ++count;
  }
  return count;
}

void CompiledSchema::ValidateDocument(const ValuesDocument& document, bool may_be_incomplete,
                                      Session& session, ThreadCache* kept) const {
  Layers({LayerOf(document, schema_->validates_undeclared_keys(), session)}, document.document.root,
         may_be_incomplete, session, kept);
}

size_t CompiledSchema::ValidateHelmValues(Documents documents, bool may_be_incomplete,
                                          source::FileReader& reader, Session& session,
                                          ThreadCache* kept) const {
  const size_t count = documents.helm_files.size() + documents.values.size();
  if (count == 0 && !documents.empty.empty()) {
    documents.values = documents.empty;
  } else if (count == 0) {
    return 0;
  }
  const size_t errors = session.emit.error_count();
  documents.helm_files.insert(documents.helm_files.begin(), parent_.begin(), parent_.end());
  const HelmLayer merged = MergeHelmLayer(documents, original_options_, reader, session);
  std::vector<Layer> layers = {merged.layer};
  for (const ValuesDocument& document : documents.values) {
    layers.push_back(LayerOf(document, schema_->validates_undeclared_keys(), session));
  }
  may_be_incomplete = may_be_incomplete || session.emit.error_count() > errors;
  Layers(std::move(layers), merged.layer.document.root, may_be_incomplete, session, kept);
  return std::max<size_t>(count, 1);
}

void CompiledSchema::Layers(std::vector<Layer> layers, const value::Value* document, bool may_be_incomplete,
                            Session& session, ThreadCache* kept) const {
  PollHost();
  types::Evaluators evaluators(&session.arena, kept);
  evaluators.SetShared(&session.runtime->starlark);
  ValidationInput values;
  values.layers = std::move(layers);
  values.layers.insert(values.layers.end(), above_.begin(), above_.end());
  values.document = document;
  values.may_be_incomplete = may_be_incomplete;
  values.evaluators = is_shareable_ ? &evaluators : nullptr;
  schema_->Validate(values, options_, session);
}

yaml::File CompiledSchema::Read(const std::string& name, std::string_view text, Session& session) const {
  const source::SourceFile& file = session.sources.AddText(name, std::string(text));
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  return yaml::ReadFile(file, ReadOptionsFor(options_), session.arena, silence);
}

size_t CompiledSchema::ValidateSelected(const std::string& name, std::string_view text,
                                        const ValueSelector& choose,
                                        const std::function<void(const value::Value&)>& after,
                                        Session& session) const {
  const yaml::File read = Read(name, text, session);
  size_t count = 0;
  for (const yaml::Document& document : read.documents) {
    for (const value::Value* value : choose(*document.root)) {
      ++count;
      ValidateDocument({{value, value, value->span}, true}, document.is_invalid, session, nullptr);
      after(*value);
    }
  }
  return count;
}

std::unique_ptr<const CompiledSchema> CompiledSchema::Compile(const DriverOptions& given_options,
                                                              source::FileReader& reader, Session& session) {
  DriverOptions options = given_options;
  options.definitions_are_schemas = true;
  options.dialect = DialectOfValues(options, reader, session);
  options.as_helm = options.has_dialect && options.dialect == value::Dialect::kHelm;
  const size_t before = session.emit.error_count();
  SuppliedDocuments given;
  const Documents documents = CollectRoot(options, reader, session, given);
  bool has_one_language = true;
  const FrontEnd* language = FrontEndOf(documents, session, has_one_language);
  if (language == nullptr && session.emit.error_count() == before) {
    session.emit.Report({}, kNoSchema).Hint(SchemaHint()).Emit();
  }
  if (language == nullptr || !has_one_language) {
    return nullptr;
  }
  ReportEmptyFiles(documents, options, session);
  CompiledSet compiled = language->compile(documents, given, options, reader, session);
  if (compiled.is_invalid || compiled.schema == nullptr || !compiled.schema->HasConstraints(session)) {
    return nullptr;
  }
  if (compiled.schema->validates_documents_separately() && !AreOneSet(documents, session)) {
    return nullptr;
  }
  std::vector<Layer> below;
  for (const ValuesDocument& values : documents.values) {
    below.push_back(LayerOf(values, compiled.schema->validates_undeclared_keys(), session));
  }
  compiled.schema->SetBase(std::move(below), session);
  session.Freeze();
  return std::unique_ptr<const CompiledSchema>(
      new CompiledSchema(std::move(compiled.schema), std::move(given.layers), documents.helm_files,
                         std::move(options), session));
}

}  // namespace kval::driver
