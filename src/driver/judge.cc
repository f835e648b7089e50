#include "src/driver/judge.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/diag/read_fault.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/documents.h"
#include "src/driver/kcl_values.h"
#include "src/driver/overlay.h"
#include "src/driver/root_library.h"

namespace kval::driver {
namespace {

constexpr diag::Def<> kNoSchema{diag::Kind::kNoSchema,
                                "no input is a schema, so the documents would not be checked"};
constexpr diag::Def<std::string_view> kSchemaToJudge{
    diag::Kind::kBadSchema, "{} is a schema: it is among the files that are to be judged"};

// The inputs of a judge are schemas and values; the files that it is given are documents, whatever they look
// like.
Options ForDocuments(Options options) {
  options.foreign_are_values = true;
  return options;
}

// One file of those that are judged, read into `session`; null when it cannot be read, which is reported.
LibraryFile* ReadFile(const GivenFile& given, source::FileReader& reader, Session& session) {
  session.loader.SetReader(&reader);
  const std::string& path = given.path;
  Result<const source::SourceFile*> text = ReadGiven(given, reader, session);
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

// Schemas of annotated YAML and JSON Schemas: one, shared by all.
class SharedJudge final : public Judge {
 public:
  SharedJudge(std::unique_ptr<const CompiledSchema> schema, const Options& options)
      : Judge(schema->session()), schema_(std::move(schema)), options_(ForDocuments(options)) {
    // The flags are laid over the documents, they say nothing of what those are.
    options_.flags.clear();
  }

  size_t File(const GivenFile& given, source::FileReader& reader, Session& session) const override {
    const LibraryFile* file = ReadFile(given, reader, session);
    if (file == nullptr) {
      return 0;
    }
    const Documents documents = Sort(options_, *file, session);
    for (const ValuesDocument& document : documents.values) {
      schema_->Judge(document, session);
    }
    return documents.values.size();
  }

  bool is_shareable() const override { return schema_->is_shareable(); }

 private:
  std::unique_ptr<const CompiledSchema> schema_;
  Options options_;
};

// KCL programs: one, which each document evaluates for itself.
class KclJudge final : public Judge {
 public:
  KclJudge(std::unique_ptr<const schemas::kcl_language::KclSchema> schema, std::vector<Layer> below,
           std::vector<Layer> above, const Options& options, const Session& session)
      : Judge(session),
        schema_(std::move(schema)),
        below_(std::move(below)),
        above_(std::move(above)),
        options_(ForDocuments(options)),
        below_may_lack_(session.emit.error_count() > 0) {
    options_.flags.clear();
  }

  size_t File(const GivenFile& given, source::FileReader& reader, Session& session) const override {
    const LibraryFile* file = ReadFile(given, reader, session);
    if (file == nullptr) {
      return 0;
    }
    const Documents documents = Sort(options_, *file, session);
    const bool may_lack = below_may_lack_ || session.emit.error_count() > 0;
    for (const ValuesDocument& document : documents.values) {
      types::Evaluators evaluators(&session.arena);
      KclValues values;
      values.layers = below_;
      values.layers.push_back(LayerOf(document, true, session));
      values.layers.insert(values.layers.end(), above_.begin(), above_.end());
      values.may_lack = may_lack;
      values.evaluators = &evaluators;
      JudgeByKcl(*schema_, this->session().model, values, options_, session);
    }
    return documents.values.size();
  }

  bool is_shareable() const override { return true; }

 private:
  std::unique_ptr<const schemas::kcl_language::KclSchema> schema_;
  std::vector<Layer> below_;
  std::vector<Layer> above_;
  Options options_;
  bool below_may_lack_;
};

std::unique_ptr<const Judge> CompileKclJudge(const std::vector<std::string>& files, const Options& options,
                                             source::FileReader& reader, Session& session) {
  Given given;
  const Documents documents = CollectRoot(options, reader, session, given);
  auto schema = CompileKcl(files, documents, options, reader, session);
  if (schema == nullptr || !CanJudge(*schema, files, session)) {
    return nullptr;
  }
  std::vector<Layer> below;
  for (const ValuesDocument& values : documents.values) {
    below.push_back(LayerOf(values, true, session));
  }
  session.model.Share();
  session.Freeze();
  return std::make_unique<KclJudge>(std::move(schema), std::move(below), std::move(given.layers), options,
                                    session);
}

std::unique_ptr<const Judge> CompileAny(const Options& options, source::FileReader& reader,
                                        Session& session) {
  const std::vector<std::string> kcl = KclFiles(session);
  if (kcl.empty()) {
    std::unique_ptr<const CompiledSchema> schema = CompiledSchema::Compile(options, reader, session);
    return schema == nullptr ? nullptr : std::make_unique<SharedJudge>(std::move(schema), options);
  }
  Options as_kcl = options;
  as_kcl.dialect = options.has_dialect ? options.dialect : value::Dialect::kKcl;
  return CompileKclJudge(kcl, as_kcl, reader, session);
}

}  // namespace

std::unique_ptr<const Judge> Judge::Compile(const Options& options, source::FileReader& reader,
                                            Session& session) {
  const size_t before = session.emit.error_count();
  std::unique_ptr<const Judge> judge = CompileAny(options, reader, session);
  if (judge == nullptr && session.emit.error_count() == before) {
    session.emit.Report({}, kNoSchema).Hint("name the schema with -f").Emit();
  }
  return judge;
}

}  // namespace kval::driver
