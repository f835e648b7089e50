#include "src/driver/judge.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/diag/read_fault.h"
#include "src/driver/helm/layer.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/inputs/values_dialect.h"
#include "src/driver/libraries/file_modules.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/overlay.h"
#include "src/driver/schemas/schema_hint.h"
#include "src/support/hosted_call.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

constexpr diag::Def<> kNoSchema{diag::Kind::kNoSchema,
                                "no input is a schema, so the documents cannot be validated"};
constexpr diag::Def<> kSeveralBelow{diag::Kind::kNotChecked,
                                    "this layer is not checked: it holds several documents"};
constexpr diag::Def<std::string_view> kSchemaToJudge{
    diag::Kind::kBadSchema, "{} is a schema, but it is one of the files to validate"};

// Whether the base values are one document each; otherwise reports it.
bool AreOneSet(const Documents& documents, Session& session) {
  const std::vector<std::vector<const ValuesDocument*>> sets = SetsApart(documents.values, session);
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
LibraryFile* ReadFile(const GivenFile& given, const Options& options, source::FileReader& reader,
                      Session& session) {
  OpenFiles(reader, session);
  const std::string& path = given.path;
  Result<const source::SourceFile*> text = path == "-" && !options.stdin_name.empty()
                                               ? ReadNamed(options.stdin_name, reader, session.sources)
                                               : ReadGiven(given, reader, session.sources);
  if (!text) {
    diag::ReportReadFault({}, text.failure(), session.emit);
    return nullptr;
  }
  const std::string name = path.starts_with("./") ? path.substr(2) : path;
  auto file = std::make_unique<LibraryFile>(
      Input{*text, Role::kAuto, false, true, path == "-" ? "stdin.yml" : name, path, given.directory});
  file->type = FileType::kYaml;
  file->is_template = true;
  file->order = static_cast<uint32_t>(session.files.size());
  session.files.push_back(std::move(file));
  session.library.Add(session.files.back().get());
  return session.files.back().get();
}

// The values documents of the file that was read last.
Documents Sort(const Options& options, const LibraryFile& file, Session& session) {
  Documents documents = SortDocuments(options, session.library, session);
  if (!documents.schemas.empty()) {
    session.emit.Report({file.input.source->base(), file.input.source->base()}, kSchemaToJudge, file.path)
        .Hint("name the schema with -f")
        .Emit();
  }
  return documents;
}

}  // namespace

Judge::Judge(std::unique_ptr<const SetSchema> schema, std::vector<Layer> above,
             std::vector<const source::SourceFile*> below, Options options, const Session& session)
    : schema_(std::move(schema)),
      above_(std::move(above)),
      below_(std::move(below)),
      as_given_(options),
      options_(std::move(options)),
      session_(session),
      is_shareable_(session.model.Share()),
      below_may_lack_(session.emit.error_count() > 0) {
  // The inputs are schemas and base values; validated files are documents, whatever their content. Flags
  // override them without affecting their role.
  options_.foreign_are_values = true;
  options_.flags.clear();
}

size_t Judge::File(const GivenFile& given, source::FileReader& reader, Session& session, Kept* kept,
                   uint64_t most_steps) const {
  const LibraryFile* file = ReadFile(given, options_, reader, session);
  if (file == nullptr) {
    return 0;
  }
  const Documents documents = Sort(options_, *file, session);
  const bool may_lack = below_may_lack_ || session.emit.error_count() > 0;
  if (options_.as_helm) {
    return AsHelm(documents, may_lack, reader, session, kept);
  }
  const bool judges_empty = documents.values.empty() && above_.empty() && schema_->judges_empty();
  const std::vector<ValuesDocument>& judged = judges_empty ? documents.empty : documents.values;
  size_t count = 0;
  for (const ValuesDocument& document : judged) {
    if (session.StepsTaken() > most_steps) {
      break;
    }
    One(document, may_lack, session, kept);
    ++count;
  }
  return count;
}

void Judge::One(const ValuesDocument& document, bool may_lack, Session& session, Kept* kept) const {
  Layers({LayerOf(document, schema_->judges_new_keys(), session)}, document.document.root, may_lack, session,
         kept);
}

size_t Judge::AsHelm(Documents documents, bool may_lack, source::FileReader& reader, Session& session,
                     Kept* kept) const {
  const size_t count = documents.helm_files.size() + documents.values.size();
  if (count == 0 && !documents.empty.empty()) {
    documents.values = documents.empty;
  } else if (count == 0) {
    return 0;
  }
  const size_t errors = session.emit.error_count();
  documents.helm_files.insert(documents.helm_files.begin(), below_.begin(), below_.end());
  const HelmLayer merged = LayerOfHelm(documents, as_given_, reader, session);
  std::vector<Layer> layers = {merged.layer};
  for (const ValuesDocument& document : documents.values) {
    layers.push_back(LayerOf(document, schema_->judges_new_keys(), session));
  }
  may_lack = may_lack || session.emit.error_count() > errors;
  Layers(std::move(layers), merged.layer.document.root, may_lack, session, kept);
  return std::max<size_t>(count, 1);
}

void Judge::Layers(std::vector<Layer> layers, const value::Value* document, bool may_lack, Session& session,
                   Kept* kept) const {
  PollHost();
  types::Evaluators evaluators(&session.arena, kept);
  evaluators.Lend(&session.starlark);
  ToJudge values;
  values.layers = std::move(layers);
  values.layers.insert(values.layers.end(), above_.begin(), above_.end());
  values.document = document;
  values.may_lack = may_lack;
  values.evaluators = is_shareable_ ? &evaluators : nullptr;
  schema_->Judge(values, options_, session);
}

yaml::File Judge::Read(const std::string& name, std::string_view text, Session& session) const {
  const source::SourceFile& file = session.sources.AddText(name, std::string(text));
  diag::Collector unheard;
  diag::Emitter silence(&unheard);
  return yaml::ReadFile(file, ReadingOf(options_), session.arena, silence);
}

size_t Judge::Chosen(const std::string& name, std::string_view text, const Choose& choose,
                     const std::function<void(const value::Value&)>& after, Session& session) const {
  const yaml::File read = Read(name, text, session);
  size_t count = 0;
  for (const yaml::Document& document : read.documents) {
    for (const value::Value* value : choose(*document.root)) {
      ++count;
      One({{value, value, value->span}, true}, document.is_faulty, session, nullptr);
      after(*value);
    }
  }
  return count;
}

std::unique_ptr<const Judge> Judge::Compile(const Options& given_options, source::FileReader& reader,
                                            Session& session) {
  Options options = given_options;
  options.definitions_are_schemas = true;
  options.dialect = DialectOfValues(options, reader, session);
  options.as_helm = options.has_dialect && options.dialect == value::Dialect::kHelm;
  const size_t before = session.emit.error_count();
  Given given;
  const Documents documents = CollectRoot(options, reader, session, given);
  bool has_one_language = true;
  const FrontEnd* language = FrontEndOf(documents, session, has_one_language);
  if (language == nullptr && session.emit.error_count() == before) {
    session.emit.Report({}, kNoSchema).Hint(SchemaHint()).Emit();
  }
  if (language == nullptr || !has_one_language) {
    return nullptr;
  }
  CompiledSet compiled = language->compile(documents, given, options, reader, session);
  if (compiled.is_faulty || compiled.schema == nullptr || !compiled.schema->CanJudge(session)) {
    return nullptr;
  }
  if (compiled.schema->documents_are_apart() && !AreOneSet(documents, session)) {
    return nullptr;
  }
  std::vector<Layer> below;
  for (const ValuesDocument& values : documents.values) {
    below.push_back(LayerOf(values, compiled.schema->judges_new_keys(), session));
  }
  compiled.schema->LayBelow(std::move(below), session);
  session.Freeze();
  return std::unique_ptr<const Judge>(new Judge(std::move(compiled.schema), std::move(given.layers),
                                                documents.helm_files, std::move(options), session));
}

}  // namespace kval::driver
