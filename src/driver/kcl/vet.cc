#include "src/driver/kcl/vet.h"

#include <utility>

#include "src/diag/collector.h"
#include "src/diag/read_failure.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/kcl/document.h"
#include "src/driver/kcl/vet_finding_matcher.h"
#include "src/driver/parallel_checks.h"
#include "src/driver/shared_step_budget.h"
#include "src/lang/kcl/sema/main_schemas.h"
#include "src/types/evaluators.h"

namespace kval::driver {
namespace {

constexpr diag::Def<std::string_view> kChecksNothing{
    diag::Kind::kBadSchema, "{} declares no schema and asserts nothing: no data can be checked against it"};

}  // namespace

using diag::Diagnostic;
using kcl::run::VetResult;
using schemas::kcl::KclRequest;
using schemas::kcl::KclSchema;

KclVet::KclVet(const kcl::run::VetRequest& request, source::FileReader& reader, Session& session)
    : request_(request), reader_(reader), session_(session), model_(session.NewModel()) {
  kcl::run::LoadProgram(request_, session_.sources, reader_, files_);
  request_.known = &files_;
}

const KclSchema* KclVet::Schema() {
  if (!std::exchange(is_compiled_, true)) {
    diag::Collector mistakes;
    diag::Emitter silent(&mistakes);
    KclRequest compile;
    compile.files = {request_.schema_file};
    compile.schema_name = request_.schema;
    compile.attribute_name = request_.attribute;
    compile.externals = request_.externals;
    compile.limits = request_.limits;
    compile.known = &files_;
    schema_ = KclSchema::Compile(compile, session_.sources, reader_, session_.arena, model_, silent);
  }
  return schema_.get();
}

// What kval's checks find in a document; nothing when the program has no schema.
diag::Collector KclVet::FindViolations(const value::Value& document, Session& session) {
  const KclSchema* schema = Schema();
  if (schema == nullptr || !schema->has_schema()) {
    return diag::Collector();
  }
  diag::Collector found(request_.limits.findings);
  diag::Emitter emit(&found);
  const value::Value* current = &document;
  if (document.kind == value::Kind::kNull) {
    current = session.build.Mapping({}, document.span);
  } else if (document.kind == value::Kind::kMapping) {
    current = session.build.WithSpan(document, BeginOf(document));
  }
  // Budgets and evaluation results belong to one document.
  types::Evaluators evaluators(&session.arena);
  const schemas::kcl::ValidationContext validating{session.arena, session.sources, &evaluators};
  KclDocument checks(*schema, model_, current, validating, value::Dialect::kKclVet, request_.limits,
                     "`-s` names another", emit);
  current = checks.CheckShape(*checks.CheckLayer(*current), false);
  checks.CheckRules(*current);
  session.steps += checks.worker().steps_spent() + schema->StepsOf(validating);
  return found;
}

VetResult KclVet::CheckDocument(const value::Value& document, Session& session) {
  kcl::run::VetRequest request = request_;
  request.steps = &session.steps;
  std::vector<kcl::run::VetFinding> theirs;
  diag::Collector further(0);  // than are kept: the first one of each kind, and how many
  const VetResult result =
      kcl::run::Vet(request, document, session.sources, reader_, [&](kcl::run::VetFinding found) {
        if (theirs.size() < request_.limits.findings) {
          theirs.push_back(std::move(found));
        } else {
          further.Consume(std::move(found.finding));
        }
      });
  const bool is_invalid = result == VetResult::kErrors;
  diag::Collector ours = is_invalid ? FindViolations(document, session) : diag::Collector();
  VetFindingMatcher findings(ours.Release(), ours.dropped().empty(), document, session.sources);
  for (const kcl::run::VetFinding& found : theirs) {
    if (found.finding.severity == diag::Severity::kError) {
      findings.Add(found);
    } else {
      session.emit.Emit(found.finding);
    }
  }
  findings.Emit(session.emit, is_invalid);
  session.findings.CountDropped(ours);
  if (ours.dropped().empty()) {
    for (const Diagnostic& found : further.diagnostics()) {
      session.emit.Emit(found);
    }
    session.findings.CountDropped(further);
  }
  return result;
}

// Whether the program could find anything wrong with any data; reported when it could not.
bool KclVet::HasConstraints(Session& session) {
  const bool has_schema =
      !request_.schema.empty() || files_.packages.empty() || kcl::FindSchema(files_, {}) != nullptr;
  if (has_schema || Schema() == nullptr || Schema()->has_constraints()) {
    return true;
  }
  session.emit.Report({}, kChecksNothing, request_.schema_file)
      .Hint("a KCL schema begins with `schema Name:`")
      .Emit();
  return false;
}

VetResult KclVet::CheckFile(const std::string& path, Session& session) {
  if (!HasConstraints(session)) {
    return VetResult::kInvalidProgram;
  }
  Result<std::string> text = reader_.Read(path);
  if (!text) {
    diag::ReportReadFailure({}, text.failure(), session.emit);
    return VetResult::kErrors;
  }
  const source::SourceFile& file = session.sources.AddText(path == "-" ? "<stdin>" : path, *std::move(text));
  const kcl::run::Data data =
      kcl::run::ReadData(file, request_.format, request_.limits, session.arena, session.emit);
  VetResult result = data.is_whole ? VetResult::kValid : VetResult::kErrors;
  for (size_t i = 0; i < data.documents.size(); ++i) {
    const value::Value* document = data.documents[i];
    if (session.steps > request_.limits.run_steps) {
      ReportNotChecked(BeginOf(*document), "this document", data.documents.size() - i - 1, "documents",
                       session);
      return VetResult::kErrors;
    }
    if (!data.is_whole) {
      diag::Collector errors = FindViolations(*document, session);
      session.findings.CountDropped(errors);
      for (Diagnostic& error : errors.Release()) {
        session.emit.Emit(std::move(error));
      }
      continue;
    }
    const VetResult one = CheckDocument(*document, session);
    if (one == VetResult::kInvalidProgram) {
      return one;
    }
    result = one == VetResult::kValid ? result : one;
  }
  return result;
}

KclVet::FilesResult KclVet::CheckFiles(const std::vector<std::string>& paths) {
  if (paths.size() == 1) {
    return {CheckFile(paths.front(), session_), 1};
  }
  Schema();
  const size_t jobs = model_.Share() ? 0 : 1;
  session_.Freeze();
  const size_t known = session_.sources.file_count();
  std::vector<VetResult> results(paths.size());
  ParallelCheckResults checked = RunParallelChecks(
      paths.size(), {jobs, session_.limits.findings, StepsLeft(session_)}, [&](const ParallelCheck& task) {
        Session file(&session_);
        return RunInSession(file, task.allowed_steps,
                            [&] { results[task.index] = CheckFile(paths[task.index], file); });
      });
  FilesResult all;
  for (FileResult& one : checked.results) {
    const VetResult result = results[all.file_count++];
    MergeInto(std::move(one), known, session_);
    all.result = result == VetResult::kValid ? all.result : result;
    if (result == VetResult::kInvalidProgram) {
      return all;
    }
  }
  if (checked.first_unchecked) {
    ReportNotChecked({}, paths[*checked.first_unchecked], paths.size() - *checked.first_unchecked - 1,
                     "files", session_);
    all.result = VetResult::kErrors;
  }
  return all;
}

}  // namespace kval::driver
