#include "src/cli/lsp/code_check.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/lsp/chart_texts.h"
#include "src/cli/lsp/data_values.h"
#include "src/driver/render.h"
#include "src/helm/render/template_errors.h"
#include "src/lang/kcl/run/run.h"
#include "src/lsp/structure/text_tree.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

constexpr size_t kMaxLoadedFiles = 200;

// Returns the paths in `load("path", …)` in a text.
std::vector<std::string> LoadedPaths(std::string_view text) {
  std::vector<std::string> paths;
  constexpr std::string_view kLoad = "load(\"";
  for (size_t at = text.find(kLoad); at != std::string_view::npos; at = text.find(kLoad, at)) {
    at += kLoad.size();
    paths.emplace_back(text.substr(at, text.find('"', at) - at));
  }
  return paths;
}

bool IsYtt(std::string_view path) {
  return path.starts_with("@ytt:");
}

// The files of a run that renders an open template, named relative to its directory.
class TemplateInputs {
 public:
  TemplateInputs(const OpenDocument& text, source::FileReader& reader)
      : directory_(GetDirectoryPrefix(text.name())), reader_(reader) {
    const std::string own = text.name().substr(directory_.size());
    const std::string_view content = text.strings().find(text.name())->second;
    Add(own, content);
    AddValues(text.name());
    is_complete_ = is_complete_ && FindDataDocuments(content).empty() &&
                   content.find("overlay/") == std::string_view::npos &&
                   (has_values_ || content.find("data.values") == std::string_view::npos);
  }

  const std::vector<driver::InputPath>& inputs() const { return inputs_; }
  // Whether they are all that the template needs.
  bool is_complete() const { return is_complete_; }

 private:
  void Add(const std::string& name, std::string_view content) {
    if (!names_.insert(name).second) {
      return;
    }
    inputs_.push_back({directory_ + name, directory_ + name});
    for (const std::string& path : LoadedPaths(content)) {
      if (IsYtt(path)) {
        continue;
      }
      const std::string file = std::string(GetDirectoryPrefix(name)) + path;
      const Result<std::string> loaded =
          path.starts_with('@') || path.starts_with('/') || inputs_.size() >= kMaxLoadedFiles
              ? Result<std::string>(Failure{"not in this directory"})
              : reader_.ReadBelow(directory_.empty() ? "." : directory_, directory_ + file);
      if (loaded) {
        Add(file, *loaded);
      } else {
        is_complete_ = false;
      }
    }
  }

  void AddValues(const std::string& path) {
    for (const driver::InputPath& input : DataValuesOf(path, reader_)) {
      has_values_ = true;
      if (const Result<std::string> content = reader_.Read(input.path)) {
        Add(input.name, *content);
      }
    }
  }

  std::string directory_;
  source::FileReader& reader_;
  std::vector<driver::InputPath> inputs_;
  std::set<std::string> names_;
  bool has_values_ = false;
  bool is_complete_ = true;
};

// Syntax, annotations, and names that are defined nowhere: they do not depend on other files.
bool IsStatic(diag::Kind kind) {
  switch (kind) {
    case diag::Kind::kStarlarkSyntax:
    case diag::Kind::kStarlarkName:
    case diag::Kind::kTemplateSyntax:
    case diag::Kind::kUnknownComment:
    case diag::Kind::kUnknownAnnotation:
    case diag::Kind::kBadAnnotationArgument:
    case diag::Kind::kMisplacedAnnotation:
    case diag::Kind::kConflictingAnnotations:
      return true;
    default:
      return diag::EntryOf(kind).category == diag::Category::kYaml;
  }
}

// The findings of a run in the document and elsewhere.
struct SplitFindings {
  std::vector<diag::Diagnostic> own;
  bool has_others = false;  // an error elsewhere
};

SplitFindings FindingsIn(const std::string& name, driver::Session& session) {
  SplitFindings split;
  for (diag::Diagnostic& one : session.findings.Release()) {
    const source::Span at = one.labels.empty() ? source::Span() : one.labels.front().span;
    if (session.sources.Contains(at) && session.sources.FileOf(at).name() == name) {
      split.own.push_back(std::move(one));
    } else {
      split.has_others = split.has_others || one.severity == diag::Severity::kError;
    }
  }
  return split;
}

void Keep(std::vector<diag::Diagnostic> findings, driver::Session& session) {
  for (diag::Diagnostic& one : findings) {
    session.findings.Consume(std::move(one));
  }
}

// Runs KCL files as one package. Returns the findings of the document.
SplitFindings RunKcl(const OpenDocument& text, std::vector<std::string> files, const ReportOptions& report,
                     CommandOutput& output) {
  kcl::run::RunRequest request;
  request.inputs = std::move(files);
  driver::Session& session = NewSession(output, request.limits, {}, report, true);
  OpenDocumentReader reading(*output.reader, text);
  source::FileReader& reader = reading.files();
  kcl::run::Run(request, session.sources, reader, session.emit);
  return FindingsIn(text.name(), session);
}

// The name of a template of a chart in Helm's messages: `shop/charts/db/templates/a.yaml`.
std::string HelmNameOf(const OpenDocument& text) {
  source::DiskFileReader disk;
  SnapshotReader reader(disk, text.snapshot());
  std::string path = text.path(), name;
  while (!path.empty()) {
    std::optional<ChartTexts> chart = ChartTexts::Around(path, text.opened(), reader);
    if (!chart) {
      break;
    }
    const std::string* description = chart->Read(chart->chart_path());
    const size_t directory = GetDirectoryPrefix(chart->chart_path()).size();
    const lsp::TextTree tree(description == nullptr ? std::string_view() : *description);
    const std::optional<size_t> root = tree.RootOfFirstDocument();
    const std::optional<size_t> declared = root ? tree.Find(*root, "name") : std::nullopt;
    const std::string below = name.empty() ? path.substr(directory) : "charts/" + name;
    name = (declared ? tree.ContentOf(*declared) : std::string()) + "/" + below;
    const std::optional<std::string> parent = chart->ParentChart();
    path = parent ? *parent + "Chart.yaml" : std::string();
  }
  return name.empty() ? text.name() : name;
}

// A finding without the place of its file among the inputs of a run.
std::string IdentityOf(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const std::string place =
      sources.Contains(at) ? std::to_string(at.begin - sources.FileOf(at).base()) : std::string();
  return place + " " + finding.message;
}

// Whether `findings` miss one of the `required` findings.
bool MissesAny(const SplitFindings& findings, const driver::Session& session, const SplitFindings& required,
               const driver::Session& required_session) {
  std::set<std::string> identities;
  for (const diag::Diagnostic& one : findings.own) {
    identities.insert(IdentityOf(one, session.sources));
  }
  return std::any_of(required.own.begin(), required.own.end(), [&](const diag::Diagnostic& one) {
    return !identities.contains(IdentityOf(one, required_session.sources));
  });
}

}  // namespace

void CheckTemplate(const OpenDocument& text, const ReportOptions& report, CommandOutput& output) {
  driver::DriverOptions options;
  driver::Session& session = NewSession(output, options.limits, {}, report, true);
  OpenDocumentReader reading(*output.reader, text);
  source::FileReader& reader = reading.files();
  const TemplateInputs inputs(text, reader);
  options.inputs = inputs.inputs();
  driver::Render(options, driver::RenderGoal::kOutput, reader, session);
  SplitFindings found = FindingsIn(text.name(), session);
  if (!inputs.is_complete() || found.has_others) {
    std::erase_if(found.own, [](const diag::Diagnostic& one) { return !IsStatic(one.kind); });
  }
  Keep(std::move(found.own), session);
}

void CheckHelmTemplate(const OpenDocument& text, const ReportOptions& report, CommandOutput& output) {
  driver::Session& session = NewSession(output, Limits(), {}, report, true);
  const std::string& content = text.strings().find(text.name())->second;
  helm::render::CheckSyntax(session.sources.AddText(text.name(), content), HelmNameOf(text), session.emit);
}

void CheckKcl(const OpenDocument& text, const ReportOptions& report, CommandOutput& output) {
  const std::string name = text.name();
  SplitFindings alone = RunKcl(text, {name}, report, output);
  if (alone.own.empty()) {
    return;
  }
  const std::string directory(GetDirectoryPrefix(name));
  OpenDocumentReader reading(*output.reader, text);
  source::FileReader& reader = reading.files();
  std::vector<std::string> files = {name};
  const Result<std::vector<std::string>> names = reader.List(directory.empty() ? "." : directory);
  for (const std::string& file : names ? *names : std::vector<std::string>()) {
    if (file.ends_with(".k") && !file.ends_with("_test.k") && directory + file != name) {
      files.push_back(directory + file);
    }
  }
  // Findings that vanish with the other files are about names that those declare.
  if (files.size() > 1) {
    CommandOutput package;
    SplitFindings together = RunKcl(text, files, report, package);
    if (MissesAny(together, *package.session, alone, *output.session)) {
      output = std::move(package);
      alone = std::move(together);
    }
  }
  Keep(std::move(alone.own), *output.session);
}

}  // namespace kval::cli
