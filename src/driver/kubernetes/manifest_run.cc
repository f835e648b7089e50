#include "src/driver/kubernetes/manifest_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/admission_inputs.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/kustomizations_above.h"
#include "src/driver/kubernetes/manifest_check.h"
#include "src/driver/kubernetes/manifest_reuse.h"
#include "src/driver/kubernetes/object_inputs.h"
#include "src/driver/kubernetes/partial_manifests.h"
#include "src/driver/kubernetes/patch_texts.h"
#include "src/driver/kubernetes/unused_policies.h"
#include "src/driver/parallel_checks.h"
#include "src/driver/parallel_for.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/driver/shared_step_budget.h"
#include "src/kubernetes/defaulting_webhooks.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/manifest_validator.h"
#include "src/kubernetes/practices/optional_rules.h"
#include "src/support/text_search.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kNoResource{diag::Kind::kNoInput,
                                  "no input contains a resource, so nothing was checked"};
constexpr diag::Def<> kNoOldObject{diag::Kind::kNoInput, "the files of --old contain no resource"};
constexpr diag::Def<Text, Text, Text> kVariables{
    diag::Kind::kNotChecked, "{} with variables that another program replaces {} not checked, such as {}"};
constexpr diag::Def<Text, Text, Text> kCatalogUse{
    diag::Kind::kNotChecked, "{} {} validated with the built-in catalogue, without CEL rules, such as {}"};
constexpr diag::Def<Text, Text, Text> kIgnored{diag::Kind::kNotChecked,
                                               "{} of ignored kinds {} not checked, such as {}"};
constexpr diag::Def<Text> kEmpty{diag::Kind::kNoInput, "{} has no resource: nothing was checked there"};

class ManifestRun {
 public:
  ManifestRun(const KubernetesOptions& options, const Limits& limits,
              const schemas::kubernetes::ApiTable& table, source::FileReader& reader, Session& session,
              FurtherCheck* further)
      : options_(options),
        limits_(limits),
        table_(table),
        reader_(reader),
        session_(session),
        further_(further) {}

  KubernetesResult All() {
    KubernetesResult result;
    std::vector<InputFile> files, definitions, old;
    // Readable files are validated even if others cannot be read, except for definitions: without one,
    // resources have no schema.
    const bool are_found = Expand(PathsOfManifests(), files);
    const bool are_old_found = ExpandPaths(options_.old_paths, reader_, session_.emit, old);
    if (!ExpandPaths(options_.crds, reader_, session_.emit, definitions) || !are_old_found ||
        !policies_.Load(WithoutDefinitions(definitions), limits_, reader_, session_)) {
      result.could_read = false;
      return result;
    }
    const size_t count = files.size();
    if (options_.uses_kustomizations_above) {
      AddKustomizationsAbove(options_.directory, reader_, files);
    }
    definitions_.emplace(limits_, table_, reader_, session_);
    BeginReuse(definitions);
    const bool is_located = definitions_->Locate(options_.locations);
    result.could_read = definitions_->Load(definitions) && is_located && are_found;
    files_.emplace(limits_, reader_, definitions_->sources());
    files_->Read(files, options_.jobs, reuse_ ? &reuse_->files() : nullptr,
                 options_.passed == nullptr ? options_.parsed.get() : nullptr);
    if (reuse_) {
      reuse_->Compare(*files_);
    }
    for (size_t i = 0; i < files_->size(); ++i) {
      const bool is_named = i < count;
      files_->Get(i).is_context = !is_named || IsOfPolicies((*files_)[i]);
      result.could_read = result.could_read && (!is_named || !(*files_)[i].failure);
    }
    ReadAhead();
    admission_.SetOperation(options_.operation);
    result.could_read = LoadOldObjects(old) && result.could_read;
    CollectAdmissionPolicies(*files_, tests_, admission_, session_.emit);
    if (!options_.optional_rules.empty()) {
      optional_rules_.emplace(options_.optional_rules);
      CollectObjects(*files_, kustomized_, optional_rules_->objects());
    }
    if (further_ != nullptr && (!reuse_ || reuse_->renders_charts())) {
      further_->Collect(*files_, kustomized_, FilesOfPolicies());
    }
    session_.Freeze();
    definitions_->sources().Freeze();
    Validate(result);
    result.file_count = count + definitions.size();
    return result;
  }

 private:
  // Results of files that passed are reused if they depend on nothing but the definitions, the files that
  // affect others, and the options.
  void BeginReuse(const std::vector<InputFile>& definitions) {
    if (options_.passed == nullptr) {
      return;
    }
    reuse_.emplace(*options_.passed, OptionsText());
    if (!policies_.empty() || !options_.old_paths.empty() || !options_.locations.empty() ||
        !options_.optional_rules.empty()) {
      reuse_->Clear();
      reuse_.reset();
      return;
    }
    for (const InputFile& file : definitions) {
      reuse_->AddDefinition(file, reader_);
    }
  }

  // All options that the results of a file may depend on, if results are reused.
  std::string OptionsText() const {
    std::string text;
    const auto add = [&text](uint64_t number) { text.append(std::to_string(number)).push_back(' '); };
    add(options_.are_named ? 1 : 0);
    add(options_.uses_catalog ? 1 : 0);
    add(static_cast<uint64_t>(options_.operation));
    for (const LimitEntry& limit : AllLimits()) {
      add(limits_.*limit.field);
    }
    for (const size_t version : options_.versions) {
      add(version);
    }
    for (const std::string& kind : options_.ignored_kinds) {
      text.append(kind).push_back('\0');
    }
    return text;
  }

  // As ExpandPaths. A path that was a file in an earlier run of the check is one: if it is a directory now,
  // it cannot be read.
  bool Expand(const std::vector<std::string>& paths, std::vector<InputFile>& files) {
    bool are_found = true;
    std::vector<std::string> unknown;
    const auto expand_unknown = [&] {
      are_found = ExpandPaths(unknown, reader_, session_.emit, files) && are_found;
      unknown.clear();
    };
    for (const std::string& path : paths) {
      if (options_.passed != nullptr && options_.passed->files.contains(path)) {
        expand_unknown();
        files.push_back({path, {}});
      } else {
        unknown.push_back(path);
      }
    }
    expand_unknown();
    return are_found;
  }

  std::vector<std::string> PathsOfManifests() const {
    std::vector<std::string> paths = options_.paths;
    paths.insert(paths.end(), options_.policy_files.begin(), options_.policy_files.end());
    std::erase_if(paths, [&](const std::string& path) {
      return further_ != nullptr && path.ends_with(".gotmpl") && IsHelmfileName(path);  // no YAML
    });
    return paths;
  }

  bool IsOfPolicies(const ManifestFile& file) const {
    const auto& paths = options_.policy_files;
    return std::find(paths.begin(), paths.end(), file.input.path) != paths.end();
  }

  // Whether a file has a namespace or parameters of policies.
  bool HasReference(size_t index) {
    bool has_any = false;
    if (admission_.references().MayBeIn((*files_)[index].text())) {
      ForEachResource(files_->KeepDocumentsOf(index), [&](const value::Value& object) {
        const value::Value* kind = value::Find(object, "kind");
        has_any = has_any || (kind != nullptr && admission_.references().MayBeIn(kind->raw));
      });
    }
    return has_any;
  }

  std::vector<std::string> FilesOfPolicies() {
    std::vector<std::string> paths;
    for (size_t i = 0; i < files_->size() && !admission_.empty(); ++i) {
      const ManifestFile& file = (*files_)[i];
      if (file.input.path != "-" && !file.failure && !tests_.HasPolicies(file.name) &&
          (kubernetes::AdmissionPolicySet::MayBeIn(file.text()) || HasReference(i))) {
        paths.push_back(file.input.path);
      }
    }
    return paths;
  }

  // Returns false after reporting that there are none, or that a file cannot be read.
  bool LoadOldObjects(const std::vector<InputFile>& files) {
    size_t count = 0;
    const bool could_read = definitions_->ForEachObjectOf(files, [&](const value::Value& object) {
      const bool is_resource =
          value::Find(object, "apiVersion") != nullptr && value::Find(object, "kind") != nullptr;
      count += is_resource ? 1 : 0;
      admission_.AddOld(object);
    });
    if (could_read && count == 0 && !files.empty()) {
      session_.emit.Report({}, kNoOldObject).Emit();
      return false;
    }
    return could_read;
  }

  // The policies; files among them with definitions of custom resources are added to `definitions`.
  std::vector<PolicyOption> WithoutDefinitions(std::vector<InputFile>& definitions) {
    std::vector<PolicyOption> policies;
    for (const PolicyOption& option : options_.policies) {
      if (option.kind.empty() && HasDefinition(option.path)) {
        definitions.push_back({option.path, {}});
      } else {
        policies.push_back(option);
      }
    }
    return policies;
  }

  bool HasDefinition(const std::string& path) {
    Result<std::string> text = reader_.KindOf(path) == source::PathKind::kFile
                                   ? reader_.Read(path)
                                   : Result<std::string>(std::string());
    if (!text || !MayDefine(*text)) {
      return false;
    }
    source::SourceMap sources;
    const Classification is = ClassifyText(sources.AddText(path, *std::move(text)), limits_);
    return is.language == SchemaLanguage::kCrd;
  }

  // What the files state about each other.
  void ReadAhead() {
    const bool is_located = definitions_->has_locations();
    files_->Parse(
        [&](const ManifestFile& file) {
          return file.may_define || kubernetes::IsKustomizationName(file.name) ||
                 kubernetes::AdmissionPolicySet::MayBeIn(file.text());
        },
        options_.jobs);
    PatchTexts patches(*files_, kustomized_);
    std::vector<std::string> names;
    for (size_t i = 0; i < files_->size(); ++i) {
      names.push_back((*files_)[i].name);
      if (kubernetes::IsKustomizationName(names.back()) ||
          ContainsWord((*files_)[i].text(), "kustomize.toolkit.fluxcd.io/")) {
        kustomized_.Take(names.back(), files_->DocumentsOf(i),
                         [&](const std::string& path) { return patches.Find(path); });
      }
    }
    AddPartialManifests(*files_, kustomized_);
    tests_.Take(*files_, limits_, reader_);
    variables_.Take(*files_);
    kustomized_.Finish(names);
    builds_.Run(*files_);
    definitions_->Define(*files_);
    CollectDefaultingWebhooks(*files_, webhooks_);
    for (size_t i = 0; is_located && i < files_->size(); ++i) {
      definitions_->Find(files_->DocumentsOf(i), options_.versions.back());
      files_->Trim(i);
    }
    definitions_->ReportNotFetched();
  }

  void Validate(KubernetesResult& result) {
    const kubernetes::ManifestValidatorOptions validating{options_.versions,
                                                          options_.ignored_kinds,
                                                          limits_,
                                                          admission_.empty() ? nullptr : &admission_,
                                                          options_.uses_catalog,
                                                          optional_rules_ ? &*optional_rules_ : nullptr,
                                                          &webhooks_,
                                                          admission_.old_objects()};
    const ManifestContext run{
        limits_,    options_.are_named, reader_, definitions_->sources(), kustomized_, builds_,
        variables_, policies_,          tests_,  further_ != nullptr};
    ManifestFiles& files = *files_;
    std::vector<ManifestResult> further(files.size());
    std::vector<std::unique_ptr<ManifestWorker>> workers(ThreadCount(files.size(), options_.jobs));
    ParallelCheckResults checked = RunParallelChecks(
        files.size(), {options_.jobs, limits_.findings, StepsLeft(session_), options_.progress},
        [&](const ParallelCheck& task) {
          if (files[task.index].is_context) {
            return FileResult();
          }
          std::unique_ptr<ManifestWorker>& worker = workers[task.thread];
          if (worker == nullptr) {
            worker = std::make_unique<ManifestWorker>(validating, table_, definitions_->kinds(), limits_);
          }
          if (const PassedManifest* passed = files[task.index].passed; passed != nullptr) {
            further[task.index].catalog_use = {passed->catalog_count, passed->first_of_catalog};
            return PassedResult(*passed);
          }
          return CheckManifest(run, files.Get(task.index), task.allowed_steps, *worker, further[task.index]);
        });
    std::vector<FileResult>& verdicts = checked.results;
    admission_.ReportNotEvaluated(definitions_->emit());
    const std::vector<TextRelocation> moves = definitions_->MergeInto(files, verdicts, TakeFrom(workers));
    NoteResults(verdicts, further, checked.first_unchecked.has_value());
    std::map<Text, bool> has_content = MergeVerdicts(verdicts, further, moves, result);
    if (checked.first_unchecked) {
      std::vector<InputFile> inputs;
      for (size_t i = 0; i < files.size(); ++i) {
        inputs.push_back(files[i].input);
      }
      ReportNotChecked(inputs, *checked.first_unchecked, reader_, session_);
      return;
    }
    ReportVariables(further);
    ReportCounts(further);
    if (HasFurther()) {
      for (auto& [path, found] : has_content) {
        found = found || further_->AreIn(std::string(path));
      }
      result.resource_count += further_->Check(variables_, session_);
    }
    ReportNothing(has_content, result);
    if (!ReportUnusedPolicies(policies_, table_, definitions_->kinds(), options_.ignored_kinds,
                              session_.emit)) {
      result.could_read = false;
    }
  }

  // Returns whether each of the named paths has content.
  std::map<Text, bool> MergeVerdicts(std::vector<FileResult>& verdicts, std::vector<ManifestResult>& further,
                                     const std::vector<TextRelocation>& moves, KubernetesResult& result) {
    const size_t known_strings = session_.sources.file_count();
    std::map<Text, bool> has_content;
    for (size_t i = 0; i < verdicts.size(); ++i) {
      result.resource_count += verdicts[i].document_count;
      has_template_ = has_template_ || verdicts[i].is_template;
      const InputFile& input = (*files_)[i].input;
      bool& found = has_content[input.directory.empty() ? Text(input.path) : input.directory];
      found = found || verdicts[i].document_count > 0 || HasError(verdicts[i]);
      MergeInto(std::move(verdicts[i]), known_strings, session_, moves);
      for (Policies::PolicyResult& verdict : further[i].policies) {
        policies_.MergeInto(std::move(verdict), session_);
      }
    }
    return has_content;
  }

  static FileResult PassedResult(const PassedManifest& passed) {
    FileResult result;
    result.document_count = passed.documents;
    result.steps = passed.steps;
    return result;
  }

  // Records which files passed. A limit, skipped rules and secret keys are results of all files together.
  void NoteResults(const std::vector<FileResult>& results, const std::vector<ManifestResult>& further,
                   bool is_incomplete) {
    if (!reuse_) {
      return;
    }
    if (is_incomplete || definitions_->has_skipped_rules() || !admission_.empty() ||
        !session_.SecretKeys().All().empty()) {
      reuse_->Clear();
      return;
    }
    for (size_t i = 0; i < results.size(); ++i) {
      if ((*files_)[i].passed == nullptr) {
        reuse_->Note((*files_)[i], further[i], results[i]);
      }
    }
  }

  // Returns the rules that the workers skipped; takes their secret keys.
  std::vector<source::Span> TakeFrom(const std::vector<std::unique_ptr<ManifestWorker>>& workers) {
    std::vector<source::Span> skipped;
    for (const std::unique_ptr<ManifestWorker>& worker : workers) {
      if (worker != nullptr) {
        skipped.insert(skipped.end(), worker->skipped.begin(), worker->skipped.end());
        session_.TakeSecretKeys(worker->validator.secret_keys());
      }
    }
    return skipped;
  }

  void ReportVariables(const std::vector<ManifestResult>& results) {
    size_t count = 0;
    std::string first;
    for (size_t i = 0; i < results.size(); ++i) {
      const UnknownVariables& unknown = results[i].unknown;
      if (unknown.count > 0 && count == 0) {
        first = "`" + unknown.first + "` in " + (*files_)[i].name;
      }
      count += unknown.count;
    }
    if (count > 0) {
      session_.emit
          .Report({}, kVariables, count == 1 ? "1 value" : std::to_string(count) + " values",
                  count == 1 ? "is" : "are", first)
          .As(diag::Severity::kNote)
          .Hint("check the output of that program, as with `flux build kustomization` or `envsubst`")
          .Emit();
    }
  }

  void ReportCounts(const std::vector<ManifestResult>& results) {
    kubernetes::ResourceCount of_catalog, ignored;
    for (const ManifestResult& result : results) {
      of_catalog.Add(result.catalog_use);
      ignored.Add(result.ignored);
    }
    ReportCount(of_catalog, kCatalogUse, "rules of the catalogue");
    ReportCount(ignored, kIgnored, "ignored kinds");
  }

  void ReportCount(const kubernetes::ResourceCount& total, const diag::Def<Text, Text, Text>& def,
                   Text subject) {
    if (total.count > 0) {
      session_.emit
          .Report({}, def, total.count == 1 ? "1 resource" : std::to_string(total.count) + " resources",
                  total.count == 1 ? "was" : "were", total.first)
          .As(diag::Severity::kNote)
          .Subject(std::string(subject))
          .Hint("pass the CustomResourceDefinitions with `--crds` (`crds:` in a project file)")
          .Emit();
    }
  }

  bool HasFurther() const { return further_ != nullptr && !further_->empty(); }

  static bool HasError(const FileResult& verdict) {
    const std::vector<diag::Diagnostic>& findings = verdict.findings.diagnostics();
    return std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
      return finding.severity == diag::Severity::kError;
    });
  }

  // A named directory or piped input is expected to contain resources. Named files may be the changed files
  // passed to a hook; but with templates alone, the user expects them to be checked.
  void ReportNothing(const std::map<Text, bool>& has_content, KubernetesResult& result) {
    for (const auto& [named, found] : has_content) {
      if (found || (named != "-" && reader_.KindOf(std::string(named)) == source::PathKind::kFile)) {
        continue;
      }
      const bool is_chart = reader_.KindOf(std::string(named) + "/Chart.yaml") == source::PathKind::kFile;
      session_.emit.Report({}, kEmpty, named == "-" ? Text("standard input") : named)
          .Hint(is_chart ? "`kval helm` renders the chart and validates its manifests" : "")
          .Emit();
      result.could_read = false;
    }
    if (result.resource_count == 0 && !options_.may_be_empty && session_.emit.error_count() == 0 &&
        result.could_read && !HasFurther()) {
      diag::DiagnosticBuilder said = session_.emit.Report({}, kNoResource);
      if (has_template_) {
        result.could_read = false;
        said.Hint("check a chart with `kval helm CHART`, the output of `kval render` with `kval k8s -`");
      } else {
        said.As(diag::Severity::kWarning);
      }
      said.Emit();
    }
  }

  const KubernetesOptions& options_;
  const Limits& limits_;
  const schemas::kubernetes::ApiTable& table_;
  source::FileReader& reader_;
  Session& session_;
  FurtherCheck* const further_;
  std::optional<Definitions> definitions_;
  std::optional<ManifestFiles> files_;
  KustomizationGraph kustomized_{limits_, options_.directory};
  KustomizeBuilds builds_{kustomized_, limits_};
  ManifestVariables variables_;
  TestFiles tests_;
  kubernetes::DefaultingWebhooks webhooks_;
  kubernetes::AdmissionPolicySet admission_;
  std::optional<kubernetes::OptionalRules> optional_rules_;
  Policies policies_;
  std::optional<ManifestReuse> reuse_;  // if results of earlier runs can be used
  bool has_template_ = false;           // among the files
};

}  // namespace

KubernetesResult RunManifests(const KubernetesOptions& options, const Limits& limits,
                              const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                              Session& session, FurtherCheck* further) {
  return ManifestRun(options, limits, table, reader, session, further).All();
}

}  // namespace kval::driver
