#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "include/kval/kval.h"
#include "src/api/call_queue.h"
#include "src/api/exception_boundary.h"
#include "src/api/findings.h"
#include "src/api/host_reader.h"
#include "src/api/schema_info.h"
#include "src/api/thread_cache_pool.h"
#include "src/api/version.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/driver_options.h"
#include "src/driver/libraries/root_library.h"
#include "src/policy/filter.h"
#include "src/redaction/redaction.h"
#include "src/support/limits.h"
#include "src/value/scalar_resolve.h"

namespace kval::api {
namespace {

driver::InputRole RoleOf(Input::InputUse use) {
  switch (use) {
    case Input::InputUse::kByContent:
      return driver::InputRole::kAuto;
    case Input::InputUse::kSchema:
      return driver::InputRole::kSchema;
    case Input::InputUse::kValues:
      return driver::InputRole::kValues;
    case Input::InputUse::kOverlay:
      return driver::InputRole::kOverlay;
  }
  return driver::InputRole::kAuto;
}

std::optional<value::Dialect> DialectNamed(const std::string& name) {
  for (const value::Dialect dialect :
       {value::Dialect::kYtt, value::Dialect::kHelm, value::Dialect::kK8s, value::Dialect::kYaml12}) {
    if (name == value::DialectName(dialect)) {
      return dialect;
    }
  }
  return std::nullopt;
}

driver::FlagValue FlagOf(const DataValue& given) {
  using driver::FlagKind;
  switch (given.kind) {
    case DataValue::Kind::kFile:
      return {FlagKind::kValuesFile, "--data-values-file", given.text};
    case DataValue::Kind::kText:
      return {FlagKind::kValue, "--data-value", given.text};
    case DataValue::Kind::kYaml:
      return {FlagKind::kValueYaml, "--data-value-yaml", given.text};
    case DataValue::Kind::kTextFile:
      return {FlagKind::kValueFile, "--data-value-file", given.text};
    case DataValue::Kind::kSet:
      return {FlagKind::kSet, "--set", given.text};
    case DataValue::Kind::kSetText:
      return {FlagKind::kSetString, "--set-string", given.text};
    case DataValue::Kind::kSetJson:
      return {FlagKind::kSetJson, "--set-json", given.text};
  }
  return {FlagKind::kValue, "--data-value", given.text};
}

// Converts a request to options of the driver. Returns false and sets `problem` if it is invalid.
bool ToOptions(const SchemaRequest& request, driver::DriverOptions& options, std::string& problem) {
  if (request.inputs.empty()) {
    problem = "no input for the schema";
    return false;
  }
  for (const Input& input : request.inputs) {
    options.inputs.push_back({input.path, {}, RoleOf(input.use)});
  }
  for (const DataValue& given : request.data_values) {
    options.flags.push_back(FlagOf(given));
  }
  for (const auto& [name, value] : request.limits) {
    if (const std::optional<std::string> wrong = SetLimit(options.limits, name, value)) {
      problem = *wrong;
      return false;
    }
  }
  options.has_dialect = !request.profile.empty();
  if (options.has_dialect) {
    const std::optional<value::Dialect> dialect = DialectNamed(request.profile);
    if (!dialect) {
      problem = "unknown profile " + request.profile + ": there are ytt, helm, k8s and yaml1.2";
      return false;
    }
    options.dialect = *dialect;
  }
  options.strict_yaml = request.strict;
  options.warn_ambiguous = request.warn_ambiguous;
  options.unchecked = driver::UncheckedPolicy::kError;
  options.schema_name = request.schema_name;
  options.attribute_name = request.attribute_name;
  options.externals = request.externals;
  options.schema_draft = request.schema_draft;
  options.schema_locations = request.schema_locations;
  return true;
}

// Converts the selection of findings; returns as ToOptions.
bool ToPolicy(const SchemaRequest& request, policy::Policy& policy, std::string& problem) {
  policy.obeys_comments = request.obeys_comments;
  using Step = Result<bool> (policy::RuleChoice::*)(std::string_view);
  const std::pair<const std::vector<std::string>*, Step> kSteps[] = {
      {&request.policy.select, &policy::RuleChoice::Select},
      {&request.policy.ignore, &policy::RuleChoice::Ignore},
      {&request.policy.severity, &policy::RuleChoice::SetSeverity}};
  for (const auto& [strings, step] : kSteps) {
    for (const std::string& text : *strings) {
      if (const Result<bool> done = (policy.rules.*step)(text); !done) {
        problem = done.failure().message;
        return false;
      }
    }
  }
  if (!request.policy.baseline) {
    return true;
  }
  Result<policy::Baseline> baseline = policy::Baseline::Read(*request.policy.baseline, "the baseline");
  if (!baseline) {
    problem = baseline.failure().message;
    return false;
  }
  policy.baseline = *std::move(baseline);
  return true;
}

static_assert(std::string_view(KVAL_VERSION) == kVersion,
              "include/kval/kval.h names another version than CMakeLists.txt");

// A request that makes no sense.
Report Refused(std::string problem) {
  Report report;
  report.outcome = Outcome::kUnusable;
  report.problem = std::move(problem);
  return report;
}

Report NoSchema() {
  return Refused("there is no schema to validate against");
}

Outcome OutcomeOf(const std::vector<diag::Diagnostic>& findings, Outcome on_error) {
  Outcome outcome = Outcome::kValid;
  for (const diag::Diagnostic& finding : findings) {
    if (finding.severity != diag::Severity::kError) {
      continue;
    }
    const diag::Category category = diag::EntryOf(finding.kind).category;
    if (category == diag::Category::kLimit) {
      return Outcome::kLimit;
    }
    if (category == diag::Category::kInput) {
      outcome = Outcome::kUnusable;
    } else if (outcome == Outcome::kValid) {
      outcome = on_error;
    }
  }
  return outcome;
}

}  // namespace

// The parts of a schema; later members refer to earlier ones.
struct Schema::State {
  driver::DriverOptions options;
  policy::Policy policy;
  bool hides_secrets = true;
  RequestTextReader::RequestStrings strings;
  std::shared_ptr<Reader> host_reader;
  bool reads_disk = false;
  std::unique_ptr<source::FileReader> files;
  std::unique_ptr<RequestTextReader> reader;
  std::unique_ptr<driver::Session> session;
  std::unique_ptr<const driver::CompiledSchema> validator;
  mutable ThreadCachePool kept;
  // For schemas with functions that one thread at a time may ask.
  mutable CallQueue queue;

  // The files as one call reads them: what all calls read together has no limit.
  std::unique_ptr<source::FileReader> OpenFiles() const;
  Report ReportOf(driver::Session& found, bool was_checked, Outcome on_error) const;
  // Validates an in-memory text that overrides a file, or a file if there is none.
  Report Validate(const std::string& path, const RequestTextReader::RequestStrings& strings) const;
  // Describes the schema at an offset of a document; the report explains a missing description.
  Report Explain(std::string_view text, size_t at, SchemaInfo& meaning) const;
  Report ValidateOne(const std::string& path, source::FileReader& from, ThreadCache* of_calls) const;
};

std::unique_ptr<source::FileReader> Schema::State::OpenFiles() const {
  if (host_reader == nullptr && reads_disk) {
    return std::make_unique<source::DiskFileReader>(options.limits);
  }
  return std::make_unique<HostReader>(host_reader, options.limits);
}

// Returns the findings of a session, filtered as requested. Findings of an unusable schema are not filtered.
Report Schema::State::ReportOf(driver::Session& found, bool was_checked, Outcome on_error) const {
  std::vector<diag::Diagnostic> findings = found.findings.Sorted();
  Report report;
  report.printed = found.printed;
  if (findings.empty()) {
    return report;
  }
  if (was_checked) {
    findings =
        policy::ApplyPolicy(std::move(findings), found.findings.dropped().empty(), found.sources, policy, {})
            .findings;
  }
  report.outcome = OutcomeOf(findings, on_error);
  if (report.outcome == Outcome::kValid && policy::CountDropped(found.findings, policy.rules).errors > 0) {
    report.outcome = on_error;
  }
  if (hides_secrets) {
    const std::vector<std::string> keys = found.SecretKeys().All();
    const redaction::Redaction redactor(found.sources, keys, findings);
    for (diag::Diagnostic& finding : findings) {
      finding = redactor.Redact(finding);
    }
  }
  report.findings = ToFindings(findings, found.sources);
  return report;
}

Report Schema::State::Validate(const std::string& path,
                               const RequestTextReader::RequestStrings& given) const {
  const std::unique_ptr<source::FileReader> opened = OpenFiles();
  RequestTextReader inputs(&strings, opened.get(), options.limits);
  RequestTextReader from(&given, &inputs, options.limits);
  ThreadCachePool::Lease loan(&kept);
  Report report = ValidateOne(path, from, loan.kept());
  loan.Return();
  return report;
}

Report Schema::State::ValidateOne(const std::string& path, source::FileReader& from,
                                  ThreadCache* of_calls) const {
  const CallQueue::QueueTurn turn(validator->is_shareable() ? nullptr : &queue);
  if (!turn.refusal().empty()) {
    return Refused(std::string(turn.refusal()));
  }
  driver::Session document(session.get());
  const size_t count = validator->File({path, {}}, from, document, of_calls);
  Report report = ReportOf(document, true, Outcome::kInvalid);
  report.document_count = count;
  return report;
}

Report Schema::State::Explain(std::string_view text, size_t at, SchemaInfo& meaning) const {
  const CallQueue::QueueTurn turn(validator->is_shareable() ? nullptr : &queue);
  if (!turn.refusal().empty()) {
    return Refused(std::string(turn.refusal()));
  }
  meaning = DescribeInText(text, at, *validator, options.limits);
  return {};
}

Schema::CompileResult Schema::Compile(const SchemaRequest& request, const CallOptions& control) noexcept {
  CompileResult compiled;
  compiled.report = RunGuardedCall(control, [&] {
    auto state = std::make_shared<State>();
    std::string problem;
    if (!ToOptions(request, state->options, problem) || !ToPolicy(request, state->policy, problem)) {
      return Refused(std::move(problem));
    }
    state->hides_secrets = request.hides_secrets;
    for (const Input& input : request.inputs) {
      if (input.text) {
        state->strings[input.path] = *input.text;
      }
    }
    const Limits& limits = state->options.limits;
    state->host_reader = request.reader;
    state->reads_disk = request.reads_disk;
    state->files = state->OpenFiles();
    state->reader = std::make_unique<RequestTextReader>(&state->strings, state->files.get(), limits);
    state->session = std::make_unique<driver::Session>(limits);
    driver::Session& session = *state->session;
    if (driver::LoadRootLibrary(state->options, *state->reader, session)) {
      state->validator = driver::CompiledSchema::Compile(state->options, *state->reader, session);
    }
    Report report = state->ReportOf(session, state->validator != nullptr, Outcome::kUnusable);
    // Errors in base values are reported; they do not prevent checks.
    if (state->validator != nullptr && report.outcome != Outcome::kLimit) {
      compiled.schema = Schema(std::move(state));
    }
    return report;
  });
  return compiled;
}

Report Schema::Check(std::string_view text, const std::string& name,
                     const CallOptions& control) const noexcept {
  return RunGuardedCall(control, [&] {
    if (state_ == nullptr) {
      return NoSchema();
    }
    return state_->Validate(name, {{name, std::string(text)}});
  });
}

Report Schema::CheckFile(const std::string& path, const CallOptions& control) const noexcept {
  return RunGuardedCall(control, [&] { return state_ == nullptr ? NoSchema() : state_->Validate(path, {}); });
}

Schema::DescribeResult Schema::Describe(std::string_view text, size_t at,
                                        const CallOptions& control) const noexcept {
  DescribeResult requested;
  requested.report = RunGuardedCall(control, [&] {
    if (state_ == nullptr) {
      return NoSchema();
    }
    if (text.size() > state_->options.limits.file_size || at > text.size()) {
      return Refused("the position does not exist, or the document exceeds the limit `file-size`");
    }
    return state_->Explain(text, at, requested.meaning);
  });
  return requested;
}

std::string_view Version() {
  return kVersion;
}

}  // namespace kval::api
