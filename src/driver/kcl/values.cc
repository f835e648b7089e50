#include "src/driver/kcl/values.h"

#include <string_view>
#include <utility>

#include "schemas/ytt/compile.h"
#include "src/check/complete.h"
#include "src/driver/findings/shadowed_violations.h"
#include "src/driver/kcl/document.h"
#include "src/driver/kcl/files.h"
#include "src/driver/overlay.h"
#include "src/driver/template_runtime.h"
#include "src/findings/report_notices.h"

namespace kval::driver {

using schemas::kcl::KclRequest;
using schemas::kcl::KclSchema;
using schemas::kcl::ValidationContext;

namespace {

constexpr diag::Def<std::string_view> kChecksNothing{
    diag::Kind::kBadSchema, "{} declares no schema and asserts nothing: no values can be checked against it"};

// Where a file of the run begins.
source::Span BeginOfFile(const std::string& disk_path, const Session& session) {
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (file->input.disk_path == disk_path && file->input.source != nullptr) {
      return {file->input.source->base(), file->input.source->base()};
    }
  }
  return {};
}

// The base of the layers.
const value::Value* FirstValue(const std::vector<Layer>& layers, const types::Model& model,
                               Session& session) {
  if (!layers.empty() && layers[0].document.root->kind == value::Kind::kSequence) {
    return session.build.Sequence({}, layers[0].document.root->span);
  }
  const value::Value* first = check::DefaultOf(model.root(), model, session.arena);
  return first == nullptr ? session.build.Null(model.root().span) : first;
}

class KclSet final : public SetSchema {
 public:
  KclSet(std::unique_ptr<const KclSchema> schema, const types::Model& model, std::string first_file)
      : schema_(std::move(schema)), model_(model), first_file_(std::move(first_file)) {}

  bool HasConstraints(Session& session) const override {
    if (!schema_->has_constraints()) {
      session.emit.Report(BeginOfFile(first_file_, session), kChecksNothing, first_file_)
          .Hint("a KCL schema begins with `schema Name:`")
          .Emit();
    }
    return schema_->has_constraints();
  }

  const value::Value* Validate(const ValidationInput& values, const DriverOptions& options,
                               Session& session) const override;

 private:
  std::unique_ptr<const KclSchema> schema_;
  const types::Model& model_;
  std::string first_file_;
};

const value::Value* KclSet::Validate(const ValidationInput& values, const DriverOptions& options,
                                     Session& session) const {
  const size_t before = session.emit.error_count();
  const std::vector<Layer> layers = Layers(values);
  const ValidationContext validating{session.arena, session.sources, values.evaluators};
  KclDocument document(*schema_, model_, layers.empty() ? nullptr : layers[0].document.root, validating,
                       options.dialect, options.limits, options.schema_choice, session.emit);
  const value::Value* current = FirstValue(layers, model_, session);
  const value::Value* last = nullptr;  // the last layer, merged
  ShadowedViolations hidden(model_, document.type(), session);
  for (const Layer& layer : layers) {
    findings::ReportNotices(
        *layer.document.root, document.type(), model_,
        {options.dialect, !options.warn_ambiguous && layer.document.may_be_suspicious, &session.sources},
        session.emit);
    const value::Value* merged = MergeLayer(*current, layer, nullptr, session.runtime->tables, session);
    if (&layer == &layers.back()) {
      current = last = document.CompleteLayer(*merged);
      break;
    }
    current = document.CheckLayer(*merged);
    if (options.unchecked != UncheckedPolicy::kSilent && options.validate && !layer.plan) {
      hidden.Look(*schema_->Complete(*current, validating), layer.document.span, document.worker());
    }
  }
  const value::Value* whole = values.document;
  if (whole == nullptr && !layers.empty()) {
    whole = layers[0].document.root;
  }
  const source::Span place = whole == nullptr ? values.place : BeginOf(*whole);
  if (place.has_value()) {
    current = session.build.WithSpan(*current, place);
  }
  // A schema by itself lacks nothing, empty values do.
  const bool may_be_incomplete = !place.has_value() || values.may_be_incomplete;
  current = last == nullptr ? document.CheckShape(*current, may_be_incomplete)
                            : document.CheckLast(*last, *current, may_be_incomplete);
  if (!options.validate) {
    session.steps += document.worker().steps_spent() + schema_->StepsOf(validating);
    return current;
  }
  document.CheckRules(*current);
  hidden.Report(*current);
  schemas::ytt::SchemaCompileContext context{
      session.arena, session.model, session.emit, session.runtime->starlark, session.annotations, {}};
  schemas::ytt::CheckValuesRules(*current, nullptr, context);
  if (place.has_value() && !values.may_be_incomplete && session.emit.error_count() == before) {
    schema_->CheckProgram(*current, validating, session.emit);
  }
  session.steps += document.worker().steps_spent() + schema_->StepsOf(validating);
  return current;
}

}  // namespace

source::Span FindKcl(const Documents& /*documents*/, const Session& session) {
  const std::vector<std::string> files = KclFiles(session);
  return files.empty() ? source::Span() : BeginOfFile(files.front(), session);
}

CompiledSet CompileKclInto(types::Model& model, std::vector<std::string> files, const DriverOptions& options,
                           source::FileReader& reader, Session& session) {
  KclRequest request;
  request.files = std::move(files);
  for (const std::unique_ptr<LibraryFile>& file : session.files) {
    if (!file->input.directory.empty()) {
      request.found_below[file->input.disk_path] = file->input.directory;
    }
  }
  request.schema_name = options.schema_name;
  request.attribute_name = options.attribute_name;
  request.externals = options.externals;
  request.limits = options.limits;
  std::unique_ptr<const KclSchema> schema =
      KclSchema::Compile(request, session.sources, reader, session.arena, model, session.emit);
  CompiledSet compiled;
  compiled.is_invalid = schema == nullptr;
  if (schema != nullptr) {
    compiled.schema = std::make_unique<KclSet>(std::move(schema), model, request.files.front());
  }
  return compiled;
}

CompiledSet CompileKclSet(const Documents& /*documents*/, const SuppliedDocuments& /*given*/,
                          const DriverOptions& options, source::FileReader& reader, Session& session) {
  return CompileKclInto(session.model, KclFiles(session), options, reader, session);
}

}  // namespace kval::driver
