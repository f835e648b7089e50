#include "src/driver/check_each.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/findings/diagnostic_limit.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/helm/chart.h"
#include "src/driver/helm/layer.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/parallel_for.h"
#include "src/driver/pipeline.h"
#include "src/driver/shared_step_budget.h"
#include "src/source/size_on_disk.h"

namespace kval::driver {
namespace {

// Validates every file; results are in file order. Files from `beyond` on have none, because the run's steps
// are exhausted.
std::vector<FileResult> ValidateAll(const CompiledSchema& validator, const std::vector<InputFile>& files,
                                    const CheckEachOptions& each, source::FileReader& reader, size_t jobs,
                                    std::optional<size_t>& beyond) {
  std::vector<FileResult> verdicts(files.size());
  std::atomic<size_t> done{0};
  DiagnosticLimit bound(validator.session().limits.findings);
  SharedStepBudget work(validator.session().limits.run_steps, validator.session().steps);
  std::vector<ThreadCache> kept(ThreadCount(files.size(), jobs));
  ParallelFor(files.size(), jobs, [&](size_t i, size_t thread) {
    if (const std::optional<uint64_t> steps = work.Allowance()) {
      Session session(&validator.session());
      verdicts[i].document_count = validator.File(files[i], reader, session, &kept[thread], *steps);
      work.Spent(i, session.StepsTaken());
      verdicts[i].Take(session);
      bound.Truncate(i, verdicts[i]);
    }
    if (each.progress != nullptr) {
      each.progress(++done, files.size());
    }
  });
  beyond = work.first_unchecked();
  verdicts.resize(beyond.value_or(files.size()));
  return verdicts;
}

// Validates files by the schema among the inputs.
CheckEachResult ValidateFiles(const DriverOptions& options, const std::vector<InputFile>& files,
                              const CheckEachOptions& each, source::FileReader& reader, Session& session) {
  CheckEachResult result;
  const bool ok = LoadRootLibrary(options, reader, session);
  result.file_count = FileCount(session) + files.size();
  if (!ok) {
    result.failed_at = Stage::kInputs;
    return result;
  }
  const std::unique_ptr<const CompiledSchema> validator = CompiledSchema::Compile(options, reader, session);
  ++result.compilations;
  if (validator == nullptr) {
    result.failed_at = Stage::kSchema;
    return result;
  }
  const size_t known_strings = session.sources.file_count();
  const size_t jobs = validator->is_shareable() ? each.jobs : 1;
  std::optional<size_t> beyond;
  for (FileResult& verdict : ValidateAll(*validator, files, each, reader, jobs, beyond)) {
    result.document_count += verdict.document_count;
    MergeInto(std::move(verdict), known_strings, session);
  }
  if (beyond) {
    ReportNotChecked(files, *beyond, reader, session);
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

// Moves the findings of some files from their own session.
void Take(const CheckEachResult& validated, Session& part, CheckEachResult& result, Session& session) {
  result.failed_at = std::min(result.failed_at, validated.failed_at);
  result.file_count += validated.file_count;
  result.document_count += validated.document_count;
  result.compilations += validated.compilations;
  FileResult verdict;
  verdict.Take(part);
  verdict.steps -= session.steps;
  MergeInto(std::move(verdict), session.sources.file_count(), session);
}

CheckEachResult CheckAsOneSet(const DriverOptions& options, source::FileReader& reader, Session& session) {
  const PipelineResult run = Run(options, reader, session);
  CheckEachResult result;
  result.failed_at = run.failed_at;
  result.file_count = run.file_count;
  result.compilations = run.has_schema ? 1 : 0;
  return result;
}

// A set with templates, which are evaluated with the values of each file.
CheckEachResult CheckWithTemplates(const DriverOptions& options, const std::vector<InputFile>& files,
                                   InputFileReader& reader, Session& session) {
  CheckEachResult result;
  for (const InputFile& file : files) {
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  for (const InputFile& file : files) {
    DriverOptions set = options;
    set.inputs.push_back({file.path, {}, InputRole::kValues});
    Session part(session.limits);
    part.steps = session.steps;
    Take(CheckAsOneSet(set, reader, part), part, result, session);
    result.compilations = std::min<size_t>(result.compilations, 1);
  }
  return result;
}

Stage StageOf(bool is_usable, const Session& session) {
  return !is_usable ? Stage::kInputs : session.emit.error_count() > 0 ? Stage::kValues : Stage::kDone;
}

CheckEachResult CheckManifests(const PlannedCheck& check, const CheckEachOptions& each,
                               InputFileReader& reader, Session& session) {
  const auto table = schemas::kubernetes::ApiTable::Builtin();
  KubernetesOptions options = check.manifests;
  options.jobs = each.jobs;
  if (options.versions.empty()) {
    options.versions = {table.newest()};
  }
  for (const InputFile& file : check.files) {
    options.paths.push_back(file.path);
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  const KubernetesResult run = CheckKubernetes(options, session.limits, table, reader, session);
  CheckEachResult result;
  result.could_read = run.could_read;
  result.failed_at = StageOf(run.could_read, session);
  result.file_count = run.file_count;
  result.document_count = run.resource_count;
  result.compilations = 1;
  return result;
}

CheckEachResult CheckChart(const PlannedCheck& check, InputFileReader& reader, Session& session) {
  HelmRequest request;
  request.chart = request.input.chart = check.chart;
  request.infer = check.options.infer;
  request.version = check.options.helm_version;
  request.size_of = source::SizeOnDisk;
  request.schema_locations = check.options.schema_locations;
  request.input.flags = HelmFlagsOf(check.options);
  for (const InputPath& input : check.options.inputs) {
    request.input.files.push_back(input.path);
  }
  const HelmResult run = RunHelm(request, reader, session);
  CheckEachResult result;
  result.failed_at = StageOf(run.is_chart_usable, session);
  result.file_count = check.options.inputs.size() + 1;
  return result;
}

CheckEachResult CheckSyntax(const PlannedCheck& check, InputFileReader& reader, Session& session) {
  DriverOptions options = check.options;
  options.yaml_only = true;
  for (const InputFile& file : check.files) {
    options.inputs.push_back({file.path, {}, InputRole::kAuto});
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  return CheckAsOneSet(options, reader, session);
}

}  // namespace

CheckEachResult RunCheck(const PlannedCheck& check, const CheckEachOptions& each, InputFileReader& reader,
                         Session& session) {
  switch (check.method) {
    case CheckMethod::kOneSet:
      return CheckAsOneSet(check.options, reader, session);
    case CheckMethod::kDocuments:
      return ValidateFiles(check.options, check.files, each, reader, session);
    case CheckMethod::kTemplates:
      return CheckWithTemplates(check.options, check.files, reader, session);
    case CheckMethod::kManifests:
      return CheckManifests(check, each, reader, session);
    case CheckMethod::kChart:
      return CheckChart(check, reader, session);
    case CheckMethod::kYamlOnly:
      return CheckSyntax(check, reader, session);
  }
  return {};
}

CheckEachResult RunPlan(const CheckPlan& plan, const CheckEachOptions& each, InputFileReader& reader,
                        Session& session) {
  CheckEachResult result;
  if (plan.checks.size() == 1) {
    result = RunCheck(plan.checks.front(), each, reader, session);
  } else {
    for (const PlannedCheck& check : plan.checks) {
      Session part(session.limits);
      part.steps = session.steps;
      Take(RunCheck(check, each, reader, part), part, result, session);
    }
  }
  result.file_count += plan.unplanned;
  result.could_read = result.could_read && plan.could_read;
  result.failed_at = plan.is_usable ? result.failed_at : Stage::kInputs;
  return result;
}

CheckEachResult CheckEach(const DriverOptions& options, const CheckEachOptions& each,
                          source::FileReader& disk, Session& session) {
  InputFileReader reader(disk);
  return RunPlan(PlanEach(options, each.paths, reader, session), each, reader, session);
}

}  // namespace kval::driver
