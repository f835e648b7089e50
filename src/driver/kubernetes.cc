#include "src/driver/kubernetes.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "schemas/crd/rules/bind.h"
#include "src/diag/read_fault.h"
#include "src/driver/file_verdict.h"
#include "src/driver/findings_bound.h"
#include "src/driver/inputs.h"
#include "src/driver/schema_location.h"
#include "src/driver/side_by_side.h"
#include "src/kubernetes/custom_kinds.h"
#include "src/kubernetes/judge.h"
#include "src/kubernetes/not_manifest.h"
#include "src/yaml/document.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kNoResource{diag::Kind::kNoInput,
                                  "no file that was given has a resource: nothing was checked"};
constexpr diag::Def<Text, Text> kOtherFile{diag::Kind::kNotManifest, "{} is {}, which was not checked"};
constexpr diag::Def<Text> kTemplate{diag::Kind::kNotManifest,
                                    "{} is a template, which was not checked: check what it renders"};
constexpr diag::Def<Text> kNoDefinition{diag::Kind::kBadCrd,
                                        "{} holds no CustomResourceDefinition of apiextensions.k8s.io/v1"};

// Where one file is read and judged.
struct Desk {
  Desk(const source::SourceMap* below, const Limits& limits)
      : sources(below), findings(limits.findings), emit(&findings) {}

  FileVerdict Take() {
    FileVerdict verdict;
    for (diag::Diagnostic& finding : findings.Release()) {
      verdict.findings.Consume(std::move(finding));
    }
    verdict.findings.CountDropped(findings);
    if (!verdict.findings.diagnostics().empty()) {
      verdict.texts = sources.Release();
    }
    return verdict;
  }

  source::SourceMap sources;
  Arena arena;
  diag::Collector findings;
  diag::Emitter emit;
};

std::string ShownName(const std::string& path) {
  return path == "-" ? "<stdin>" : path.starts_with("./") ? path.substr(2) : path;
}

Result<std::string> Read(const GivenFile& file, source::FileReader& reader) {
  return file.directory.empty() ? reader.Read(file.path) : reader.ReadBelow(file.directory, file.path);
}

// Whether a text may hold a definition: a look at its documents decides.
bool MayDefine(Text text) {
  return text.find("CustomResourceDefinition") != Text::npos &&
         text.find("apiextensions.k8s.io/v1") != Text::npos;
}

yaml::ReadOptions ReadingOf(const Limits& limits) {
  yaml::ReadOptions reading;
  reading.dialect = value::Dialect::kK8s;
  reading.limits = limits;
  return reading;
}

// A file that was read: its text, or why there is none.
struct Loaded {
  std::string text;
  std::optional<Failure> failure;
  bool may_define = false;
};

class Run {
 public:
  Run(const KubernetesOptions& options, const Limits& limits, const schemas::kubernetes::Table& table,
      source::FileReader& reader, Session& session)
      : options_(options), limits_(limits), table_(table), reader_(reader), session_(session) {}

  KubernetesResult All() {
    KubernetesResult result;
    std::vector<GivenFile> files, definitions;
    result.could_read = ExpandPaths(options_.paths, reader_, session_.emit, files);
    result.could_read = ExpandPaths(options_.crds, reader_, session_.emit, definitions) && result.could_read;
    if (!result.could_read) {
      return result;
    }
    result.could_read = LoadDefinitions(definitions);
    if (!policies_.Load(options_.policies, limits_, reader_, session_)) {
      result.could_read = false;
      return result;
    }
    std::vector<Loaded> loaded(files.size());
    SideBySide(files.size(), options_.jobs, [&](size_t i, size_t) { Load(files[i], loaded[i]); });
    for (size_t i = 0; i < files.size(); ++i) {
      if (loaded[i].may_define) {
        Define(ShownName(files[i].path), loaded[i].text);
      }
      result.could_read = result.could_read && !loaded[i].failure;
    }
    FindSchemas(files, loaded);
    session_.Freeze();
    Judge(files, loaded, result);
    result.file_count = files.size() + definitions.size();
    return result;
  }

 private:
  bool LoadDefinitions(const std::vector<GivenFile>& files) {
    bool ok = true;
    for (const GivenFile& file : files) {
      Result<std::string> text = Read(file, reader_);
      if (!text) {
        diag::ReportReadFault({}, text.failure(), session_.emit);
        ok = false;
        continue;
      }
      const size_t before = custom_.size();
      if (MayDefine(*text)) {
        Define(ShownName(file.path), *text);
      }
      if (custom_.size() == before && file.directory.empty()) {
        session_.emit.Report({}, kNoDefinition, ShownName(file.path)).As(diag::Severity::kWarning).Emit();
      }
    }
    return ok;
  }

  void Load(const GivenFile& file, Loaded& loaded) {
    Result<std::string> text = Read(file, reader_);
    if (!text) {
      loaded.failure = text.failure();
      return;
    }
    loaded.may_define = MayDefine(*text);
    loaded.text = *std::move(text);
  }

  // Takes the definitions of a text. What is wrong with it is said when it is judged as a manifest.
  void Define(const std::string& name, const std::string& text) {
    const source::SourceFile& file = session_.sources.AddText(name, text);
    diag::Collector unheard;
    diag::Emitter silence(&unheard);
    const yaml::File read = yaml::ReadFile(file, ReadingOf(limits_), session_.arena, silence);
    const auto add = [this](const value::Value& document) {
      if (schemas::crd::IsDefinition(document)) {
        custom_.Add(document);
      }
    };
    for (const yaml::Document& document : read.documents) {
      add(*document.root);
      const value::Value* items =
          document.root->kind == value::Kind::kMapping ? value::Find(*document.root, "items") : nullptr;
      if (items != nullptr && items->kind == value::Kind::kSequence) {
        std::for_each(items->items().begin(), items->items().end(),
                      [&](const value::Value* item) { add(*item); });
      }
    }
  }

  // Looks for the schemas of kinds that are neither built in nor defined where --schema-location says.
  void FindSchemas(const std::vector<GivenFile>& files, const std::vector<Loaded>& loaded) {
    for (size_t i = 0; i < files.size() && !options_.locations.empty(); ++i) {
      Desk desk(nullptr, limits_);
      const source::SourceFile& file = desk.sources.AddText(files[i].path, loaded[i].text);
      const yaml::File read = yaml::ReadFile(file, ReadingOf(limits_), desk.arena, desk.emit);
      for (const yaml::Document& document : read.documents) {
        FindSchema(*document.root);
        const value::Value* items =
            document.root->kind == value::Kind::kMapping ? value::Find(*document.root, "items") : nullptr;
        if (items != nullptr && items->kind == value::Kind::kSequence) {
          std::for_each(items->items().begin(), items->items().end(),
                        [&](const value::Value* item) { FindSchema(*item); });
        }
      }
    }
  }

  void FindSchema(const value::Value& resource) {
    if (resource.kind != value::Kind::kMapping) {
      return;
    }
    const value::Value* api_version = value::Find(resource, "apiVersion");
    const value::Value* kind = value::Find(resource, "kind");
    const bool is_resource = api_version != nullptr && kind != nullptr &&
                             api_version->kind == value::Kind::kString && kind->kind == value::Kind::kString;
    if (!is_resource || table_.VersionsOf(api_version->raw, kind->raw) != 0 ||
        custom_.Find(api_version->raw, kind->raw) != nullptr) {
      return;
    }
    for (const std::string& location : options_.locations) {
      const std::string path =
          SchemaPath(location, {api_version->raw, kind->raw, table_.versions()[options_.versions.back()]});
      if (!path.empty() && reader_.KindOf(path) == source::PathKind::kFile &&
          TakeSchema(path, api_version->raw, kind->raw)) {
        return;
      }
    }
  }

  // A definition, or a JSON Schema made of one.
  bool TakeSchema(const std::string& path, Text api_version, Text kind) {
    const Result<std::string> text = reader_.Read(path);
    if (!text) {
      diag::ReportReadFault({}, text.failure(), session_.emit);
      return true;
    }
    if (MayDefine(*text)) {
      Define(path, *text);
      return custom_.Find(api_version, kind) != nullptr;
    }
    const source::SourceFile& file = session_.sources.AddText(path, *text);
    const yaml::File read = yaml::ReadFile(file, ReadingOf(limits_), session_.arena, session_.emit);
    const value::Value* root = read.documents.front().root;
    if (root->kind != value::Kind::kMapping) {
      return false;
    }
    custom_.AddSchema(api_version, kind, *root);
    return true;
  }

  void Judge(const std::vector<GivenFile>& files, std::vector<Loaded>& loaded, KubernetesResult& result) {
    kubernetes::JudgeOptions judging;
    judging.versions = options_.versions;
    judging.check_steps = limits_.check_steps;
    const size_t known_texts = session_.sources.file_count();
    judging.ignored_kinds = options_.ignored_kinds;
    std::vector<FileVerdict> verdicts(files.size());
    std::vector<std::vector<Policies::Verdict>> of_policies(files.size());
    FindingsBound bound(limits_.findings);
    const size_t thread_count = ThreadCount(files.size(), options_.jobs);
    std::vector<std::unique_ptr<kubernetes::Judge>> judges(thread_count);
    std::vector<std::shared_ptr<schemas::crd::RuleBudget>> budgets(thread_count);
    SideBySide(files.size(), options_.jobs, [&](size_t i, size_t thread) {
      std::unique_ptr<kubernetes::Judge>& judge = judges[thread];
      if (judge == nullptr) {
        budgets[thread] = std::make_shared<schemas::crd::RuleBudget>(limits_);
        judge = std::make_unique<kubernetes::Judge>(judging, table_, custom_,
                                                    schemas::crd::RuleBinder(budgets[thread]));
      }
      const std::string text = policies_.empty() ? std::string() : loaded[i].text;
      verdicts[i] = File(files[i], std::move(loaded[i]), *judge, *budgets[thread]);
      if (verdicts[i].document_count > 0 && !policies_.empty()) {
        of_policies[i] = policies_.Judge(ShownName(files[i].path), text, verdicts[i]);
      }
      bound.Cut(i, verdicts[i]);
    });
    for (size_t i = 0; i < files.size(); ++i) {
      result.resource_count += verdicts[i].document_count;
      HandOver(std::move(verdicts[i]), known_texts, session_);
      for (Policies::Verdict& verdict : of_policies[i]) {
        policies_.HandOver(std::move(verdict), session_);
      }
    }
    if (result.resource_count == 0 && session_.emit.error_count() == 0) {
      session_.emit.Report({}, kNoResource).As(diag::Severity::kWarning).Emit();
    }
  }

  FileVerdict File(const GivenFile& given, Loaded loaded, kubernetes::Judge& judge,
                   schemas::crd::RuleBudget& budget) const {
    Desk desk(&session_.sources, limits_);
    if (loaded.failure) {
      diag::ReportReadFault({}, *loaded.failure, desk.emit);
      return desk.Take();
    }
    const std::string name = ShownName(given.path);
    const source::SourceFile& file = desk.sources.AddText(name, std::move(loaded.text));
    size_t count = 0;
    if (const Text what = kubernetes::OtherFileNamed(name); !what.empty()) {
      desk.emit.Report({file.base(), file.base()}, kOtherFile, name, what).Emit();
    } else {
      count = Documents(file, judge, budget, desk);
    }
    FileVerdict verdict = desk.Take();
    verdict.document_count = count;
    return verdict;
  }

  size_t Documents(const source::SourceFile& file, kubernetes::Judge& judge, schemas::crd::RuleBudget& budget,
                   Desk& desk) const {
    const yaml::File read = yaml::ReadFile(file, ReadingOf(limits_), desk.arena, desk.emit);
    if (desk.emit.error_count() > 0 && kubernetes::IsTemplate(file.text())) {
      desk.findings.Release();
      desk.emit.Report({file.base(), file.base()}, kTemplate, file.name()).Emit();
      return 0;
    }
    size_t count = 0;
    for (const yaml::Document& document : read.documents) {
      budget.Begin();
      count += judge.Document(*document.root, file.name(), desk.arena, desk.emit);
    }
    return count;
  }

  const KubernetesOptions& options_;
  const Limits& limits_;
  const schemas::kubernetes::Table& table_;
  source::FileReader& reader_;
  Session& session_;
  kubernetes::CustomKinds custom_;
  Policies policies_;
};

}  // namespace

KubernetesResult CheckKubernetes(const KubernetesOptions& options, const Limits& limits,
                                 const schemas::kubernetes::Table& table, source::FileReader& reader,
                                 Session& session) {
  return Run(options, limits, table, reader, session).All();
}

}  // namespace kval::driver
