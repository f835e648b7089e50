#include "src/driver/check_each.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "schemas/kubernetes/api_table.h"
#include "src/diag/read_failure.h"
#include "src/driver/compiled_schema.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/helm/chart.h"
#include "src/driver/helm/layer.h"
#include "src/driver/helm/rendered_manifests.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/libraries/root_library.h"
#include "src/driver/parallel_checks.h"
#include "src/driver/parallel_for.h"
#include "src/driver/pipeline.h"
#include "src/driver/shared_step_budget.h"
#include "src/source/size_on_disk.h"

namespace kval::driver {
namespace {

ParallelCheckOptions SchedulingOf(const CheckEachOptions& each, size_t jobs, const Session& session) {
  return {jobs, session.limits.findings, StepsLeft(session), each.progress};
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
  std::vector<ThreadCache> kept(ThreadCount(files.size(), jobs));
  ParallelCheckResults checked =
      RunParallelChecks(files.size(), SchedulingOf(each, jobs, session), [&](const ParallelCheck& task) {
        Session document(&validator->session());
        FileResult verdict;
        verdict.document_count =
            validator->File(files[task.index], reader, document, &kept[task.thread], task.allowed_steps);
        verdict.Take(document);
        return verdict;
      });
  for (FileResult& verdict : checked.results) {
    result.document_count += verdict.document_count;
    MergeInto(std::move(verdict), known_strings, session);
  }
  if (checked.first_unchecked) {
    ReportNotChecked(files, *checked.first_unchecked, reader, session);
  }
  if (session.emit.error_count() > 0) {
    result.failed_at = Stage::kValues;
  }
  return result;
}

// Adds the counts of a part of the run.
void Add(const CheckEachResult& part, CheckEachResult& result) {
  result.failed_at = std::min(result.failed_at, part.failed_at);
  result.could_read = result.could_read && part.could_read;
  result.file_count += part.file_count;
  result.document_count += part.document_count;
  result.compilations += part.compilations;
}

// The options for the manifests that the templates of a set make; nullopt: they are not validated.
std::optional<KubernetesOptions> ManifestsOfSet(const PlannedCheck& check, size_t jobs) {
  if (!check.options.manifests) {
    return std::nullopt;
  }
  KubernetesOptions manifests = check.manifests;
  manifests.jobs = jobs;
  manifests.directory = check.options.directory;
  return manifests;
}

CheckEachResult CheckAsOneSet(const DriverOptions& options, const std::optional<KubernetesOptions>& manifests,
                              source::FileReader& reader, Session& session) {
  const PipelineResult run = Run(options, reader, session, manifests ? &*manifests : nullptr);
  CheckEachResult result;
  result.failed_at = run.failed_at;
  result.file_count = run.file_count;
  result.compilations = run.has_schema ? 1 : 0;
  return result;
}

// A set with templates, which are evaluated with the values of each file.
CheckEachResult CheckWithTemplates(const PlannedCheck& check, const CheckEachOptions& each,
                                   InputFileReader& reader, Session& session) {
  const std::vector<InputFile>& files = check.files;
  const std::optional<KubernetesOptions> manifests = ManifestsOfSet(check, 1);
  for (const InputFile& file : files) {
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  std::vector<CheckEachResult> parts(files.size());
  ParallelCheckResults checked =
      RunParallelChecks(files.size(), SchedulingOf(each, each.jobs, session), [&](const ParallelCheck& task) {
        DriverOptions set = check.options;
        set.inputs.push_back({files[task.index].path, {}, InputRole::kValues});
        Session own(session.limits);
        return RunInSession(own, task.allowed_steps,
                            [&] { parts[task.index] = CheckAsOneSet(set, manifests, reader, own); });
      });
  CheckEachResult result;
  for (size_t i = 0; i < checked.results.size(); ++i) {
    Add(parts[i], result);
    MergeInto(std::move(checked.results[i]), session.sources.file_count(), session);
  }
  result.compilations = std::min<size_t>(result.compilations, 1);
  if (checked.first_unchecked) {
    ReportNotChecked(files, *checked.first_unchecked, reader, session);
    result.failed_at = std::min(result.failed_at, Stage::kValues);
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
  options.progress = each.progress;
  options.directory = check.options.directory;
  options.chart_caches = check.options.chart_caches;
  if (options.versions.empty()) {
    options.versions = {table.newest()};
  }
  bool has_named = check.files.empty();
  for (const InputFile& file : check.files) {
    options.paths.push_back(file.path);
    has_named = has_named || file.directory.empty();
    if (!file.directory.empty()) {
      reader.Add(file);
    }
  }
  options.are_named = options.are_named && has_named;
  const KubernetesResult run = CheckKubernetes(options, session.limits, table, reader, session);
  CheckEachResult result;
  result.could_read = run.could_read;
  result.failed_at = StageOf(run.could_read, session);
  result.file_count = run.file_count;
  result.document_count = run.resource_count;
  result.compilations = 1;
  return result;
}

// Names the values files where the chart rejects the values and no finding leads to them: a project may check
// a chart with the values of many environments.
void NameValuesFiles(const std::vector<InputPath>& inputs, Session& session) {
  std::string names;
  for (const InputPath& input : inputs) {
    names += (names.empty() ? "`" : ", `") + input.path + "`";
  }
  const auto is_in_values = [&](const diag::Label& label) {
    return label.span.has_value() && std::any_of(inputs.begin(), inputs.end(), [&](const InputPath& input) {
             return session.sources.FileOf(label.span).name() == input.path;
           });
  };
  for (diag::Diagnostic& finding : session.findings.Release()) {
    const bool is_rejection =
        finding.kind == diag::Kind::kHelmRefused || finding.kind == diag::Kind::kHelmTemplateFails;
    if (is_rejection && !names.empty() &&
        std::none_of(finding.labels.begin(), finding.labels.end(), is_in_values)) {
      finding.notes.push_back("with the values of " + names);
    }
    session.findings.Consume(std::move(finding));
  }
}

CheckEachResult CheckChart(const PlannedCheck& check, const CheckEachOptions& each, InputFileReader& reader,
                           Session& session) {
  HelmRequest request;
  request.chart = request.input.chart = check.chart;
  request.infer = check.options.infer;
  request.version = check.options.helm_version;
  request.size_of = source::SizeOnDisk;
  request.has_partial_values = check.has_partial_values;
  request.schema_locations = check.options.schema_locations;
  request.input.flags = HelmFlagsOf(check.options);
  for (const InputPath& input : check.options.inputs) {
    request.input.files.push_back(input.path);
  }
  const auto table = schemas::kubernetes::ApiTable::Builtin();
  if (check.options.manifests) {
    request.release = ReleaseFor(check.manifests, table);
  }
  const HelmResult run = RunHelm(request, reader, session);
  bool is_usable = run.is_chart_usable;
  if (run.rendered != nullptr && run.rendered->is_valid()) {
    KubernetesOptions options = check.manifests;
    options.jobs = each.jobs;
    is_usable = CheckRenderedManifests(*run.rendered, HasUserValues(request), options, table, reader, session)
                    .could_read &&
                is_usable;
  }
  NameValuesFiles(check.options.inputs, session);
  CheckEachResult result;
  result.failed_at = StageOf(is_usable, session);
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
  return CheckAsOneSet(options, std::nullopt, reader, session);
}

}  // namespace

CheckEachResult RunCheck(const PlannedCheck& check, const CheckEachOptions& each, InputFileReader& reader,
                         Session& session) {
  switch (check.method) {
    case CheckMethod::kOneSet:
      return CheckAsOneSet(check.options, ManifestsOfSet(check, each.jobs), reader, session);
    case CheckMethod::kDocuments:
      return ValidateFiles(check.options, check.files, each, reader, session);
    case CheckMethod::kTemplates:
      return CheckWithTemplates(check, each, reader, session);
    case CheckMethod::kManifests:
      return CheckManifests(check, each, reader, session);
    case CheckMethod::kChart:
      return CheckChart(check, each, reader, session);
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
    session.Freeze();
    for (const PlannedCheck& check : plan.checks) {
      Session part(&session);  // based on the files that the plan has parsed
      FileResult verdict =
          RunInSession(part, StepsLeft(session), [&] { Add(RunCheck(check, each, reader, part), result); });
      MergeInto(std::move(verdict), session.sources.file_count(), session);
    }
  }
  for (const Failure& failure : plan.unreadable) {
    diag::ReportReadFailure({}, failure, session.emit);
    result.could_read = false;
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
