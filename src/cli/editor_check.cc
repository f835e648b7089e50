#include "src/cli/editor_check.h"

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "src/cli/exhausted.h"
#include "src/cli/hidden_findings.h"
#include "src/cli/named_check.h"
#include "src/cli/project_check.h"
#include "src/project/find.h"
#include "src/report/json_writer.h"

namespace kval::cli {
namespace {

// More than people look at, and what an editor still shows at once.
constexpr std::string_view kMostFindings = "1000";
constexpr int kErrorMessage = 1;

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

// A path as it is called from a folder, both absolute: `../base.yml`.
std::string From(const std::string& folder, const std::string& path) {
  std::string up;
  for (std::string_view above = folder;; above = above.substr(0, above.rfind('/'))) {
    if (path.size() > above.size() && path.starts_with(above) && path[above.size()] == '/') {
      return up + path.substr(above.size() + 1);
    }
    if (above.empty()) {
      return path;
    }
    up += "../";
  }
}

bool IsYaml(std::string_view name) {
  return name.ends_with(".yml") || name.ends_with(".yaml") || name.ends_with(".json");
}

bool HasFound(const Output& output, diag::Kind kind) {
  const std::vector<diag::Diagnostic> findings = output.session->findings.Sorted();
  return std::any_of(findings.begin(), findings.end(), [kind](const auto& one) { return one.kind == kind; });
}

bool IsBelow(const std::string& folder, const std::string& root) {
  return folder == root || root == "/" || (folder.starts_with(root) && folder[root.size()] == '/');
}

// What concerns no text.
std::string Shown(const std::string& text) {
  report::JsonWriter json(report::JsonWriter::Layout::kOneLine);
  json.BeginObject().Field("jsonrpc", "2.0").Field("method", "window/showMessage");
  json.Key("params")
      .BeginObject()
      .Field("type", kErrorMessage)
      .Field("message", text)
      .EndObject()
      .EndObject();
  return json.Take();
}

// One of the open texts.
class OpenText {
 public:
  OpenText(const Opened& opened, const std::string& path, const Environment& environment)
      : opened_(opened), path_(path), environment_(environment) {
    report_.formats = {"lsp"};
    report_.max_diagnostics = kMostFindings;
    report_.quiet = true;
  }

  void Check(Output& output) {
    Output found;
    RunToAnEnd([this](const Environment&, Output& target) { return Run(target); }, environment_, found);
    output.out += found.out;
    if (!found.err.empty()) {
      output.out += Shown(found.err);
    }
  }

 private:
  int Run(Output& output) {
    const std::string folder = FolderOf(path_);
    std::optional<Checked> checked = InProject(folder, output);
    if (!checked && IsYaml(path_) && Enter(FolderAround())) {
      checked = Alone(output);
    }
    if (checked && !checked->refused) {
      const policy::Policy* policy = checked->policy ? &*checked->policy : nullptr;
      WriteFindingsOfMany(report_, checked->file_count, environment_, {&output.out}, checked->sensitive,
                          output, policy);
    }
    return kOk;
  }

  // All paths count from there. False where it is not there yet.
  bool Enter(const std::string& folder) {
    environment_.folder = folder;
    texts_.clear();
    for (const auto& [path, text] : opened_.texts) {
      texts_.emplace(From(folder, path), text);
    }
    return ::chdir(folder.c_str()) == 0;
  }

  // What a text names must lie below it: the folder that is open around the text, or the text's own.
  std::string FolderAround() const {
    std::string around = FolderOf(path_);
    for (const std::string& folder : opened_.folders) {
      around = IsBelow(around, folder) ? folder : around;
    }
    return around;
  }

  // By the nearest project file: that of the text's repository, or one in a folder that is open. Nothing
  // where it does not speak of the text.
  std::optional<Checked> InProject(std::string folder, Output& output) {
    while (true) {
      if (Enter(folder)) {
        const Result<std::optional<project::Location>> location = LocateProject({}, environment_);
        if (!location) {
          output.err += location.failure().message;
          return std::nullopt;
        }
        if (*location) {
          return ByProject(**location, output);
        }
      }
      folder = FolderOf(folder);
      if (folder == environment_.folder ||
          std::none_of(opened_.folders.begin(), opened_.folders.end(),
                       [&folder](const std::string& root) { return IsBelow(folder, root); })) {
        return std::nullopt;
      }
    }
  }

  std::optional<Checked> ByProject(const project::Location& location, Output& output) const {
    ProjectCheck check;
    check.paths = {From(environment_.folder, path_)};
    Output inside;
    Checked checked = CheckProject(location, check, texts_, {}, report_, environment_, inside);
    if (inside.session != nullptr && HasFound(inside, diag::Kind::kNotCovered)) {
      return std::nullopt;
    }
    output = std::move(inside);
    return checked;
  }

  std::optional<Checked> Alone(Output& output) const {
    NamedCheck check;
    check.report = report_;
    check.paths = {From(environment_.folder, path_)};
    Checked checked = CheckNamed(check, texts_, environment_, output);
    if (output.session != nullptr && HasFound(output, diag::Kind::kNoSchema)) {
      check.yaml_only = true;
      output = Output();
      checked = CheckNamed(check, texts_, environment_, output);
    }
    return checked;
  }

  const Opened& opened_;
  const std::string& path_;
  Environment environment_;
  Texts texts_;
  ReportOptions report_;
};

}  // namespace

void CheckOpened(const Opened& opened, const Environment& environment, Output& output) {
  for (const auto& [path, text] : opened.texts) {
    OpenText(opened, path, environment).Check(output);
  }
}

}  // namespace kval::cli
