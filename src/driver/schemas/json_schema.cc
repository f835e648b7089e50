#include "src/driver/schemas/json_schema.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "schemas/catalog/catalog.h"
#include "schemas/json_schema/draft.h"
#include "schemas/json_schema/json_schema.h"
#include "schemas/json_schema/schema_files.h"
#include "schemas/ytt/compile.h"
#include "src/check/validation_state.h"
#include "src/diag/changing_emitter.h"
#include "src/driver/findings/shadowed_violations.h"
#include "src/driver/inputs/reading.h"
#include "src/driver/layered_values.h"
#include "src/driver/overlay.h"
#include "src/driver/schemas/json_keys.h"
#include "src/driver/schemas/pipeline_expressions.h"
#include "src/driver/template_runtime.h"
#include "src/findings/report_notices.h"
#include "src/findings/report_violations.h"
#include "src/merge/key_table_cache.h"
#include "src/support/path_text.h"
#include "src/value/string_keys.h"
#include "src/value/value.h"
#include "src/vendor/schema_address.h"

namespace kval::driver {
namespace {

using schemas::json_schema::CompileStatus;
using schemas::json_schema::CustomMessages;
using schemas::json_schema::Draft;

bool IsHostOrBelow(std::string_view host, std::string_view domain) {
  return host == domain || (host.ends_with(domain) && host[host.size() - domain.size() - 1] == '.');
}

// RFC 2606, RFC 6762 and RFC 9476: names that no public site has.
bool IsPrivateHost(std::string_view host) {
  constexpr std::string_view kPrivate[] = {"example.com", "example.org", "example.net", "example",  "test",
                                           "invalid",     "localhost",   "local",       "internal", "alt"};
  return std::ranges::any_of(kPrivate, [&](std::string_view domain) { return IsHostOrBelow(host, domain); });
}

bool IsPublicAddress(std::string_view uri) {
  const size_t scheme = uri.find("://");
  if (scheme == std::string_view::npos ||
      (uri.substr(0, scheme) != "http" && uri.substr(0, scheme) != "https")) {
    return false;
  }
  uri.remove_prefix(scheme + 3);
  const std::string_view host = uri.substr(0, uri.find_first_of(":/?#"));
  return host.find('.') != std::string_view::npos && !IsPrivateHost(host);
}

bool IsOfDependency(std::string_view path) {
  constexpr std::string_view kDirectories[] = {"node_modules", "vendor", "third_party"};
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find('/', begin), path.size());
    if (end < path.size() &&
        std::ranges::find(kDirectories, path.substr(begin, end - begin)) != std::end(kDirectories)) {
      return true;
    }
    begin = end + 1;
  }
  return false;
}

// Whether a JSON Schema is most likely not the user's own, so that what could be better in it is nothing that
// the user can change: its `$id` is an address on the web (addresses that RFC 2606 reserves for examples do
// not count), or the file lies in a directory of dependencies (`node_modules`, `vendor`, `third_party`) or,
// by its absolute path, outside of the working directory.
bool IsPublishedSchema(const value::Value& root, std::string_view path, source::FileReader& reader) {
  if (root.kind == value::Kind::kMapping) {
    for (const std::string_view key : {"$id", "id"}) {
      const value::Value* id = value::Find(root, key);
      if (id != nullptr && id->kind == value::Kind::kString && IsPublicAddress(id->raw)) {
        return true;
      }
    }
  }
  return vendor::IsAddress(path) || IsOfDependency(path) ||
         (path.starts_with('/') && !source::IsBelow(reader, std::string(path), "."));
}

constexpr diag::Def<> kTwoSchemas{diag::Kind::kBadSchema,
                                  "the set has two JSON Schemas: it can have one only"};

constexpr diag::Def<std::string_view> kSaysNothing{
    diag::Kind::kBadSchema, "{} has no JSON Schema keyword, so it cannot validate values"};

// The root for references between files: the working directory, or the directory of a schema outside of it.
// Empty for an address: a fetched schema names no files of the user.
std::string RootOf(const std::string& path, source::FileReader& reader) {
  if (vendor::IsAddress(path)) {
    return {};
  }
  if (source::IsBelow(reader, path, ".")) {
    return ".";
  }
  return std::string(GetDirectory(path));
}

// A map without any keyword of any draft: the file is not a JSON Schema.
bool SaysNothing(const value::Value& root) {
  const bool has_keys = root.kind == value::Kind::kMapping && !root.entries().empty();
  return has_keys &&
         std::none_of(root.entries().begin(), root.entries().end(), [](const value::Entry& entry) {
           return schemas::json_schema::IsKeywordOfAnyDraft(entry.key->raw);
         });
}

CompileStatus Compile(types::Model& model, CustomMessages& messages,
                      const std::vector<JsonSchemaFile>& schemas, const DriverOptions& options,
                      source::FileReader& reader, Session& session) {
  if (schemas.size() > 1) {
    session.emit.Report(schemas[1].root->span, kTwoSchemas)
        .Related(schemas[0].root->span, "the other one")
        .Hint("a schema that belongs to another is named by its `$ref`, not by `-f`")
        .Emit();
    return CompileStatus::kNot;
  }
  if (SaysNothing(*schemas[0].root)) {
    session.emit.Report(schemas[0].root->span, kSaysNothing, schemas[0].path)
        .Hint("`{}` is the schema that allows everything")
        .Emit();
    return CompileStatus::kNot;
  }
  std::vector<schemas::json_schema::UriMapping> locations;
  for (const auto& [prefix, directory] : options.schema_locations) {
    locations.push_back({prefix, directory});
  }
  schemas::json_schema::SchemaFiles files(RootOf(schemas[0].path, reader), std::move(locations),
                                          ReadOptionsFor(options), reader, session.sources, session.arena,
                                          session.emit);
  schemas::json_schema::JsonSchemaRequest request;
  request.schema = schemas[0].root;
  request.uri = schemas[0].path;
  request.default_draft = schemas::json_schema::ParseDraftName(options.schema_draft).value_or(Draft::k2020);
  request.messages = &messages;
  request.limits = options.limits;
  request.load = [&](const std::string& uri, std::string& retrieved) { return files.Load(uri, retrieved); };
  const bool is_builtin = schemas::catalog::FindByPath(schemas[0].path) != nullptr;
  // Of a built-in schema, only errors are reported; of others no keywords without effect.
  diag::ChangingEmitter emit(session.emit, [is_builtin](const diag::Diagnostic& finding) {
    return is_builtin ? finding.severity == diag::Severity::kError
                      : finding.kind != diag::Kind::kIgnoredKeyword;
  });
  // Commands about schemas report them for every schema.
  const bool is_quiet = is_builtin || (options.definitions_are_schemas &&
                                       IsPublishedSchema(*request.schema, schemas[0].path, reader));
  return schemas::json_schema::Compile(request, session.arena, model, is_quiet ? emit : session.emit);
}

// Removes warnings about tags, which the program that reads a file of a built-in schema defines.
void RemoveIneffectiveTags(diag::Collector& findings) {
  for (diag::Diagnostic& finding : findings.Release()) {
    if (finding.kind != diag::Kind::kUnknownAnnotation) {
      findings.Consume(std::move(finding));
    }
  }
}

class JsonSet final : public SetSchema {
 public:
  // `builtin`: the built-in schema that it is; may be null.
  JsonSet(const types::Model& model, CustomMessages messages, const schemas::catalog::BuiltinSchema* builtin)
      : model_(model), messages_(std::move(messages)), builtin_(builtin) {}

  bool validates_documents_separately() const override { return true; }
  bool validates_empty() const override {
    return !schemas::json_schema::AppliesDefaults(model_) && !has_base();
  }

  const value::Value* Validate(const ValidationInput& values, const DriverOptions& options,
                               Session& session) const override {
    if (builtin_ != nullptr) {
      RemoveIneffectiveTags(session.findings);
    }
    const std::vector<Layer> layers = Layers(values);
    return schemas::json_schema::AppliesDefaults(model_) ? Filled(layers, values, options, session)
                                                         : AsGiven(layers, values, options, session);
  }

 private:
  const value::Value* Filled(std::span<const Layer> layers, const ValidationInput& values,
                             const DriverOptions& options, Session& session) const {
    JsonKeys keys(session);
    LayeredValues merged(model_, options, session, values.evaluators);
    for (Layer layer : layers) {
      // Annotations refer to nodes, which must not be copied.
      if (layer.defaults == merge::Defaults::kPlain) {
        layer.document.root = keys.Of(*layer.document.root);
      }
      merged.Add(layer);
    }
    return merged.Finish();
  }

  const value::Value* AsGiven(std::span<const Layer> layers, const ValidationInput& values,
                              const DriverOptions& options, Session& session) const {
    JsonKeys keys(session);
    const value::Value* current = nullptr;
    const value::Value* validated = nullptr;  // the same with JSON's keys
    check::ValidationState worker(options.limits.check_steps);
    worker.SetEvaluators(values.evaluators);
    ShadowedViolations hidden(model_, session);
    merge::KeyTableCache tables(merge::BaseReuse::kConsumed);
    for (const Layer& layer : layers) {
      validated = keys.Of(*layer.document.root);
      findings::ReportNotices(
          *validated, model_,
          {options.dialect, !options.warn_ambiguous && layer.document.may_be_suspicious, &session.sources},
          session.emit);
      current =
          current == nullptr ? layer.document.root : MergeLayer(*current, layer, nullptr, tables, session);
      const bool is_covered = &layer != &layers.back() && !layer.plan;
      if (is_covered && options.validate && options.unchecked != UncheckedPolicy::kSilent) {
        LookBelow(*current, layer, worker, options, hidden, session);
      }
    }
    if (current == nullptr) {
      return nullptr;
    }
    if (current != layers.back().document.root) {
      validated = keys.Of(*current);
    }
    if (builtin_ != nullptr && builtin_->name == "azure-pipelines") {
      validated = ReplacePipelineExpressions(*validated, session.arena);
    }
    CheckWhole(*validated, worker, options, session);
    if (options.validate) {
      hidden.Report(*current);
      schemas::ytt::SchemaCompileContext context{
          session.arena, session.model, session.emit, session.runtime->starlark, session.annotations, {}};
      schemas::ytt::CheckValuesRules(*current, nullptr, context);
    }
    session.steps += worker.steps_spent();
    return current;
  }

  // Reports every violation of the schema, or of types only if nothing is to be validated.
  void CheckWhole(const value::Value& values, check::ValidationState& worker, const DriverOptions& options,
                  Session& session) const {
    findings::ReportOptions checks;
    checks.dialect = options.dialect;
    checks.sources = &session.sources;
    diag::ChangingEmitter emit(session.emit, [&](diag::Diagnostic& finding) {
      schemas::json_schema::SetCustomMessage(messages_, finding);
    });
    if (options.validate) {
      findings::ReportViolations(values, model_, checks, worker, emit);
    } else {
      findings::ReportShapeViolations(values, model_, checks, worker, emit);
    }
  }

  // Looks for errors in a layer that later layers may hide.
  void LookBelow(const value::Value& current, const Layer& layer, check::ValidationState& worker,
                 const DriverOptions& options, ShadowedViolations& hidden, Session& session) const {
    const value::Value* validated = value::StringifyKeys(current, session.arena);
    findings::ReportOptions checks;
    checks.dialect = options.dialect;
    checks.sources = &session.sources;
    check::ValidationState trial = check::ValidationState::NextTo(worker);
    hidden.RecordAllShadowed(*validated, layer.document.span, [&](diag::Emitter& emit) {
      findings::ReportViolations(*validated, model_, checks, trial, emit);
    });
    worker.Spend(trial.steps_spent());
  }

  const types::Model& model_;
  const CustomMessages messages_;
  const schemas::catalog::BuiltinSchema* builtin_;
};

}  // namespace

source::Span FindJsonSchema(const Documents& documents, const Session& /*session*/) {
  return documents.json_schemas.empty() ? source::Span() : documents.json_schemas[0].root->span;
}

CompiledSet CompileJsonInto(types::Model& model, const Documents& documents, const DriverOptions& options,
                            source::FileReader& reader, Session& session) {
  CompiledSet compiled;
  CustomMessages messages;
  const CompileStatus outcome = Compile(model, messages, documents.json_schemas, options, reader, session);
  compiled.is_invalid = outcome != CompileStatus::kWhole || documents.schema_failed;
  if (outcome != CompileStatus::kNot && !documents.schema_failed) {
    compiled.schema = std::make_unique<JsonSet>(model, std::move(messages),
                                                schemas::catalog::FindByPath(documents.json_schemas[0].path));
  }
  return compiled;
}

CompiledSet CompileJsonSet(const Documents& documents, const SuppliedDocuments& /*given*/,
                           const DriverOptions& options, source::FileReader& reader, Session& session) {
  return CompileJsonInto(session.model, documents, options, reader, session);
}

}  // namespace kval::driver
