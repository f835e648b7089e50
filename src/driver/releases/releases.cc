#include "src/driver/releases/releases.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/driver/helm/rendered_manifests.h"
#include "src/driver/parallel_checks.h"
#include "src/driver/releases/application_sets.h"
#include "src/driver/releases/argo_applications.h"
#include "src/driver/releases/fields.h"
#include "src/driver/releases/flux_releases.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/driver/releases/kustomize_charts.h"
#include "src/driver/session.h"
#include "src/driver/shared_step_budget.h"
#include "src/kubernetes/template_detection.h"
#include "src/support/lexical_path.h"
#include "src/support/text_search.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

bool HasAny(Text text, std::initializer_list<Text> words) {
  return std::any_of(words.begin(), words.end(), [&](Text word) { return ContainsWord(text, word); });
}

bool MayBeRelease(Text text) {
  return HasAny(text, {"helm.toolkit.fluxcd.io/", "argoproj.io/", "helmCharts"});
}

constexpr diag::Def<size_t, Text, Text> kNoCharts{
    diag::Kind::kNotChecked,
    "the manifests of {} charts were not checked, because the charts are not on the disk, such as {} in {}"};

// More missing charts are one note, which lists so many.
constexpr size_t kMostMissingCharts = 3;
constexpr size_t kMostListedCharts = 12;

// The fields with charts or values that inline patches set in a document.
std::set<std::string> FieldsSetIn(const value::Value& root, const KustomizedFields& kustomized) {
  constexpr Text kFields[] = {"chart",  "chartRef",   "destination", "generators",
                              "source", "sources",    "template",    "targetNamespace",
                              "values", "valuesFrom", "releaseName"};
  std::set<std::string> found;
  for (const AppliedField& applied : kustomized.patched.For(root)) {
    const std::vector<std::string>& keys = applied.field->keys;
    const bool is_relevant = keys.size() > 1 && keys[0] == "spec" &&
                             std::find(std::begin(kFields), std::end(kFields), keys[1]) != std::end(kFields);
    if (is_relevant) {
      std::string path;
      for (const std::string& key : keys) {
        path += (path.empty() ? "" : ".") + key;
      }
      found.insert(std::move(path));
    }
  }
  // Maps that contain another one of the fields follow from it.
  std::erase_if(found, [&](const std::string& path) {
    const auto next = found.upper_bound(path + ".");
    return next != found.end() && next->starts_with(path + ".");
  });
  return found;
}

// The charts that no source finds, in the order of the sources.
class MissingCharts {
 public:
  void Add(const FileResult& verdict, const std::string& file) {
    for (const diag::Diagnostic& finding : verdict.findings.diagnostics()) {
      if (finding.subject.starts_with(kMissingChartSubject) && subjects_.insert(finding.subject).second) {
        file_ = names_.empty() ? file : file_;
        names_.push_back(finding.subject.substr(Text(kMissingChartSubject).size()));
      }
    }
  }

  bool are_many() const { return names_.size() > kMostMissingCharts; }

  void Report(diag::Emitter& emit) const {
    std::string others;
    for (size_t i = 1; i < std::min(names_.size(), kMostListedCharts + 1); ++i) {
      others += (i == 1 ? "" : ", ") + names_[i];
    }
    if (names_.size() > kMostListedCharts + 1) {
      others += " and " + std::to_string(names_.size() - kMostListedCharts - 1) + " more";
    }
    emit.Report({}, kNoCharts, names_.size(), names_.front(), file_)
        .As(diag::Severity::kNote)
        .Note("the others: " + others)
        .Hint("`helm pull CHART -d charts` downloads a chart, `helm dependency build CHART` its dependencies")
        .Emit();
  }

 private:
  std::set<std::string> subjects_;
  std::vector<std::string> names_;
  std::string file_;  // that names the first one
};

// Findings of one place in files of several sources that say the same.
class ReportedOnce {
 public:
  explicit ReportedOnce(bool omits_missing_charts) : omits_missing_charts_(omits_missing_charts) {}

  void Filter(FileResult& verdict) {
    diag::Collector kept;
    kept.CountDropped(verdict.findings);
    for (diag::Diagnostic& finding : verdict.findings.Release()) {
      if (IsNew(finding, verdict)) {
        kept.Consume(std::move(finding));
      }
    }
    verdict.findings = std::move(kept);
  }

 private:
  bool IsNew(const diag::Diagnostic& finding, const FileResult& verdict) {
    if (finding.subject.starts_with(kMissingChartSubject)) {
      return !omits_missing_charts_ && charts_.insert(finding.subject).second;
    }
    const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
    std::string name;
    uint32_t offset = 0;
    for (const auto& file : verdict.strings) {
      if (at.has_value() && file->Contains(at.begin)) {
        name = file->name();
        offset = at.begin - file->base();
      }
    }
    return reported_.emplace(std::move(name), offset, finding.message).second;
  }

  bool omits_missing_charts_;
  std::set<std::string> charts_;
  std::set<std::tuple<std::string, uint32_t, std::string>> reported_;
};

}  // namespace

// Custom resources of the files are in the cluster, with their definitions.
void Releases::AddVersion(const value::Value& root, const DocumentPlace& place) {
  const auto add = [&](const std::string& version, const std::string& kind) {
    if (version.find('.') != std::string::npos && version.find('/') != std::string::npos) {
      api_versions_.insert(version);
      api_versions_.insert(version + "/" + kind);
    }
  };
  const std::string kind = TextAt(&root, {"kind"});
  add(TextAt(&root, {"apiVersion"}), kind);
  if (kind == "CustomResourceDefinition") {
    definitions_.insert(place.file.path);
    for (const value::Value* version : ItemsAt(&root, {"spec", "versions"})) {
      add(TextAt(&root, {"spec", "group"}) + "/" + TextAt(version, {"name"}),
          TextAt(&root, {"spec", "names", "kind"}));
    }
  }
}

void Releases::AddDocument(const value::Value& root, const DocumentPlace& place, bool is_patch,
                           const KustomizedFields& kustomized) {
  objects_.Add(root, place);
  AddVersion(root, place);
  const bool is_kustomization = HasHelmCharts(root);
  if (!is_kustomization && !IsApplication(root) && !IsApplicationSet(root) && !IsHelmRelease(root)) {
    return;
  }
  const std::string name = TextAt(&root, {"kind"}) + "/" + TextAt(&root, {"metadata", "name"});
  if (is_patch) {
    patches_[name].push_back(place);
    return;
  }
  const ReleaseKind kind = is_kustomization         ? ReleaseKind::kKustomization
                           : IsApplication(root)    ? ReleaseKind::kApplication
                           : IsApplicationSet(root) ? ReleaseKind::kApplicationSet
                                                    : ReleaseKind::kHelmRelease;
  by_name_[name].push_back(sources_.size());
  sources_.push_back({kind, place, {}, FieldsSetIn(root, kustomized)});
}

void Releases::AddHelmfiles(const ManifestFiles& files) {
  std::vector<InputFile> found;
  for (size_t i = 0; i < files.size(); ++i) {
    const PassedManifest* passed = files[i].passed;
    const bool is_helmfile = passed == nullptr ? IsHelmfile(files[i].name, files[i].text())
                                               : passed->may_install && IsHelmfileName(files[i].name);
    if (!files[i].failure && is_helmfile) {
      found.push_back(files[i].input);
    }
  }
  for (const std::string& path : options_.paths) {
    if (options_.passed != nullptr && (path.ends_with(".yaml") || path.ends_with(".yml"))) {
      continue;  // one of thousands of files that a project names
    }
    if (reader_.KindOf(path) == source::PathKind::kFile && path.ends_with(".gotmpl")) {
      found.push_back({path, {}});
    }
    if (reader_.KindOf(path) != source::PathKind::kDirectory) {
      continue;
    }
    const std::string prefix = path.ends_with('/') ? path : path + "/";
    for (const std::string& name : reader_.Walk(path).files) {
      if (name.ends_with(".gotmpl") && IsHelmfileName(name)) {
        found.push_back({prefix + name, path});
      }
    }
  }
  std::set<std::string> included;
  for (const InputFile& file : found) {
    const Result<std::string> text =
        file.directory.empty() ? reader_.Read(file.path) : reader_.ReadBelow(file.directory, file.path);
    for (std::string& path : IncludedHelmfiles(file.path, text ? *text : std::string())) {
      included.insert(std::move(path));
    }
  }
  for (InputFile& file : found) {
    if (included.count(LexicallyNormal(file.path)) == 0) {
      sources_.push_back({ReleaseKind::kHelmfile, {std::move(file), 0}});
    }
  }
}

// Adds a file that passed in an earlier run: what that knows, and its documents if it may install charts.
// Returns false if the file is to be read for its custom resources, or because releases have values from
// ConfigMaps and Secrets.
bool Releases::AddPassed(const ManifestFile& file, const KustomizationGraph& kustomizations,
                         bool has_values_from) {
  const PassedManifest& passed = *file.passed;
  if (!passed.knows_versions || (has_values_from && passed.has_config_map)) {
    return false;
  }
  for (size_t begin = 0; begin < passed.custom_versions.size();) {
    const size_t end = passed.custom_versions.find('\n', begin);
    api_versions_.insert(passed.custom_versions.substr(begin, end - begin));
    begin = end + 1;
  }
  const Result<std::string> text =
      passed.may_install ? reader_.Read(file.input.path) : Result<std::string>(std::string());
  if (text && !text->empty()) {
    source::SourceMap sources;
    Arena arena;
    diag::Collector errors;
    diag::Emitter emit(&errors);
    AddFile(yaml::ReadFile(sources.AddText(file.name, *text), ManifestReading(Limits()), arena, emit), file,
            kustomizations);
  }
  return true;
}

// Adds the documents of a file, unless a kustomization has them as resources.
void Releases::AddFile(const yaml::File& read, const ManifestFile& file,
                       const KustomizationGraph& kustomizations) {
  const KustomizationGraph::FileUse* use = kustomizations.Find(file.name);
  for (size_t at = 0; (use == nullptr || use->is_patch) && at < read.documents.size(); ++at) {
    AddDocument(*read.documents[at].root, {file.input, at}, use != nullptr,
                kustomizations.FieldsOf(file.name));
  }
}

void Releases::Collect(ManifestFiles& files, const KustomizationGraph& kustomizations,
                       std::vector<std::string> policy_files) {
  policy_files_ = std::move(policy_files);
  AddHelmfiles(files);
  bool may_be = false, has_values_from = false;
  for (size_t i = 0; i < files.size(); ++i) {
    const PassedManifest* passed = files[i].passed;
    may_be = may_be || (passed == nullptr ? MayBeRelease(files[i].text()) : passed->may_install);
    has_values_from = has_values_from ||
                      (passed == nullptr ? HasAny(files[i].text(), {"valuesFrom"}) : passed->has_values_from);
  }
  for (size_t i = 0; may_be && i < files.size(); ++i) {
    const ManifestFile& file = files[i];
    if (file.input.path == "-" || file.failure || file.is_context || kubernetes::IsTemplate(file.text())) {
      continue;
    }
    if (file.passed != nullptr && AddPassed(file, kustomizations, has_values_from)) {
      continue;
    }
    std::set<std::string> others;
    others.swap(api_versions_);  // the loop adds those of this file alone
    const yaml::File& read = files.DocumentsOf(i);
    if (file.parsed->errors.diagnostics().empty()) {
      AddFile(read, file, kustomizations);
    }
    std::string& versions = files.Get(i).custom_versions.emplace();
    for (const std::string& version : api_versions_) {
      versions += version + "\n";
    }
    api_versions_.merge(others);
    files.Trim(i);
  }
  for (const auto& [name, places] : patches_) {
    for (const size_t source : by_name_[name]) {
      sources_[source].patches = places;
    }
  }
}

bool Releases::AreIn(const std::string& path) const {
  const std::string directory = LexicallyNormal(path);
  return std::any_of(sources_.begin(), sources_.end(), [&](const ReleaseSource& source) {
    return IsWithinDirectory(LexicallyNormal(source.place.file.path), directory);
  });
}

size_t Releases::Check(const ManifestVariables& variables, Session& session) {
  KubernetesOptions manifests = options_;
  manifests.paths.clear();
  manifests.old_paths.clear();
  manifests.passed = nullptr;  // the results of the run are not those of rendered manifests
  manifests.open_files = nullptr;
  manifests.policy_files = policy_files_;
  manifests.operation = kubernetes::Operation::kCreate;
  manifests.crds.insert(manifests.crds.end(), definitions_.begin(), definitions_.end());
  manifests.jobs = 1;
  manifests.progress = {};
  helm::render::Release defaults = ReleaseFor(options_, table_);
  defaults.api_versions.insert(defaults.api_versions.end(), api_versions_.begin(), api_versions_.end());
  ChartLookup charts(options_.chart_caches, reader_);
  const ReleaseRun run{manifests, defaults, session.limits,
                       table_,    objects_, variables,
                       charts,    reader_,  options_.passed != nullptr ? options_.open_files.get() : nullptr};
  std::vector<ReleaseSourceResult> results(sources_.size());
  ParallelCheckResults checked = RunParallelChecks(
      sources_.size(), {options_.jobs, session.limits.findings, StepsLeft(session), {}},
      [&](const ParallelCheck& task) {
        return CheckReleaseSource(sources_[task.index], run, task.allowed_steps, results[task.index]);
      });
  MissingCharts missing;
  for (size_t i = 0; i < checked.results.size(); ++i) {
    missing.Add(checked.results[i], LexicallyNormal(sources_[i].place.file.path));
  }
  ReportedOnce once(missing.are_many());
  size_t count = 0;
  for (size_t i = 0; i < checked.results.size(); ++i) {
    count += results[i].resource_count;
    once.Filter(checked.results[i]);
    MergeInto(std::move(checked.results[i]), session.sources.file_count(), session);
  }
  if (missing.are_many()) {
    missing.Report(session.emit);
  }
  if (checked.first_unchecked) {
    std::vector<InputFile> inputs;
    for (const ReleaseSource& source : sources_) {
      inputs.push_back(source.place.file);
    }
    ReportNotChecked(inputs, *checked.first_unchecked, reader_, session);
  }
  return count;
}

}  // namespace kval::driver
