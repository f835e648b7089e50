#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "include/kval/kval.h"
#include "src/api/call_queue.h"
#include "src/api/findings.h"
#include "src/api/guarded.h"
#include "src/api/host_reader.h"
#include "src/api/kept_pool.h"
#include "src/api/meaning.h"
#include "src/api/request.h"
#include "src/api/version.h"
#include "src/driver/judge.h"
#include "src/driver/libraries/root_library.h"
#include "src/policy/judgement.h"
#include "src/report/redact.h"

namespace kval::api {
namespace {

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

// Numbers below 20 are of the request and the environment, those below 30 of limits (diag/kind.def).
bool HasError(const std::vector<diag::Diagnostic>& findings, uint16_t from, uint16_t below) {
  return std::any_of(findings.begin(), findings.end(), [&](const diag::Diagnostic& finding) {
    const uint16_t number = diag::EntryOf(finding.kind).number;
    return finding.severity == diag::Severity::kError && number >= from && number < below;
  });
}

Outcome OutcomeOf(const std::vector<diag::Diagnostic>& findings, Outcome on_error) {
  if (HasError(findings, 20, 30)) {
    return Outcome::kLimit;
  }
  if (HasError(findings, 0, 20)) {
    return Outcome::kUnusable;
  }
  return HasError(findings, 30, 10'000) ? on_error : Outcome::kValid;
}

}  // namespace

// The parts of a schema; later members refer to earlier ones.
struct Schema::State {
  driver::Options options;
  policy::Policy policy;
  bool hides_secrets = true;
  TextsBefore::Texts texts;
  std::shared_ptr<Reader> host_reader;
  bool reads_disk = false;
  std::unique_ptr<source::FileReader> files;
  std::unique_ptr<TextsBefore> reader;
  std::unique_ptr<driver::Session> session;
  std::unique_ptr<const driver::Judge> judge;
  mutable KeptPool kept;
  // For schemas with functions that one thread at a time may ask.
  mutable CallQueue queue;

  // The files as one call reads them: what all calls read together has no limit.
  std::unique_ptr<source::FileReader> OpenFiles() const;
  Report ReportOf(driver::Session& found, bool was_checked, Outcome on_error) const;
  // Validates an in-memory text that overrides a file, or a file if there is none.
  Report Judge(const std::string& path, const TextsBefore::Texts& texts) const;
  // Describes the schema at an offset of a document; the report explains a missing description.
  Report Explain(std::string_view text, size_t at, Meaning& meaning) const;
  Report JudgeOne(const std::string& path, source::FileReader& from, Kept* of_calls) const;
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
    findings = policy::Judge(std::move(findings), found.findings.dropped().empty(), found.sources, policy, {})
                   .findings;
  }
  report.outcome = OutcomeOf(findings, on_error);
  if (report.outcome == Outcome::kValid && policy::CountDropped(found.findings, policy.rules).errors > 0) {
    report.outcome = on_error;
  }
  if (hides_secrets) {
    const std::vector<std::string> keys = found.SecretKeys().All();
    const report::Redaction redaction(found.sources, keys, findings);
    for (diag::Diagnostic& finding : findings) {
      finding = redaction.Redact(finding);
    }
  }
  report.findings = ToFindings(findings, found.sources);
  return report;
}

Report Schema::State::Judge(const std::string& path, const TextsBefore::Texts& given) const {
  const std::unique_ptr<source::FileReader> opened = OpenFiles();
  TextsBefore inputs(&texts, opened.get(), options.limits);
  TextsBefore from(&given, &inputs, options.limits);
  KeptPool::Loan loan(&kept);
  Report report = JudgeOne(path, from, loan.kept());
  loan.GiveBack();
  return report;
}

Report Schema::State::JudgeOne(const std::string& path, source::FileReader& from, Kept* of_calls) const {
  const CallQueue::Turn turn(judge->is_shareable() ? nullptr : &queue);
  if (!turn.refusal().empty()) {
    return Refused(std::string(turn.refusal()));
  }
  driver::Session document(session.get());
  const size_t count = judge->File({path, {}}, from, document, of_calls);
  Report report = ReportOf(document, true, Outcome::kFaulty);
  report.document_count = count;
  return report;
}

Report Schema::State::Explain(std::string_view text, size_t at, Meaning& meaning) const {
  const CallQueue::Turn turn(judge->is_shareable() ? nullptr : &queue);
  if (!turn.refusal().empty()) {
    return Refused(std::string(turn.refusal()));
  }
  meaning = MeaningIn(text, at, *judge, options.limits);
  return {};
}

Schema::Compiled Schema::Compile(const SchemaRequest& request, const Control& control) noexcept {
  Compiled compiled;
  compiled.report = Guarded(control, [&] {
    auto state = std::make_shared<State>();
    std::string problem;
    if (!ToOptions(request, state->options, problem) || !ToPolicy(request, state->policy, problem)) {
      return Refused(std::move(problem));
    }
    state->hides_secrets = request.hides_secrets;
    for (const Input& input : request.inputs) {
      if (input.text) {
        state->texts[input.path] = *input.text;
      }
    }
    const Limits& limits = state->options.limits;
    state->host_reader = request.reader;
    state->reads_disk = request.reads_disk;
    state->files = state->OpenFiles();
    state->reader = std::make_unique<TextsBefore>(&state->texts, state->files.get(), limits);
    state->session = std::make_unique<driver::Session>(limits);
    driver::Session& session = *state->session;
    if (driver::LoadRootLibrary(state->options, *state->reader, session)) {
      state->judge = driver::Judge::Compile(state->options, *state->reader, session);
    }
    Report report = state->ReportOf(session, state->judge != nullptr, Outcome::kUnusable);
    // Errors in base values are reported; they do not prevent checks.
    if (state->judge != nullptr && report.outcome != Outcome::kLimit) {
      compiled.schema = Schema(std::move(state));
    }
    return report;
  });
  return compiled;
}

Report Schema::Check(std::string_view text, const std::string& name, const Control& control) const noexcept {
  return Guarded(control, [&] {
    if (state_ == nullptr) {
      return NoSchema();
    }
    return state_->Judge(name, {{name, std::string(text)}});
  });
}

Report Schema::CheckFile(const std::string& path, const Control& control) const noexcept {
  return Guarded(control, [&] { return state_ == nullptr ? NoSchema() : state_->Judge(path, {}); });
}

Schema::Asked Schema::Ask(std::string_view text, size_t at, const Control& control) const noexcept {
  Asked asked;
  asked.report = Guarded(control, [&] {
    if (state_ == nullptr) {
      return NoSchema();
    }
    if (text.size() > state_->options.limits.file_size || at > text.size()) {
      return Refused("the position does not exist, or the document exceeds the limit `file-size`");
    }
    return state_->Explain(text, at, asked.meaning);
  });
  return asked;
}

std::string_view Version() {
  return kVersion;
}

}  // namespace kval::api
