#include "src/driver/kcl_values.h"

#include <string_view>
#include <utility>

#include "schemas/front_end.h"
#include "src/check/checker.h"
#include "src/driver/hidden_faults.h"
#include "src/driver/overlay.h"

namespace kval::driver {

using schemas::kcl_language::KclRequest;
using schemas::kcl_language::KclSchema;

std::vector<std::string> KclFiles(const Session& session) {
  std::vector<std::string> files;
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    const Input& input = file->input;
    const std::string_view path = input.disk_path;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const bool is_kcl = path.ends_with(".k") && input.role != Role::kValues && input.role != Role::kTemplate;
    const bool is_left_out = input.from_directory && (name.starts_with("_") || name.ends_with("_test.k"));
    if (is_kcl && !is_left_out) {
      files.push_back(input.disk_path);
    }
  }
  return files;
}

std::unique_ptr<KclSchema> CompileKcl(const std::vector<std::string>& files, const Options& options,
                                      source::FileReader& reader, Session& session) {
  KclRequest request;
  request.files = files;
  request.schema_name = options.schema_name;
  request.attribute_name = options.attribute_name;
  request.externals = options.externals;
  request.limits = options.limits;
  return KclSchema::Compile(request, session.sources, reader, session.arena, session.model, session.emit);
}

namespace {

// Adds to the keys of the document itself that are not known which schema was asked.
class ChoiceSink final : public diag::Sink {
 public:
  ChoiceSink(const KclSchema& schema, diag::Emitter& emit) : schema_(schema), emit_(emit) {}

  void Consume(diag::Diagnostic finding) override {
    const bool is_root_key = finding.kind == diag::Kind::kUnknownKey && finding.path.size() == 1;
    const std::string others = is_root_key ? schema_.OthersWith(finding.path[0].key) : std::string();
    if (!others.empty()) {
      finding.notes.push_back(others);
      if (finding.hint.empty()) {
        finding.hint = "`--schema-name` names another";
      }
    }
    emit_.Emit(std::move(finding));
  }

 private:
  const KclSchema& schema_;
  diag::Emitter& emit_;
};

// A whole document is shown by where it begins.
source::Span PlaceOf(const value::Value& document) {
  const bool is_block = document.kind == value::Kind::kMapping && document.style == value::Style::kBlock;
  return is_block && !document.entries().empty() ? document.entries().front().key->span : document.span;
}

// Where the first file of values begins; no place when there are none.
source::Span PlaceOfFiles(const Documents& documents) {
  const LibraryFile* first = nullptr;
  for (const LibraryFile* file : documents.files) {
    first = first == nullptr || file->order < first->order ? file : first;
  }
  const source::SourceFile* text = first == nullptr ? nullptr : first->input.source;
  return text == nullptr ? source::Span() : source::Span{text->base(), text->base()};
}

}  // namespace

const value::Value* ComputeKclValues(KclSchema& schema, const Documents& documents, Given given,
                                     const Options& options, Session& session) {
  std::vector<Layer> layers;
  for (const ValuesDocument& values : documents.values) {
    // Keys that the schema only allows are new to its defaults: the schema judges them.
    layers.push_back(LayerOf(values, true, session));
  }
  std::move(given.layers.begin(), given.layers.end(), std::back_inserter(layers));
  const bool is_list = !layers.empty() && layers[0].document.root->kind == value::Kind::kSequence;
  if (is_list) {
    schema.ExpectList();
  }
  const size_t before = session.emit.error_count();
  check::Options shape;
  shape.dialect = options.dialect;
  shape.partial = true;
  check::Worker poisoned(options.limits.check_steps);
  ChoiceSink sink(schema, session.emit);
  diag::Emitter emit(&sink);
  const value::Value* current = is_list
                                    ? session.build.Sequence({}, layers[0].document.root->span)
                                    : check::DefaultOf(session.model.root(), session.model, session.arena);
  if (current == nullptr) {
    current = session.build.Null(session.model.root().span);
  }
  HiddenFaults hidden(session.model, session);
  for (const Layer& layer : layers) {
    check::CheckNotices(*layer.document.root, session.model, session.emit);
    current = MergeLayer(*current, layer, nullptr, session);
    current = check::Complete(*current, session.model, session.arena);
    check::CheckShape(*schema.WithoutNulls(*current), session.model, shape, poisoned, emit);
    if (options.unchecked != Unchecked::kSilent && options.validate && !layer.plan &&
        &layer != &layers.back()) {
      hidden.Look(*schema.Complete(*current), layer.document.span, poisoned);
    }
  }
  // What is wrong with the values as a whole is wrong with the first document of values.
  const source::Span values = layers.empty() ? PlaceOfFiles(documents) : PlaceOf(*layers[0].document.root);
  if (values.has_value()) {
    current = session.build.WithSpan(*current, values);
  }
  // A schema by itself lacks nothing, empty values do. What could not be read may hold what is missing.
  shape.partial = !values.has_value() || before > 0;
  current = schema.Complete(*current);
  check::CheckShape(*current, session.model, shape, poisoned, emit);
  if (options.validate) {
    check::CheckRules(*current, session.model, poisoned, session.emit);
    hidden.Report(*current);
    schemas::Context context{session.arena,    session.model,       session.emit,
                             session.starlark, session.annotations, {}};
    schemas::CheckValuesRules(*current, nullptr, context);
    if (values.has_value() && session.emit.error_count() == 0) {
      schema.CheckProgram(*current, session.emit);
    }
  }
  return current;
}

}  // namespace kval::driver
