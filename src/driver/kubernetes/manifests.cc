#include "src/driver/kubernetes/manifests.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "schemas/crd/rules/bind.h"
#include "src/diag/read_failure.h"
#include "src/driver/findings/diagnostic_limit.h"
#include "src/driver/findings/file_result.h"
#include "src/driver/inputs/classification.h"
#include "src/driver/inputs/inputs.h"
#include "src/driver/kubernetes/admission_inputs.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/driver/kubernetes/embedded_patches.h"
#include "src/driver/kubernetes/kustomization_graph.h"
#include "src/driver/kubernetes/kustomization_path_check.h"
#include "src/driver/kubernetes/manifest_sinks.h"
#include "src/driver/kubernetes/manifest_variables.h"
#include "src/driver/kubernetes/partial_manifests.h"
#include "src/driver/kubernetes/unused_policies.h"
#include "src/driver/parallel_for.h"
#include "src/driver/shared_step_budget.h"
#include "src/kubernetes/document_separators.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/manifest_validator.h"
#include "src/kubernetes/patch.h"
#include "src/kubernetes/template_detection.h"
#include "src/support/path_text.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kNoResource{diag::Kind::kNoInput,
                                  "no input contains a resource, so nothing was checked"};
constexpr diag::Def<Text> kWide{diag::Kind::kInvalidUtf8,
                                "{} is written in UTF-16, which kubectl does not read"};
constexpr diag::Def<> kNoOldObject{diag::Kind::kNoInput, "the files of --old contain no resource"};
constexpr diag::Def<Text, Text> kOtherFile{diag::Kind::kNotManifest, "{} is {}, which was not checked"};
constexpr diag::Def<Text> kNoManifest{
    diag::Kind::kNotManifest,
    "{} is not a manifest and was not checked: it has neither `apiVersion` nor `kind`"};
constexpr diag::Def<Text> kTemplate{diag::Kind::kNotManifest,
                                    "{} is a template and was not checked: check its rendered output"};
constexpr diag::Def<Text, Text, Text> kVariables{
    diag::Kind::kNotChecked, "{} with variables that another program replaces {} not checked, such as {}"};
constexpr diag::Def<Text> kEmpty{diag::Kind::kNoInput, "{} has no resource: nothing was checked there"};

// What one thread works with.
struct WorkerContext {
  std::shared_ptr<schemas::crd::rules::RuleBudget> budget;
  std::unique_ptr<kubernetes::ManifestValidator> validator;
  std::vector<source::Span> skipped;  // rules that were not asked
  // Values of the files of late: memory is given back when it is worth the call.
  std::unique_ptr<Arena> arena;
  size_t bytes = 0;
  uint64_t most_steps = Limits::kNoMaximum;  // of the file in work
  UnknownVariables* unknown = nullptr;       // in it

  uint64_t StepsTaken() const { return validator->steps() + budget->taken(); }

  Arena& ArenaFor(const std::string& text) {
    constexpr size_t kWorthIt = size_t{1} << 18;
    if (arena == nullptr || bytes > kWorthIt) {
      arena = std::make_unique<Arena>();
      bytes = 0;
    }
    bytes += text.size();
    return *arena;
  }
};

// The state for reading and validating one file.
struct FileContext {
  FileContext(const source::SourceMap* below, const Limits& limits, Arena& values)
      : sources(below), arena(values), findings(limits.findings), emit(&findings) {}

  FileResult Take() {
    FileResult verdict;
    verdict.is_template = is_template;
    for (diag::Diagnostic& finding : findings.Release()) {
      verdict.findings.Consume(std::move(finding));
    }
    verdict.findings.CountDropped(findings);
    if (!verdict.findings.diagnostics().empty()) {
      verdict.strings = sources.Release();
    }
    return verdict;
  }

  source::SourceMap sources;
  Arena& arena;
  diag::Collector findings;
  diag::Emitter emit;
  bool is_template = false;
  bool is_named = true;  // by the user; false: found in a directory or by a pattern
};

std::string ShownName(const std::string& path) {
  return path == "-" ? "<stdin>" : path.starts_with("./") ? path.substr(2) : path;
}

Result<std::string> Read(const InputFile& file, source::FileReader& reader) {
  return file.directory.empty() ? reader.Read(file.path) : reader.ReadBelow(file.directory, file.path);
}

// A file that was read: its text, or why there is none.
struct Loaded {
  std::string text;
  std::optional<Failure> failure;
  bool may_define = false;
};

class ManifestRun {
 public:
  ManifestRun(const KubernetesOptions& options, const Limits& limits,
              const schemas::kubernetes::ApiTable& table, source::FileReader& reader, Session& session)
      : options_(options), limits_(limits), table_(table), reader_(reader), session_(session) {}

  KubernetesResult All() {
    KubernetesResult result;
    std::vector<InputFile> files, definitions, old;
    // Readable files are validated even if others cannot be read, except for definitions: without one,
    // resources have no schema.
    const bool are_found = ExpandPaths(options_.paths, reader_, session_.emit, files);
    const bool are_old_found = ExpandPaths(options_.old_paths, reader_, session_.emit, old);
    if (!ExpandPaths(options_.crds, reader_, session_.emit, definitions) || !are_old_found) {
      result.could_read = false;
      return result;
    }
    if (!policies_.Load(WithoutDefinitions(definitions), limits_, reader_, session_)) {
      result.could_read = false;
      return result;
    }
    definitions_.emplace(limits_, table_, reader_, session_);
    const bool is_located = definitions_->Locate(options_.locations);
    result.could_read = definitions_->Load(definitions) && is_located && are_found;
    std::vector<Loaded> loaded(files.size());
    ParallelFor(files.size(), options_.jobs, [&](size_t i, size_t) { Load(files[i], loaded[i]); });
    std::vector<Definitions::Manifest> manifests, defining;
    for (size_t i = 0; i < files.size(); ++i) {
      manifests.push_back({ShownName(files[i].path), loaded[i].text});
      if (loaded[i].may_define) {
        defining.push_back(manifests.back());
      }
      if (kubernetes::IsKustomizationName(files[i].path)) {
        kustomized_.Take(ShownName(files[i].path), loaded[i].text, limits_);
      }
      result.could_read = result.could_read && !loaded[i].failure;
    }
    FindRoles(files, loaded);
    kustomized_.Finish();
    definitions_->Define(defining, options_.jobs);
    for (size_t i = 0; i < files.size(); ++i) {
      definitions_->Find(files[i].path, loaded[i].text, options_.versions.back());
    }
    admission_.SetOperation(options_.operation);
    result.could_read = LoadOldObjects(old) && result.could_read;
    CollectAdmissionPolicies(manifests, *definitions_, admission_);
    session_.Freeze();
    definitions_->sources().Freeze();
    Validate(files, loaded, result);
    result.file_count = files.size() + definitions.size();
    return result;
  }

 private:
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

  void Load(const InputFile& file, Loaded& loaded) {
    Result<std::string> text = Read(file, reader_);
    if (!text) {
      loaded.failure = text.failure();
      return;
    }
    loaded.may_define = MayDefine(*text);
    loaded.text = *std::move(text);
  }

  // What the files say about each other, besides kustomizations.
  void FindRoles(const std::vector<InputFile>& files, const std::vector<Loaded>& loaded) {
    std::vector<std::string> names;
    names.reserve(files.size());
    std::vector<NamedText> texts;
    for (size_t i = 0; i < files.size(); ++i) {
      texts.push_back({names.emplace_back(ShownName(files[i].path)), loaded[i].text});
    }
    AddPartialManifests(texts, limits_, kustomized_);
    variables_.Take(texts, limits_);
  }

  void Validate(const std::vector<InputFile>& files, std::vector<Loaded>& loaded, KubernetesResult& result) {
    const kubernetes::ManifestValidatorOptions validating{options_.versions, options_.ignored_kinds, limits_,
                                                          admission_.empty() ? nullptr : &admission_,
                                                          options_.uses_catalog};
    std::vector<FileResult> verdicts(files.size());
    std::vector<std::vector<Policies::PolicyResult>> of_policies(files.size());
    DiagnosticLimit bound(limits_.findings);
    SharedStepBudget work(limits_.run_steps, session_.steps);
    const size_t thread_count = ThreadCount(files.size(), options_.jobs);
    std::vector<WorkerContext> benches(thread_count);
    std::vector<UnknownVariables> unknown(files.size());
    ParallelFor(files.size(), options_.jobs, [&](size_t i, size_t thread) {
      WorkerContext& bench = benches[thread];
      if (bench.validator == nullptr) {
        bench.budget = std::make_shared<schemas::crd::rules::RuleBudget>(limits_);
        bench.validator = std::make_unique<kubernetes::ManifestValidator>(
            validating, table_, definitions_->kinds(),
            schemas::crd::rules::MakeRuleBinder(bench.budget, &bench.skipped));
      }
      const std::optional<uint64_t> most_steps = work.Allowance();
      if (!most_steps) {
        return;
      }
      bench.most_steps = *most_steps;
      bench.unknown = &unknown[i];
      uint64_t steps = bench.StepsTaken();
      const std::string text = policies_.empty() ? std::string() : loaded[i].text;
      ResourceKinds kinds;
      verdicts[i] = File(files[i], std::move(loaded[i]), bench, policies_.empty() ? nullptr : &kinds);
      steps = bench.StepsTaken() - steps;
      const bool is_used = kustomized_.Find(ShownName(files[i].path)) != nullptr;
      if (verdicts[i].document_count > 0 && !policies_.empty() && !is_used) {
        of_policies[i] = policies_.Validate(ShownName(files[i].path), text, kinds, verdicts[i], steps);
      }
      work.Spent(i, steps);
      bound.Truncate(i, verdicts[i]);
    });
    admission_.ReportNotEvaluated(definitions_->emit());
    const std::vector<TextRelocation> moves = definitions_->MergeInto(verdicts, TakeFrom(benches));
    const size_t known_strings = session_.sources.file_count();
    std::map<Text, bool> has_content;  // by the named paths
    const size_t validated = work.first_unchecked().value_or(files.size());
    for (size_t i = 0; i < validated; ++i) {
      result.resource_count += verdicts[i].document_count;
      has_template_ = has_template_ || verdicts[i].is_template;
      bool& found = has_content[files[i].directory.empty() ? Text(files[i].path) : files[i].directory];
      found = found || verdicts[i].document_count > 0 || HasError(verdicts[i]);
      MergeInto(std::move(verdicts[i]), known_strings, session_, moves);
      for (Policies::PolicyResult& verdict : of_policies[i]) {
        policies_.MergeInto(std::move(verdict), session_);
      }
    }
    if (validated < files.size()) {
      ReportNotChecked(files, validated, reader_, session_);
      return;
    }
    ReportVariables(files, unknown);
    ReportNothing(has_content, result);
    if (!ReportUnusedPolicies(policies_, table_, definitions_->kinds(), options_.ignored_kinds,
                              session_.emit)) {
      result.could_read = false;
    }
  }

  // Returns the rules that the workers skipped; takes their secret keys.
  std::vector<source::Span> TakeFrom(const std::vector<WorkerContext>& benches) {
    std::vector<source::Span> skipped;
    for (const WorkerContext& bench : benches) {
      skipped.insert(skipped.end(), bench.skipped.begin(), bench.skipped.end());
      if (bench.validator != nullptr) {
        session_.TakeSecretKeys(bench.validator->secret_keys());
      }
    }
    return skipped;
  }

  void ReportVariables(const std::vector<InputFile>& files, const std::vector<UnknownVariables>& unknown) {
    size_t count = 0;
    std::string first;
    for (size_t i = 0; i < files.size(); ++i) {
      if (unknown[i].count > 0 && count == 0) {
        first = "`" + unknown[i].first + "` in " + ShownName(files[i].path);
      }
      count += unknown[i].count;
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

  static bool HasError(const FileResult& verdict) {
    const std::vector<diag::Diagnostic>& findings = verdict.findings.diagnostics();
    return std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
      return finding.severity == diag::Severity::kError;
    });
  }

  // A named directory or piped input is expected to contain resources. Named files may be the changed files
  // passed to a hook; but with templates alone, the user expects them to be checked.
  void ReportNothing(const std::map<Text, bool>& has_content, KubernetesResult& result) {
    bool is_reported = false;
    for (const auto& [named, found] : has_content) {
      const bool is_file = named != "-" && reader_.KindOf(std::string(named)) == source::PathKind::kFile;
      if (!found && !is_file) {
        session_.emit.Report({}, kEmpty, named == "-" ? Text("standard input") : named).Emit();
        result.could_read = false;
        is_reported = true;
      }
    }
    if (result.resource_count == 0 && session_.emit.error_count() == 0 && !is_reported) {
      diag::DiagnosticBuilder said = session_.emit.Report({}, kNoResource);
      if (has_template_) {
        result.could_read = false;
        said.Hint("check the rendered output: `helm template CHART | kval k8s -`");
      } else {
        said.As(diag::Severity::kWarning);
      }
      said.Emit();
    }
  }

  // `kinds`: takes those of its resources, unless it is null.
  FileResult File(const InputFile& given, Loaded loaded, WorkerContext& bench, ResourceKinds* kinds) const {
    FileContext context(&definitions_->sources(), limits_, bench.ArenaFor(loaded.text));
    if (loaded.failure) {
      diag::ReportReadFailure({}, *loaded.failure, context.emit);
      return context.Take();
    }
    const std::string name = ShownName(given.path);
    // What PowerShell writes: kubectl takes UTF-8 alone.
    const bool is_wide = loaded.text.starts_with("\xff\xfe") || loaded.text.starts_with("\xfe\xff");
    const source::SourceFile& file = context.sources.AddText(name, std::move(loaded.text));
    if (is_wide) {
      context.emit.Report({file.base(), file.base()}, kWide, name)
          .Hint("write it in UTF-8; in PowerShell with `| Out-File -Encoding utf8`")
          .Emit();
    }
    const std::string dir = given.path == "-" ? std::string() : std::string(GetDirectoryPrefix(given.path));
    context.is_named = given.directory.empty() && options_.are_named;
    const size_t count = Documents(file, given.path == "-" ? nullptr : &dir, bench, context, kinds);
    FileResult verdict = context.Take();
    verdict.document_count = count;
    return verdict;
  }

  // `directory`: the directory of the file, with a trailing slash; null for standard input.
  size_t Documents(const source::SourceFile& file, const std::string* dir, WorkerContext& bench,
                   FileContext& context, ResourceKinds* kinds) const {
    const yaml::File read = yaml::ReadFile(file, ManifestReading(limits_), context.arena, context.emit);
    if (const Text what = DescribeFileOfTool(file.name(), read); !what.empty()) {
      context.findings.Release();
      context.emit.Report({file.base(), file.base()}, kOtherFile, file.name(), what)
          .Subject(std::string(what))
          .Emit();
      return 0;
    }
    if (context.emit.error_count() > 0 && kubernetes::IsTemplate(file.text())) {
      context.findings.Release();
      context.emit.Report({file.base(), file.base()}, kTemplate, file.name()).Subject("template").Emit();
      context.is_template = true;
      return 0;
    }
    const KustomizationGraph::FileUse* use = kustomized_.Find(std::string(file.name()));
    if (use != nullptr && !use->is_patch) {
      context.emit.Report({file.base(), file.base()}, kOtherFile, file.name(), use->what).Emit();
      return 0;
    }
    const DocumentClass whole = ClassifyAll(read);
    if (!context.is_named && use == nullptr && whole.kind == DocumentKind::kPlain && whole.name.empty() &&
        context.emit.error_count() == 0 && !MayHoldResource(read)) {
      context.emit.Report({file.base(), file.base()}, kNoManifest, file.name()).Subject("no manifest").Emit();
      return 0;
    }
    if (context.emit.error_count() == 0) {
      kubernetes::CheckDocumentSeparators(file, context.emit);
    }
    KustomizedResourceSink of_kustomized(kustomized_.FillingsOf(std::string(file.name())),
                                         variables_.replaced_fields(), context.emit);
    diag::Emitter to_kustomized(&of_kustomized);
    std::optional<FileVariables> variables;
    if (ManifestVariables::MayHave(file.text())) {
      variables.emplace(variables_, file.name(), context.is_named);
    }
    PlaceholderSink with_hints(context.sources, variables ? &*variables : nullptr, to_kustomized);
    value::Builder build(&context.arena);
    diag::Emitter to_hints(&with_hints);
    PatchSink of_patch(use == nullptr ? "a patch for kustomize" : use->what, to_hints);
    diag::Emitter to_patch(&of_patch);
    size_t count = 0;
    const uint64_t before = bench.StepsTaken();
    for (const yaml::Document& document : read.documents) {
      if (bench.StepsTaken() - before > bench.most_steps) {
        break;
      }
      const value::Value& root = variables ? *variables->Replace(*document.root, build) : *document.root;
      if (use != nullptr && root.kind == value::Kind::kSequence) {
        kubernetes::CheckJsonPatch(check::ValueCursor::Document(root), to_hints);
        ++count;
        continue;
      }
      const bool is_patch = use != nullptr || kubernetes::IsPatch(root);
      diag::Emitter& emit = is_patch ? to_patch : to_hints;
      const DocumentClass is = ClassifyDocument(root, file.name());
      // A definition may declare a kind of another tool. A named file claims to be a manifest.
      const bool claims_kind = context.is_named && value::Find(root, "apiVersion") != nullptr &&
                               value::Find(root, "kind") != nullptr;
      if (is.is_not_manifest() && !claims_kind && root.gap != value::Recovery::kError &&
          !bench.validator->IsDefined(root)) {
        emit.Report(root.span, kOtherFile, file.name(), is.name).Subject(std::string(is.name)).Emit();
        continue;
      }
      bench.budget->Begin();
      const kubernetes::DocumentContext origin{file.name(), read.documents.size() > 1,
                                               TemplateOf(document, read), is_patch};
      of_kustomized.BeginResource(root);
      count += bench.validator->Document(root, origin, context.arena, emit);
      if (dir != nullptr && kubernetes::IsKustomization(root, file.name())) {
        CheckKustomizationPaths(root, *dir, kustomized_, reader_, to_hints);
      }
      if (root.kind == value::Kind::kMapping && use == nullptr) {
        CheckEmbeddedStrings(root,
                             {file, limits_, *bench.validator, context.sources, context.arena, to_hints});
      }
      if (kinds != nullptr) {
        AddKinds(root, *kinds);
      }
    }
    *bench.unknown = with_hints.unknown();
    return count;
  }

  const KubernetesOptions& options_;
  const Limits& limits_;
  const schemas::kubernetes::ApiTable& table_;
  source::FileReader& reader_;
  Session& session_;
  std::optional<Definitions> definitions_;
  KustomizationGraph kustomized_;
  ManifestVariables variables_;
  kubernetes::AdmissionPolicySet admission_;
  Policies policies_;
  bool has_template_ = false;  // among the files
};

}  // namespace

KubernetesResult CheckKubernetes(const KubernetesOptions& options, const Limits& limits,
                                 const schemas::kubernetes::ApiTable& table, source::FileReader& reader,
                                 Session& session) {
  return ManifestRun(options, limits, table, reader, session).All();
}

}  // namespace kval::driver
