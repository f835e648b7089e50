#include "src/cli/lsp/diagnostics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/cli/command_line_check.h"
#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/code_check.h"
#include "src/cli/lsp/document_plan.h"
#include "src/cli/plan_text.h"
#include "src/cli/project_check.h"
#include "src/cli/run_guarded.h"
#include "src/driver/helm/chart.h"
#include "src/driver/helm/rendered_manifests.h"
#include "src/driver/plan_listing.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/kubernetes/template_detection.h"
#include "src/report/json_writer.h"
#include "src/report/uri.h"
#include "src/source/size_on_disk.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

// More than people read, and few enough for an editor.
constexpr std::string_view kMostFindings = "1000";
constexpr int kErrorMessage = 1;

template <typename Test>
bool HasAny(const CommandOutput& output, const Test& test) {
  if (output.session == nullptr) {
    return false;
  }
  const std::vector<diag::Diagnostic> findings = output.session->findings.Sorted();
  return std::any_of(findings.begin(), findings.end(), test);
}

// Whether a finding of this kind is about a file, or about no file. Other files, such as a kustomization
// above a manifest, may have the same.
bool HasFound(const CommandOutput& output, diag::Kind kind, const std::string& name) {
  return HasAny(output, [&](const diag::Diagnostic& one) {
    const source::Span at = one.labels.empty() ? source::Span() : one.labels.front().span;
    const source::SourceMap& sources = output.session->sources;
    return one.kind == kind && (!sources.Contains(at) || sources.FileOf(at).name() == name);
  });
}

// Whether findings about a file come from a template of another language. Template syntax in a quoted string
// or comment is text, and a placeholder `${NAME}` is a mistake where it is not valid YAML. `has_schema`: the
// file has a separate schema, so that broken YAML next to `{{` is a mistake in it, such as in a GitHub
// workflow.
bool IsTemplate(const CommandOutput& output, const std::string& name, bool has_schema) {
  return HasAny(output, [&](const diag::Diagnostic& one) {
    const source::Span at = one.labels.empty() ? source::Span() : one.labels.front().span;
    const source::SourceMap& sources = output.session->sources;
    if (sources.Contains(at) && sources.FileOf(at).name() != name) {
      return false;
    }
    if (one.kind == diag::Kind::kForeignTemplate) {
      return !sources.Contains(at) || !sources.FileOf(at).Text(at).starts_with("${");
    }
    const bool is_of_yaml = diag::EntryOf(one.kind).category == diag::Category::kYaml;
    if (!is_of_yaml || has_schema || !sources.Contains(at)) {
      return false;
    }
    const source::SourceFile& file = sources.FileOf(at);
    const std::string_view line = file.Text(file.LineSpan(file.LineOf(at.begin)));
    const bool has_mark = line.find("{{") != std::string_view::npos ||
                          line.find("<#") != std::string_view::npos ||
                          line.find("</#") != std::string_view::npos;
    return has_mark && kubernetes::IsTemplate(file.text());
  });
}

// Whether a schema is named in the text, which is then asked whether or not it is there.
bool NamesSchema(const CommandOutput& output, const std::string& name) {
  for (size_t i = 0; output.session != nullptr && i < output.session->sources.file_count(); ++i) {
    const source::SourceFile& file = output.session->sources.file(i);
    if (file.name() == name && driver::FindSchemaModeline(file).has_value()) {
      return true;
    }
  }
  return false;
}

// What concerns no text.
std::string Shown(const std::string& text) {
  report::JsonWriter json(report::JsonWriter::JsonLayout::kOneLine);
  json.BeginObject().Field("jsonrpc", "2.0").Field("method", "window/showMessage");
  json.Key("params")
      .BeginObject()
      .Field("type", kErrorMessage)
      .Field("message", text)
      .EndObject()
      .EndObject();
  return json.Take();
}

// Starts another check after reported findings.
void Begin(CommandOutput& output) {
  CommandOutput next;
  next.out = std::move(output.out);
  output = std::move(next);
}

// Whether a comment of ytt is in a text: `#@` that begins a line or follows a space.
bool HasYttComment(std::string_view text) {
  for (size_t at = text.find("#@"); at != std::string_view::npos; at = text.find("#@", at + 1)) {
    if (at == 0 || text[at - 1] == ' ' || text[at - 1] == '\n') {
      return true;
    }
  }
  return false;
}

// The URI of a file, which identifies it in every working directory.
std::string UriOf(const std::string& path, const OpenDocument& document) {
  return report::AbsoluteUri(path, document.environment().directory);
}

// The check of a document without a project, in its directory.
class DocumentCheck {
 public:
  // `charts`: the charts whose findings are reported already (chart()).
  DocumentCheck(const OpenDocument& text, const ReportOptions& report, const std::set<std::string>& charts)
      : text_(text), report_(report), charts_(charts) {}

  // The chart that was checked with its own values; empty if there is none.
  const std::string& chart() const { return chart_; }
  // Whether another document's check reported the findings of the chart.
  bool is_covered() const { return is_covered_; }

  void Make(CommandOutput& output) {
    std::optional<CheckResult> checked;
    if (IsTemplateOfChart()) {
      checked = OfCode(CheckHelmTemplate, output);
      const bool is_valid = output.session->findings.Sorted().empty();
      if (is_valid) {
        Begin(output);
        source::DiskFileReader disk;
        OpenDocumentReader reading(disk, text_);
        const std::optional<ChartValues> chart = ChartOfTemplate(text_.name(), reading.files());
        checked = chart ? OfChart(*chart, output) : std::nullopt;
      }
      if (checked) {
        return Write(*checked, output);
      }
    }
    switch (text_.language()) {
      case OpenDocument::Language::kYaml:
        checked = Alone(output);
        break;
      case OpenDocument::Language::kStarlark:
        checked = OfCode(CheckTemplate, output);
        break;
      case OpenDocument::Language::kKcl:
        checked = OfCode(CheckKcl, output);
        break;
      case OpenDocument::Language::kOther:
        break;
    }
    if (checked) {
      Write(*checked, output);
    }
  }

 private:
  bool IsTemplateOfChart() const {
    source::DiskFileReader disk;
    SnapshotReader reader(disk, text_.snapshot());
    const OpenDocuments nothing;
    const std::optional<ChartTexts> chart = ChartTexts::Around(text_.path(), nothing, reader);
    return chart && chart->IsTemplate(text_.path());
  }

  void Write(const CheckResult& checked, CommandOutput& output) const {
    if (checked.refused) {
      return;
    }
    const policy::Policy* policy = checked.policy ? &*checked.policy : nullptr;
    WriteFindings(report_, checked.file_count, text_.environment(), {&output.out}, output, policy);
  }

  template <typename Check>
  CheckResult OfCode(const Check& check, CommandOutput& output) const {
    Begin(output);
    check(text_, report_, output);
    return {std::nullopt, policy::Policy(), kFindings, 1, report_};
  }

  // Checks the document without a project.
  std::optional<CheckResult> Alone(CommandOutput& output) {
    source::DiskFileReader disk;
    OpenDocumentReader reading(disk, text_);
    driver::InputFileReader files(reading.files());
    driver::Session looking;
    const DocumentPlan found = PlanAlone(text_, {}, files, looking);
    if (found.chart) {
      if (std::optional<CheckResult> checked = OfChart(*found.chart, output)) {
        return checked;
      }
    }
    const bool is_manifest =
        !found.plan.checks.empty() && found.plan.checks.front().method == driver::CheckMethod::kManifests;
    const std::optional<driver::ListedCheck> listed =
        found.plan.checks.empty() ? std::nullopt
                                  : driver::ListCheck(found.plan.checks.front(), files, looking);
    PlanFacts facts;
    facts.is_validated = listed && IsValidated(*listed);
    if (is_manifest) {
      facts.definitions = found.plan.checks.front().manifests.crds;
    }
    facts.has_schema = facts.is_validated && !found.chart &&
                       found.plan.checks.front().method == driver::CheckMethod::kDocuments;
    return OfNoChart(found.chart ? found.chart->schema : std::string(), facts, output);
  }

  // Computes and validates values as Helm does, renders the chart and validates its manifests. Returns
  // nullopt after reporting that Helm cannot load the chart, unless the document is the chart's description.
  std::optional<CheckResult> OfChart(const ChartValues& values, CommandOutput& output) {
    chart_ = values.files.empty() ? text_.environment().directory + "/" + values.chart : std::string();
    is_covered_ = charts_.contains(chart_);
    if (is_covered_) {
      return Refused(kOk);
    }
    driver::Session& session = NewSession(output, Limits(), {}, report_, true);
    OpenDocumentReader reading(*output.reader, text_);
    driver::HelmRequest request;
    request.chart = request.input.chart = values.chart;
    request.input.files = values.files;
    request.takes_library = true;
    request.has_partial_values = values.has_partial_values;
    request.size_of = source::SizeOnDisk;
    const auto table = schemas::kubernetes::ApiTable::Builtin();
    driver::KubernetesOptions manifests;
    manifests.versions = {table.newest()};
    request.release = driver::ReleaseFor(manifests, table);
    const driver::HelmResult result = driver::RunHelm(request, reading.files(), session);
    if (result.rendered != nullptr && result.rendered->is_valid()) {
      driver::CheckRenderedManifests(*result.rendered, driver::HasUserValues(request), manifests, table,
                                     reading.files(), session);
    }
    CheckResult checked{std::nullopt, policy::Policy(), kFindings, 1, report_};
    chart_ = result.is_chart_loaded ? chart_ : std::string();
    if (!result.is_chart_loaded && GetFileName(text_.name()) != "Chart.yaml") {
      Write(checked, output);
      Begin(output);
      return std::nullopt;
    }
    return checked;
  }

  // What the plan of the document says.
  struct PlanFacts {
    std::vector<std::string> definitions = {};  // files that define custom resources
    bool is_validated =
        false;  // it has a schema: what is not checked, such as encrypted values, is only a part
    bool has_schema = false;  // its comment or its name has a schema
  };

  // As planned (PlanAlone), or by `schema`; else whether it is YAML. Nothing of templates of other languages,
  // which are no YAML yet.
  std::optional<CheckResult> OfNoChart(const std::string& schema, const PlanFacts& facts,
                                       CommandOutput& output) const {
    CommandLineCheck check;
    check.report = report_;
    check.paths = {text_.name()};
    check.allow_unchecked = true;
    check.looked = text_.snapshot();
    check.definitions = facts.definitions;
    if (!schema.empty()) {
      check.inputs.as = {"schema=" + schema};
      check.inputs.profile = "helm";
    }
    CheckResult checked = RunCommandLineCheck(check, text_.strings(), text_.environment(), output);
    const std::string name = text_.name();
    const bool has_nothing = HasFound(output, diag::Kind::kNoSchema, name) ||
                             HasFound(output, diag::Kind::kUnusableSchema, name) ||
                             (!facts.is_validated && HasFound(output, diag::Kind::kNotChecked, name));
    if (has_nothing && HasYttComment(text_.strings().find(text_.name())->second)) {
      return OfCode(CheckTemplate, output);
    }
    if (has_nothing && !NamesSchema(output, text_.name())) {
      check.yaml_only = true;
      check.paths = {text_.name()};
      Begin(output);
      checked = RunCommandLineCheck(check, text_.strings(), text_.environment(), output);
    }
    return IsTemplate(output, name, facts.has_schema) ? std::nullopt : std::optional(std::move(checked));
  }

  const OpenDocument& text_;
  const ReportOptions& report_;
  const std::set<std::string>& charts_;
  std::string chart_;
  bool is_covered_ = false;
};

// The checks of open documents, one for each project and one for each document without a project.
class OpenDocumentsCheck {
 public:
  OpenDocumentsCheck(const OpenDocuments& opened, const ProcessEnvironment& environment, CheckReuse& reuse,
                     CheckReuse& changed, CommandOutput& output)
      : opened_(opened), environment_(environment), reuse_(reuse), changed_(changed), output_(output) {
    report_.formats = {"lsp"};
    report_.max_diagnostics = kMostFindings;
    report_.quiet = true;
    std::set<std::string> files;
    for (const auto& [path, text] : opened_.strings) {
      files.insert(report::AbsoluteUri(path, "/"));
    }
    report_.open_files = std::make_shared<const std::set<std::string>>(std::move(files));
  }

  void Run() {
    changed_.situation = SituationOf(opened_);
    std::vector<std::string> alone;
    for (const auto& [project, paths] : ByProject(alone)) {
      Guarded(paths.front(), [&, &group = paths](OpenDocument& text, CommandOutput& target) {
        CheckInProject(text, group, alone, target);
      });
    }
    for (const std::string& path : alone) {
      Guarded(path, [this](OpenDocument& text, CommandOutput& target) {
        if (text.EnterDocumentDirectory()) {
          CheckAlone(text, target);
        }
      });
    }
  }

 private:
  // Groups the documents by their projects. A project file is a separate group, because it means all files.
  std::map<std::string, std::vector<std::string>> ByProject(std::vector<std::string>& alone) {
    std::map<std::string, std::vector<std::string>> groups;
    std::map<std::string, std::string> projects;  // by directory: the URI of the project file, or empty
    for (const auto& [path, content] : opened_.strings) {
      if (IsUnsaved(path)) {
        alone.push_back(path);
        continue;
      }
      const auto [known, is_new] = projects.try_emplace(std::string(GetDirectory(path)));
      if (is_new) {
        known->second = ProjectOf(path);
      }
      const std::string& file = known->second;
      if (file.empty()) {
        alone.push_back(path);
      } else {
        groups[file + (file == report::AbsoluteUri(path, "/") ? "#" : "")].push_back(path);
      }
    }
    return groups;
  }

  // The URI of the project file of a document; empty without a project.
  std::string ProjectOf(const std::string& path) {
    OpenDocument text(opened_, path, environment_);
    const Result<std::optional<project::ProjectLocation>> location = text.EnterProject();
    if (!location) {
      output_.out += Shown(location.failure().message);
    }
    return location && *location ? UriOf((*location)->file, text) : std::string();
  }

  // Checks a document without a project, unless nothing has changed since an earlier check.
  void CheckAlone(OpenDocument& text, CommandOutput& output) {
    const auto known = reuse_.documents.find(text.path());
    const bool is_known = reuse_.situation == changed_.situation && known != reuse_.documents.end();
    if (is_known && IsUnchanged(known->second, text)) {
      output.out += known->second.lines;
      AddChart(known->second.chart);
      return;
    }
    FileSnapshot snapshot;
    text.set_snapshot(&snapshot);
    DocumentCheck check(text, report_, charts_);
    check.Make(output);
    AddChart(check.chart());
    if (output.err.empty() && !check.is_covered()) {
      if (auto findings = FindingsForReuse(output.out, snapshot, text)) {
        findings->chart = check.chart();
        changed_.documents.emplace(text.path(), *std::move(findings));
      }
    }
  }

  void AddChart(const std::string& chart) {
    if (!chart.empty()) {
      charts_.insert(chart);
    }
  }

  template <typename Check>
  void Guarded(const std::string& path, const Check& check) {
    OpenDocument text(opened_, path, environment_);
    CommandOutput found;
    const auto run = [&](const ProcessEnvironment&, CommandOutput& target) {
      check(text, target);
      return kOk;
    };
    RunGuarded(run, text.environment(), found);
    output_.out += found.out;
    if (!found.err.empty()) {
      output_.out += Shown(found.err);
    }
  }

  // Adds the documents that the project does not mention to `alone`.
  void CheckInProject(OpenDocument& text, const std::vector<std::string>& group,
                      std::vector<std::string>& alone, CommandOutput& output) {
    const Result<std::optional<project::ProjectLocation>> location = text.EnterProject();
    if (!location || !*location) {
      return;
    }
    std::vector<std::string> uncovered;
    ProjectCheck check;
    check.uncovered = &uncovered;
    const std::string file = UriOf((*location)->file, text);
    std::map<std::string, driver::PassedManifests>& passed = reuse_.projects[file];
    check.passed = &passed;
    for (const std::string& path : group) {
      check.paths.push_back(text.NameOf(path));
    }
    const CheckResult checked =
        CheckProject(**location, check, text.strings(), {}, report_, text.environment(), output);
    for (auto& [name, files] : passed) {
      if (files.has_changed) {
        changed_.projects[file].emplace(name, std::move(files));
      }
    }
    std::set<std::string> rest;
    for (const std::string& path : uncovered) {
      rest.insert(UriOf(path, text));
    }
    const auto is_uncovered = [&](const std::string& path) { return rest.contains(UriOf(path, text)); };
    std::copy_if(group.begin(), group.end(), std::back_inserter(alone), is_uncovered);
    if (!checked.refused && !std::all_of(group.begin(), group.end(), is_uncovered)) {
      const policy::Policy* policy = checked.policy ? &*checked.policy : nullptr;
      WriteFindings(report_, checked.file_count, text.environment(), {&output.out}, output, policy);
    }
  }

  const OpenDocuments& opened_;
  const ProcessEnvironment& environment_;
  CheckReuse& reuse_;
  CheckReuse& changed_;
  CommandOutput& output_;
  ReportOptions report_;
  std::set<std::string> charts_;  // whose findings are reported: absolute directories
};

}  // namespace

void CheckOpenDocuments(const OpenDocuments& opened, const ProcessEnvironment& environment, CheckReuse& reuse,
                        CheckReuse& changed, CommandOutput& output) {
  OpenDocumentsCheck(opened, environment, reuse, changed, output).Run();
}

}  // namespace kval::cli
