#include "src/driver/helm/chart_validator.h"

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/metaschemas.h"
#include "schemas/json_schema/schema_files.h"
#include "src/check/validation_state.h"
#include "src/diag/changing_emitter.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/shared_step_budget.h"
#include "src/findings/report_notices.h"
#include "src/findings/report_violations.h"
#include "src/helm/json_text.h"
#include "src/helm/load_chart.h"
#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

namespace json = schemas::json_schema;

constexpr std::string_view kNewestDraft = "https://json-schema.org/draft/2020-12/schema";

constexpr diag::Def<std::string_view> kNotJson{diag::Kind::kBadSchema,
                                               "values.schema.json is not JSON, which Helm requires: {}"};
constexpr diag::Def<> kBadId{diag::Kind::kBadSchema, "Helm rejects the schema: its `$id` is not a URI"};
constexpr diag::Def<std::string_view> kUnresolvedUrn{
    diag::Kind::kIgnoredKeyword, "Helm accepts every value where a schema refers to `{}`"};

// Whether Go's url.Parse accepts it: the text before the first colon is a scheme, or there is no colon.
bool IsUrl(std::string_view text) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos ||
      text.substr(0, colon).find_first_of("/?#") != std::string_view::npos) {
    return true;
  }
  return colon > 0 &&
         text.substr(0, colon).find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.") == std::string_view::npos;
}

}  // namespace

void ChartValidator::Validate(const helm::Chart& chart, const value::Value& values, const diag::Path& at) {
  NeedStack();
  if (session_.steps > session_.limits.run_steps) {
    if (!std::exchange(is_limit_exceeded_, true)) {
      ReportNotChecked(values.span, "the chart " + chart.name(), 0, "charts", session_);
    }
    return;
  }
  ValidateOwnSchema(chart, values, at);
  if (!as_helm_) {
    ValidateOtherSchemas(chart, values, at);
  }
  TextMap<std::string_view, const value::Value*> parts;
  for (const value::Entry& entry :
       chart.charts.empty() ? std::span<const value::Entry>() : values.entries()) {
    if (entry.key->kind == value::Kind::kString) {
      parts.emplace(entry.key->raw, entry.value);
    }
  }
  for (const helm::Chart* sub : chart.charts) {
    const auto found = parts.find(std::string_view(sub->name()));
    const value::Value* part = found == parts.end() ? nullptr : found->second;
    if (part != nullptr && part->kind == value::Kind::kMapping) {
      diag::Path below = at;
      below.push_back(diag::PathStep::Key(sub->name()));
      // Without a map for the subchart, missing keys are missing in the parent.
      Validate(*sub, part->span.has_value() ? *part : *session_.build.WithSpan(*part, values.span), below);
    }
  }
}

void ChartValidator::CompileOtherSchemas(const helm::Chart& chart,
                                         std::vector<std::unique_ptr<const ChartSchema>>& schemas) {
  const auto add = [&](std::unique_ptr<const ChartSchema> schema) {
    if (schema != nullptr) {
      schemas.push_back(std::move(schema));
    }
  };
  for (const helm::ChartFile* file : chart.yaml_schemas) {
    if (const source::SourceFile* text = helm::TextOf(*file, context_)) {
      add(ChartSchema::OfYaml(*text, schema_locations_, context_.reader, session_));
    }
  }
  if (!chart.kcl_files.empty()) {
    add(ChartSchema::OfKcl(chart, context_.reader, session_));
  }
}

void ChartValidator::ValidateOtherSchemas(const helm::Chart& chart, const value::Value& values,
                                          const diag::Path& at) {
  std::vector<std::unique_ptr<const ChartSchema>> schemas;
  CompileOtherSchemas(chart, schemas);
  std::set<std::string, std::less<>> of_helm(chart.disabled.begin(), chart.disabled.end());
  of_helm.emplace("global");
  for (const helm::Chart* sub : chart.charts) {
    of_helm.insert(sub->name());
  }
  for (const std::unique_ptr<const ChartSchema>& schema : schemas) {
    ChartValuesSink sink(chart, at, values.span, origin_, false, reported_, &session_.emit);
    diag::Emitter emit(&sink);
    MergeInto(schema->Validate(values, of_helm, session_), 0, session_, emit);
  }
}

void ChartValidator::ValidateOwnSchema(const helm::Chart& chart, const value::Value& values,
                                       const diag::Path& at) {
  const types::Model* model = chart.schema == nullptr ? nullptr : ModelOf(*chart.schema);
  if (model == nullptr) {
    return;
  }
  ChartValuesSink sink(chart, at, values.span, origin_, true, reported_, &session_.emit);
  diag::Emitter emit(&sink);
  findings::ReportOptions checks;
  checks.dialect = value::Dialect::kHelm;
  checks.sources = &session_.sources;
  check::ValidationState worker(session_.limits.check_steps);
  findings::ReportNotices(values, *model, {checks.dialect, false}, emit);
  diag::ChangingEmitter with_words(emit, [&messages = messages_[chart.schema]](diag::Diagnostic& finding) {
    json::SetCustomMessage(messages, finding);
  });
  findings::ReportViolations(values, *model, checks, worker, with_words);
  session_.steps += worker.steps_spent();
}

const types::Model* ChartValidator::ModelOf(const helm::ChartFile& schema) {
  const auto [known, is_new] = models_.try_emplace(&schema);
  if (is_new) {
    known->second = Compile(schema);
  }
  return known->second;
}

// Whether a schema is written in UTF-16, which everything else of kval reads.
bool ChartValidator::IsUtf16(const helm::ChartFile& schema) const {
  const Result<std::string> bytes = schema.bytes != nullptr
                                        ? Result<std::string>(*schema.bytes)
                                        : context_.reader.ReadBelow(schema.root, schema.path);
  return bytes && (bytes->starts_with("\xFF\xFE") || bytes->starts_with("\xFE\xFF"));
}

// JSON, and nothing more: Helm reads it with Go's decoder.
const value::Value* ChartValidator::Read(const helm::ChartFile& schema) {
  const source::SourceFile* text = helm::TextOf(schema, context_);
  if (text == nullptr) {
    return nullptr;
  }
  if (IsUtf16(schema)) {
    session_.emit.Report({text->base(), text->base()}, kNotJson, "it is UTF-16")
        .Hint("save it as UTF-8")
        .Emit();
    return nullptr;
  }
  if (const std::optional<helm::JsonError> error = helm::FindJsonError(text->text())) {
    const uint32_t at = text->base() + static_cast<uint32_t>(error->at);
    session_.emit.Report({at, at}, kNotJson, error->message).Emit();
    return nullptr;
  }
  yaml::ReadOptions reading = ReadOptionsForDialect(value::Dialect::kYaml12, session_.limits);
  reading.duplicates = yaml::DuplicateKeys::kLastWins;
  const size_t before = session_.emit.error_count();
  const yaml::File read = yaml::ReadFile(*text, reading, session_.arena, session_.emit);
  return session_.emit.error_count() == before ? read.documents[0].root : nullptr;
}

// Whether the schema matches its draft's meta-schema. Patterns are checked when compiled.
bool ChartValidator::IsValid(const value::Value& schema) {
  const value::Value* stated =
      schema.kind == value::Kind::kMapping ? value::Find(schema, "$schema") : nullptr;
  std::string uri(stated != nullptr && stated->kind == value::Kind::kString ? stated->raw : kNewestDraft);
  uri = uri.substr(0, uri.find('#'));
  if (uri.starts_with("https://json-schema.org/draft-0")) {
    uri.erase(4, 1);
  } else if (uri.starts_with("http://json-schema.org/draft/")) {
    uri.insert(4, "s");
  }
  const std::string_view text = json::MetaSchema(uri);
  if (text.empty()) {
    return true;  // no draft: its own schema is looked for when the keyword is read
  }
  const auto [known, is_new] = meta_models_.try_emplace(uri);
  if (is_new) {
    const source::SourceFile& file = session_.sources.AddText(uri, std::string(text));
    const yaml::File read = yaml::ReadFile(
        file, ReadOptionsForDialect(value::Dialect::kYaml12, session_.limits), session_.arena, session_.emit);
    known->second = Lower(*read.documents[0].root, uri, false, nullptr);
  }
  const value::Value* id = schema.kind == value::Kind::kMapping ? value::Find(schema, "$id") : nullptr;
  if (id != nullptr && id->kind == value::Kind::kString && !IsUrl(id->raw)) {
    session_.emit.Report(id->span, kBadId).Emit();
    return false;
  }
  diag::ChangingEmitter emit(session_.emit, MakeSchemaError);
  check::ValidationState worker;
  return known->second == nullptr || findings::ReportViolations(schema, *known->second, {}, worker, emit);
}

const types::Model* ChartValidator::Lower(const value::Value& schema, const std::string& uri,
                                          bool asserts_formats, json::CustomMessages* messages) {
  std::vector<json::UriMapping> locations;
  for (const auto& [prefix, directory] : schema_locations_) {
    locations.push_back({prefix, directory});
  }
  json::SchemaFiles files({}, std::move(locations),
                          ReadOptionsForDialect(value::Dialect::kYaml12, session_.limits), context_.reader,
                          session_.sources, session_.arena, session_.emit);
  json::JsonSchemaRequest request;
  request.schema = &schema;
  request.uri = uri;
  request.validator = json::CompatibilityMode::kHelm;
  request.of_remote_reference =
      mode_ == helm::HelmOperation::kLint ? diag::Severity::kError : diag::Severity::kWarning;
  request.asserts_formats = asserts_formats;
  request.limits = session_.limits;
  request.messages = messages;
  request.load = [&](const std::string& expected, std::string& retrieved) {
    const value::Value* found = files.Load(expected, retrieved);
    if (found == nullptr && expected.starts_with("urn:")) {
      session_.emit.Report(schema.span, kUnresolvedUrn, expected).Emit();
      return session_.build.Bool(true, schema.span);
    }
    return found;
  };
  types::Model& model = session_.NewModel();
  const json::CompileStatus outcome = json::Compile(request, session_.arena, model, session_.emit);
  return outcome == json::CompileStatus::kNot ? nullptr : &model;
}

const types::Model* ChartValidator::Compile(const helm::ChartFile& schema) {
  const value::Value* root = Read(schema);
  return root == nullptr || !IsValid(*root)
             ? nullptr
             : Lower(*root, "file:///values.schema.json", true, &messages_[&schema]);
}

}  // namespace kval::driver
