#include "src/driver/schemas/chart_schema.h"

#include <utility>
#include <variant>

#include "src/driver/kcl/values.h"
#include "src/driver/overlay.h"
#include "src/driver/schemas/annotated_schema.h"
#include "src/driver/schemas/json_schema.h"
#include "src/driver/template_runtime.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kNoSchema{
    diag::Kind::kNotChecked, "{} declares no schema and has no assertion, so it validates nothing"};

// The files of an archive available to a program: its own, packages below, and files unknown to Helm.
source::MemoryFileReader InMemory(const helm::Chart& chart) {
  source::MemoryFileReader reader;
  for (const std::vector<const helm::ChartFile*>* files : {&chart.kcl_files, &chart.files}) {
    for (const helm::ChartFile* file : *files) {
      reader.Add(file->path, *file->bytes);
    }
  }
  return reader;
}

}  // namespace

ChartSchema::ChartSchema(const std::map<std::string, std::string>& locations, Session& session)
    : model_(session.NewModel()) {
  options_.limits = session.limits;
  options_.schema_locations = locations;
  options_.unchecked = UncheckedPolicy::kError;
}

bool ChartSchema::Keep(CompiledSet compiled, Session& session) {
  if (compiled.is_invalid || compiled.schema == nullptr) {
    return false;
  }
  schema_ = std::move(compiled.schema);
  is_shareable_ = model_.Share();
  session.Freeze();
  return true;
}

std::unique_ptr<const ChartSchema> ChartSchema::OfYaml(const source::SourceFile& text,
                                                       const std::map<std::string, std::string>& locations,
                                                       source::FileReader& reader, Session& session) {
  std::unique_ptr<ChartSchema> schema(new ChartSchema(locations, session));
  session.runtime->loader.SetReader(&reader);
  const std::string path = text.name();
  schema->file_ = std::make_unique<LibraryFile>(
      RunInput{&text, InputRole::kSchema, false, true, std::string(GetFileName(path)), path, {}});
  schema->library_.Add(schema->file_.get());
  const size_t before = session.emit.error_count();
  const Documents documents = SortDocuments(schema->options_, schema->library_, session);
  if (session.emit.error_count() > before || documents.schema_failed) {
    return nullptr;
  }
  CompiledSet compiled = documents.json_schemas.empty()
                             ? CompileAnnotatedInto(schema->model_, documents, {}, schema->options_, session)
                             : CompileJsonInto(schema->model_, documents, schema->options_, reader, session);
  return schema->Keep(std::move(compiled), session) ? std::move(schema) : nullptr;
}

std::unique_ptr<const ChartSchema> ChartSchema::OfKcl(const helm::Chart& chart, source::FileReader& reader,
                                                      Session& session) {
  std::unique_ptr<ChartSchema> schema(new ChartSchema({}, session));
  schema->options_.dialect = value::Dialect::kKcl;
  schema->options_.schema_choice =
      "the first schema in the chart's KCL file is used: move the intended one to the top";
  std::vector<std::string> paths;
  for (const helm::ChartFile* file : chart.kcl_files) {
    paths.push_back(file->path);
  }
  CompiledSet compiled;
  if (chart.kcl_files[0]->bytes != nullptr) {
    source::MemoryFileReader packed = InMemory(chart);
    compiled = CompileKclInto(schema->model_, paths, schema->options_, packed, session);
  } else {
    compiled = CompileKclInto(schema->model_, paths, schema->options_, reader, session);
  }
  if (!schema->Keep(std::move(compiled), session)) {
    return nullptr;
  }
  if (Session unheard(&session); schema->schema_->HasConstraints(unheard)) {
    return schema;
  }
  session.emit.Report({}, kNoSchema, paths[0])
      .As(diag::Severity::kWarning)
      .Hint("a KCL schema begins with `schema Name:`")
      .Emit();
  return nullptr;
}

bool ChartSchema::Declares(std::string_view key) const {
  const auto* record = std::get_if<types::Record>(&model_.Resolve(model_.root().type).shape);
  const Symbol name = model_.interner().Find(key);
  return record == nullptr || (name.has_value() && record->Find(name) != nullptr);
}

const value::Value* ChartSchema::ValidatedValues(const value::Value& values,
                                                 const std::set<std::string, std::less<>>& of_helm,
                                                 Session& session) const {
  std::vector<value::Entry> entries;
  for (const value::Entry& entry : values.entries()) {
    if (of_helm.find(entry.key->raw) == of_helm.end() || Declares(entry.key->raw)) {
      entries.push_back(entry);
    }
  }
  return entries.size() == values.entries().size() ? &values : session.build.WithEntries(values, entries);
}

FileResult ChartSchema::Validate(const value::Value& values,
                                 const std::set<std::string, std::less<>>& of_helm,
                                 const Session& session) const {
  Session document(&session);
  types::Evaluators evaluators(&document.arena);
  evaluators.SetShared(&document.runtime->starlark);
  const value::Value* validated = ValidatedValues(values, of_helm, document);
  ValidationInput request;
  request.layers.push_back(LayerOf({{validated, validated, validated->span}, true},
                                   schema_->validates_undeclared_keys(), document));
  request.document = validated;
  request.place = validated->span;
  request.evaluators = is_shareable_ ? &evaluators : nullptr;
  schema_->Validate(request, options_, document);
  FileResult verdict;
  verdict.Take(document);
  return verdict;
}

}  // namespace kval::driver
