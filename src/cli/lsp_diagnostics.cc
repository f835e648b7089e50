#include "src/cli/lsp_diagnostics.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "src/cli/command_line_check.h"
#include "src/cli/document_plan.h"
#include "src/cli/project_check.h"
#include "src/cli/run_guarded.h"
#include "src/driver/helm/chart.h"
#include "src/driver/schemas/schema_modeline.h"
#include "src/report/json_writer.h"
#include "src/source/size_on_disk.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

// More than people read, and few enough for an editor.
constexpr std::string_view kMostFindings = "1000";
constexpr int kErrorMessage = 1;

bool IsYaml(std::string_view name) {
  return name.ends_with(".yml") || name.ends_with(".yaml");
}

template <typename Test>
bool HasAny(const CommandOutput& output, const Test& test) {
  if (output.session == nullptr) {
    return false;
  }
  const std::vector<diag::Diagnostic> findings = output.session->findings.Sorted();
  return std::any_of(findings.begin(), findings.end(), test);
}

bool HasFound(const CommandOutput& output, diag::Kind kind) {
  return HasAny(output, [kind](const diag::Diagnostic& one) { return one.kind == kind; });
}

// Whether findings come from a template of another language. Template syntax in a quoted string or comment is
// text.
bool IsTemplate(const CommandOutput& output) {
  return HasAny(output, [&](const diag::Diagnostic& one) {
    const source::Span at = one.labels.front().span;
    const source::SourceMap& sources = output.session->sources;
    if (one.kind == diag::Kind::kForeignTemplate) {
      return true;
    }
    const bool is_of_yaml = diag::EntryOf(one.kind).number / 100 == 1;  // KV1xx
    if (!is_of_yaml || !sources.Contains(at)) {
      return false;
    }
    const source::SourceFile& file = sources.FileOf(at);
    return file.Text(file.LineSpan(file.LineOf(at.begin))).find("{{") != std::string_view::npos;
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

// The check of one open document.
class DocumentCheck {
 public:
  DocumentCheck(const OpenDocuments& opened, const std::string& path, const ProcessEnvironment& environment)
      : text_(opened, path, environment) {
    report_.formats = {"lsp"};
    report_.max_diagnostics = kMostFindings;
    report_.quiet = true;
  }

  void Make(CommandOutput& output) {
    CommandOutput found;
    RunGuarded([this](const ProcessEnvironment&, CommandOutput& target) { return Run(target); },
               text_.environment(), found);
    output.out += found.out;
    if (!found.err.empty()) {
      output.out += Shown(found.err);
    }
  }

 private:
  int Run(CommandOutput& output) {
    std::optional<CheckResult> checked = InProject(output);
    if (!checked && IsYaml(text_.name()) && text_.EnterDocumentDirectory()) {
      checked = Alone(output);
    }
    if (checked && !checked->refused) {
      Write(*checked, output);
    }
    return kOk;
  }

  void Write(const CheckResult& checked, CommandOutput& output) const {
    const policy::Policy* policy = checked.policy ? &*checked.policy : nullptr;
    WriteFindings(report_, checked.file_count, text_.environment(), {&output.out}, output, policy);
  }

  // Returns nullopt if no project mentions the document.
  std::optional<CheckResult> InProject(CommandOutput& output) {
    const Result<std::optional<project::ProjectLocation>> location = text_.EnterProject();
    if (!location) {
      output.err += location.failure().message;
      return std::nullopt;
    }
    if (!*location) {
      return std::nullopt;
    }
    ProjectCheck check;
    check.paths = {text_.name()};
    CommandOutput inside;
    CheckResult checked =
        CheckProject(**location, check, text_.strings(), {}, report_, text_.environment(), inside);
    if (HasFound(inside, diag::Kind::kNotCovered)) {
      return std::nullopt;
    }
    output = std::move(inside);
    return checked;
  }

  // Checks the document without a project.
  std::optional<CheckResult> Alone(CommandOutput& output) const {
    source::DiskFileReader disk;
    OverrideReader reader(disk, text_.strings(), text_.environment().directory);
    driver::InputFileReader files(reader);
    driver::Session looking;
    const DocumentPlan found = PlanAlone(text_, {}, files, looking);
    if (found.chart) {
      if (std::optional<CheckResult> checked = OfChart(*found.chart, output)) {
        return checked;
      }
    }
    const bool is_manifest =
        !found.plan.checks.empty() && found.plan.checks.front().method == driver::CheckMethod::kManifests;
    return OfNoChart(found.chart ? found.chart->schema : std::string(),
                     is_manifest ? KustomizationNextTo(text_.name(), files) : std::string(), output);
  }

  // It decides whether a manifest is complete, or a patch. Empty if there is none.
  static std::string KustomizationNextTo(const std::string& path, source::FileReader& reader) {
    for (const std::string_view name : {"kustomization.yaml", "kustomization.yml", "Kustomization"}) {
      const std::string file = std::string(GetDirectoryPrefix(path)).append(name);
      if (file != path && reader.KindOf(file) == source::PathKind::kFile) {
        return file;
      }
    }
    return {};
  }

  // Computes and validates values as Helm does. Returns nullopt after reporting that Helm cannot load the
  // chart.
  std::optional<CheckResult> OfChart(const ChartValues& values, CommandOutput& output) const {
    driver::Session& session = NewSession(output, Limits(), {}, report_, true);
    OverrideReader reader(*output.reader, text_.strings(), text_.environment().directory);
    driver::HelmRequest request;
    request.chart = request.input.chart = values.chart;
    request.input.files = values.files;
    request.takes_library = true;
    request.size_of = source::SizeOnDisk;
    const driver::HelmResult result = driver::RunHelm(request, reader, session);
    CheckResult checked{std::nullopt, policy::Policy(), kFindings, 1, report_};
    if (!result.is_chart_loaded) {
      Write(checked, output);
      Begin(output);
      return std::nullopt;
    }
    return checked;
  }

  // As planned (PlanAlone), or by `schema`; else whether it is YAML. Nothing of templates of other languages,
  // which are no YAML yet. `kustomization`: is checked with it; may be empty.
  std::optional<CheckResult> OfNoChart(const std::string& schema, const std::string& kustomization,
                                       CommandOutput& output) const {
    CommandLineCheck check;
    check.report = report_;
    check.paths = {text_.name()};
    check.allow_unchecked = true;
    if (!kustomization.empty()) {
      check.paths.push_back(kustomization);
    }
    if (!schema.empty()) {
      check.inputs.as = {"schema=" + schema};
      check.inputs.profile = "helm";
    }
    CheckResult checked = RunCommandLineCheck(check, text_.strings(), text_.environment(), output);
    constexpr diag::Kind kNothingToCheckBy[] = {diag::Kind::kNoSchema, diag::Kind::kNotChecked,
                                                diag::Kind::kUnusableSchema};
    const bool has_nothing = std::any_of(std::begin(kNothingToCheckBy), std::end(kNothingToCheckBy),
                                         [&](diag::Kind kind) { return HasFound(output, kind); });
    if (has_nothing && !NamesSchema(output, text_.name())) {
      check.yaml_only = true;
      check.paths = {text_.name()};
      Begin(output);
      checked = RunCommandLineCheck(check, text_.strings(), text_.environment(), output);
    }
    return IsTemplate(output) ? std::nullopt : std::optional(std::move(checked));
  }

  OpenDocument text_;
  ReportOptions report_;
};

}  // namespace

void CheckOpenDocuments(const OpenDocuments& opened, const ProcessEnvironment& environment,
                        CommandOutput& output) {
  for (const auto& [path, text] : opened.strings) {
    DocumentCheck(opened, path, environment).Make(output);
  }
}

}  // namespace kval::cli
