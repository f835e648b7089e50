#include "src/driver/kubernetes/manifest_check.h"

#include <optional>
#include <string_view>
#include <utility>

#include "src/diag/changing_emitter.h"
#include "src/diag/read_failure.h"
#include "src/driver/inputs/document_class.h"
#include "src/driver/inputs/roles.h"
#include "src/driver/inputs/tool_files.h"
#include "src/driver/kubernetes/embedded_patches.h"
#include "src/driver/kubernetes/kustomization_path_check.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/findings/alias_location.h"
#include "src/kubernetes/document_separators.h"
#include "src/kubernetes/kustomization.h"
#include "src/kubernetes/patch.h"
#include "src/kubernetes/template_detection.h"
#include "src/source/quick_contains.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kWide{diag::Kind::kInvalidUtf8,
                                "{} is written in UTF-16, which kubectl does not read"};
constexpr diag::Def<Text, Text> kOtherFile{diag::Kind::kNotManifest, "{} is {}, which was not checked"};
constexpr diag::Def<Text> kNoManifest{
    diag::Kind::kNotManifest,
    "{} is not a manifest and was not checked: it has neither `apiVersion` nor `kind`"};
constexpr diag::Def<Text, Text> kNoObject{diag::Kind::kNotManifest,
                                          "{} is not a manifest and was not checked: Kubernetes has no kind "
                                          "`{}`, and it has no name in `metadata`"};
constexpr diag::Def<Text> kTemplate{diag::Kind::kNotManifest,
                                    "{} is a template and was not checked: check its rendered output"};

constexpr diag::Def<Text, Text, Text> kVariables{diag::Kind::kNotChecked,
                                                 "{} with placeholders {} not checked, such as `{}`"};

bool HasSchemaHeader(const yaml::File& file) {
  return std::any_of(file.documents.begin(), file.documents.end(), [&file](const yaml::Document& document) {
    const DocumentRole role = HeaderOf(file, document).role;
    return role == DocumentRole::kReleasedSchema || role == DocumentRole::kProposalSchema;
  });
}

class FileCheck {
 public:
  FileCheck(const ManifestContext& run, ManifestFile& given, ManifestWorker& worker)
      : run_(run),
        given_(given),
        worker_(worker),
        is_stdin_(given.input.path == "-"),
        is_named_(given.input.directory.empty() && run.are_named),
        arena_(worker.ArenaFor(given.text().size())),
        sources_(&run.sources),
        findings_(run.limits.findings),
        emit_(&findings_),
        use_(run.kustomizations.Find(given.name)) {}

  FileResult Run(uint64_t allowed_steps, ManifestResult& result) {
    const uint64_t before = worker_.StepsTaken();
    FileResult checked;
    if (given_.failure) {
      diag::ReportReadFailure({}, *given_.failure, emit_);
    } else {
      const bool has_policies = !run_.policies.empty();
      std::string text(has_policies ? given_.text() : Text());
      const source::SourceFile& file = Source();
      const yaml::File& read = Read(file);
      if (!IsSkipped(file, read)) {
        checked.document_count = CheckDocuments(file, read, before + allowed_steps, result);
      }
      for (const diag::Diagnostic& finding : run_.builds.FindingsOf(given_.name)) {
        emit_.Emit(finding);
      }
      checked.steps = worker_.StepsTaken() - before;
      if (checked.document_count > 0 && has_policies && use_ == nullptr) {
        ResourceKinds kinds;
        for (const yaml::Document& document : read.documents) {
          AddKinds(*document.root, kinds);
        }
        result.policies =
            run_.policies.Validate({given_.name, text, kinds, findings_, file.base()}, checked.steps);
      }
    }
    checked.is_template = is_template_;
    checked.findings = std::move(findings_);
    if (!checked.findings.diagnostics().empty()) {
      checked.strings = sources_.Release();
    }
    return checked;
  }

 private:
  const source::SourceFile& Source() {
    const source::SourceFile& file =
        given_.source == nullptr ? sources_.AddText(given_.name, std::move(given_.unparsed)) : *given_.source;
    // What PowerShell writes: kubectl reads UTF-8 only.
    if (file.is_wide()) {
      emit_.Report({file.base(), file.base()}, kWide, given_.name)
          .Hint("write it in UTF-8; in PowerShell with `| Out-File -Encoding utf8`")
          .Emit();
    }
    return file;
  }

  const yaml::File& Read(const source::SourceFile& file) {
    if (given_.parsed == nullptr) {
      return own_read_.emplace(yaml::ReadFile(file, ManifestReading(run_.limits), arena_, emit_));
    }
    diag::Collector& errors = given_.parsed->errors;
    for (diag::Diagnostic& error : errors.Release()) {
      emit_.Emit(std::move(error));
    }
    findings_.CountDropped(errors);
    return given_.parsed->file;
  }

  // Whether the file has no resources and no patches, which is reported.
  bool IsSkipped(const source::SourceFile& file, const yaml::File& read) {
    const source::Span begin{file.base(), file.base()};
    if (run_.renders_releases && IsHelmfile(file.name(), file.text())) {
      findings_.Release();  // its releases are checked, and templates are no YAML
      return true;
    }
    if (const Text what = DescribeFileOfTool(file.name(), read); !what.empty()) {
      findings_.Release();
      emit_.Report(begin, kOtherFile, file.name(), what).Subject(std::string(what)).Emit();
      return true;
    }
    // Tools have extensions of their formats, such as comments in JSON.
    if (emit_.error_count() > 0 && HasPathOfTool(file.name()) &&
        file.text().find("apiVersion") == Text::npos) {
      findings_.Release();
      emit_.Report(begin, kOtherFile, file.name(), "a file of another tool")
          .Subject("a file of another tool")
          .Emit();
      return true;
    }
    // kustomize reads the files that it names as they are.
    const bool is_of_ytt =
        use_ == nullptr && source::QuickContains(file, "#@") && kubernetes::IsTemplateOfYtt(file.text());
    if (is_of_ytt || IsTemplateOfChart(file) ||
        (emit_.error_count() > 0 && kubernetes::IsTemplate(file.text()))) {
      findings_.Release();
      if (is_of_ytt && HasSchemaHeader(read)) {
        emit_.Report(begin, kOtherFile, file.name(), "a schema of data values").Subject("schema").Emit();
      } else {
        emit_.Report(begin, kTemplate, file.name()).Subject("template").Emit();
      }
      return is_template_ = true;
    }
    if (use_ != nullptr && !use_->is_patch) {
      KeepErrors();  // warnings are about the reader of manifests
      emit_.Report(begin, kOtherFile, file.name(), use_->what).Subject(use_->role).Emit();
      return true;
    }
    if (!findings_.diagnostics().empty() && ClassifyAll(read).is_not_manifest()) {
      KeepErrors();
    }
    if (is_named_ || use_ != nullptr || emit_.error_count() > 0) {
      return false;
    }
    const DocumentClass whole = ClassifyAll(read);
    if (whole.kind == DocumentKind::kPlain && whole.name.empty() && !MayHoldResource(read)) {
      emit_.Report(begin, kNoManifest, file.name()).Subject("no manifest").Emit();
      return true;
    }
    return false;
  }

  // Whether the file has template expressions and is below `templates` of a chart. It may also be valid YAML.
  bool IsTemplateOfChart(const source::SourceFile& file) const {
    constexpr Text kTemplates = "templates/";
    const Text path = given_.input.path;
    for (size_t at = path.find(kTemplates); at != Text::npos; at = path.find(kTemplates, at + 1)) {
      if ((at == 0 || path[at - 1] == '/') && source::QuickContains(file, "{{") &&
          run_.reader.KindOf(std::string(path.substr(0, at)) + "Chart.yaml") == source::PathKind::kFile) {
        return true;
      }
    }
    return false;
  }

  void KeepErrors() {
    for (diag::Diagnostic& finding : findings_.Release()) {
      if (finding.severity == diag::Severity::kError) {
        findings_.Consume(std::move(finding));
      }
    }
  }

  // Returns the number of resources and patches. Stops when the worker has taken more than `most_steps`.
  size_t CheckDocuments(const source::SourceFile& file, const yaml::File& read, uint64_t most_steps,
                        ManifestResult& result) {
    if (emit_.error_count() == 0) {
      kubernetes::CheckDocumentSeparators(file, emit_);
    }
    findings::AliasSink of_aliases(sources_, emit_);
    diag::Emitter to_aliases(&of_aliases);
    KustomizedResourceSink of_kustomized(run_.kustomizations.FieldsOf(given_.name),
                                         run_.variables.replaced_fields(), to_aliases);
    diag::Emitter to_kustomized(&of_kustomized);
    std::optional<FileVariables> variables;
    if (ManifestVariables::MayHave(file.text())) {
      variables.emplace(run_.variables, file.name(), is_named_);
    }
    PlaceholderSink with_hints(sources_, variables ? &*variables : nullptr, to_kustomized);
    value::Builder build(&arena_);
    diag::Emitter to_hints(&with_hints);
    const bool is_kustomized = run_.kustomizations.IsBelowKustomization(given_.name);
    diag::ChangingEmitter to_patch(to_hints, OfPatch(use_ == nullptr ? "a patch for kustomize" : use_->what));
    size_t count = 0;
    for (const yaml::Document& document : read.documents) {
      if (worker_.StepsTaken() > most_steps) {
        break;
      }
      const KustomizeBuilds::Replaced* replaced = run_.builds.Find(*document.root);
      const value::Value& built = replaced != nullptr ? *replaced->object : *document.root;
      const value::Value& root = variables ? *variables->Replace(built, build) : built;
      of_aliases.Begin(root);
      if (use_ != nullptr && root.kind == value::Kind::kSequence) {
        kubernetes::CheckJsonPatch(check::ValueCursor::Document(root), to_hints);
        CheckValuesOfPatch(root, to_patch);
        ++count;
        continue;
      }
      const bool is_patch = use_ != nullptr || kubernetes::IsPatch(root) ||
                            (is_kustomized && !run_.kustomizations.IsResource(given_.name) &&
                             kubernetes::IsPartOfWorkload(root));
      diag::Emitter& emit = is_patch ? to_patch : to_hints;
      // The error of a document that names no kind is reported; the kind may be in its unread part.
      const bool is_unread = document.is_invalid && value::Find(root, "apiVersion") == nullptr &&
                             value::Find(root, "kind") == nullptr;
      if (is_unread || IsOfOtherTool(root, file, emit)) {
        continue;
      }
      worker_.budget->Begin();
      const kubernetes::DocumentContext origin{file.name(),
                                               read.documents.size() > 1,
                                               TemplateOf(document, read),
                                               is_patch,
                                               !run_.tests.HasObjects(file.name()),
                                               run_.kustomizations.FieldsOf(given_.name).namespace_name};
      of_kustomized.BeginResource(root, replaced == nullptr ? nullptr : &replaced->fields);
      if (use_ != nullptr && !use_->targets.empty()) {
        worker_.validator.MergePatch(root, Targets(), origin, arena_, emit);
        ++count;
      } else {
        count += worker_.validator.Document(root, origin, arena_, emit);
      }
      CheckParts(root, file, to_hints);
    }
    result.unknown = with_hints.unknown();
    if (is_named_ && result.unknown.count > 0) {
      ReportVariables(result.unknown);
      result.unknown = {};
    }
    result.catalog_use = worker_.validator.TakeCatalogUse();
    result.ignored = worker_.validator.TakeIgnored();
    return count;
  }

  // The values that a JSON patch sets in the resources that kustomizations select for it.
  void CheckValuesOfPatch(const value::Value& operations, diag::Emitter& emit) {
    kubernetes::DocumentContext origin{given_.name};
    origin.is_patch = true;
    for (const value::Value* target : Targets()) {
      worker_.budget->Begin();
      worker_.validator.JsonPatch(operations, *target, origin, arena_, emit);
    }
  }

  // What the targets of the patch state of a kind.
  std::vector<const value::Value*> Targets() {
    value::Builder build(&arena_);
    std::vector<const value::Value*> targets;
    for (const KustomizationGraph::PatchTarget& target : use_->targets) {
      std::vector<value::Entry> entries{{build.String("version"), build.String(target.version)},
                                        {build.String("kind"), build.String(target.kind)}};
      if (target.group) {
        entries.push_back({build.String("group"), build.String(*target.group)});
      }
      targets.push_back(build.Mapping(entries));
    }
    return targets;
  }

  // A run with many files reports one note about the variables of all files.
  void ReportVariables(const UnknownVariables& unknown) {
    const std::string count = std::to_string(unknown.count) + (unknown.count == 1 ? " value" : " values");
    emit_.Report(unknown.at, kVariables, count, unknown.count == 1 ? "is" : "are", unknown.first)
        .As(diag::Severity::kWarning)
        .Hint("check the file after the placeholders are replaced, as with `envsubst < FILE | kval k8s -`")
        .Emit();
  }

  // Whether a document is no resource, which is reported. A definition may declare a kind of another tool,
  // and a named file claims to be a manifest.
  bool IsOfOtherTool(const value::Value& root, const source::SourceFile& file, diag::Emitter& emit) const {
    const DocumentClass is = ClassifyDocument(root, file.name());
    if (!is_named_ && is.kind == DocumentKind::kResource && worker_.validator.IsNoObject(root)) {
      emit.Report(root.span, kNoObject, file.name(), value::Find(root, "kind")->raw.view())
          .Subject("no manifest")
          .Emit();
      return true;
    }
    const bool claims_kind =
        is_named_ && value::Find(root, "apiVersion") != nullptr && value::Find(root, "kind") != nullptr;
    if (!is.is_not_manifest() || claims_kind || root.gap == value::Recovery::kError ||
        worker_.validator.IsDefined(root)) {
      return false;
    }
    emit.Report(root.span, kOtherFile, file.name(), is.name).Subject(std::string(is.name)).Emit();
    return true;
  }

  // The files and the text that a document refers to.
  void CheckParts(const value::Value& root, const source::SourceFile& file, diag::Emitter& emit) {
    if (!is_stdin_ && kubernetes::IsKustomization(root, file.name())) {
      CheckKustomizationPaths(root, std::string(GetDirectoryPrefix(given_.input.path)), run_.kustomizations,
                              run_.reader, emit);
    }
    if (root.kind == value::Kind::kMapping && use_ == nullptr) {
      CheckEmbeddedStrings(root, {file, run_.limits, worker_.validator, sources_, arena_, emit});
    }
  }

  const ManifestContext& run_;
  ManifestFile& given_;
  ManifestWorker& worker_;
  const bool is_stdin_;
  const bool is_named_;  // by the user; false: found in a directory or by a pattern
  Arena& arena_;
  source::SourceMap sources_;
  diag::Collector findings_;
  diag::Emitter emit_;
  const KustomizationGraph::FileUse* use_;
  std::optional<yaml::File> own_read_;
  bool is_template_ = false;
};

}  // namespace

ManifestWorker::ManifestWorker(const kubernetes::ManifestValidatorOptions& options,
                               const schemas::kubernetes::ApiTable& table,
                               const kubernetes::CustomKinds& kinds, const Limits& limits)
    : budget(std::make_shared<schemas::crd::rules::RuleBudget>(limits)),
      validator(options, table, kinds,
                schemas::crd::rules::MakeRuleBinder(budget, &skipped,
                                                    options.old_objects == nullptr ? nullptr : &updated),
                &updated) {}

Arena& ManifestWorker::ArenaFor(size_t bytes) {
  constexpr size_t kWorthFreeing = size_t{1} << 18;
  if (arena_ == nullptr || bytes_ > kWorthFreeing) {
    arena_ = std::make_unique<Arena>();
    bytes_ = 0;
  }
  bytes_ += bytes;
  return *arena_;
}

FileResult CheckManifest(const ManifestContext& run, ManifestFile& file, uint64_t allowed_steps,
                         ManifestWorker& worker, ManifestResult& result) {
  FileResult checked = FileCheck(run, file, worker).Run(allowed_steps, result);
  result.has_passed = !file.failure && checked.findings.diagnostics().empty() && !checked.is_template &&
                      result.policies.empty() && result.unknown.count == 0 && result.ignored.count == 0;
  if (!file.is_kept) {
    file.parsed.reset();
  }
  return checked;
}

}  // namespace kval::driver
