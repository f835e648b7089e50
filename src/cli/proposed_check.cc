#include "src/cli/proposed_check.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "src/cli/chart_location.h"
#include "src/cli/propose_project.h"
#include "src/cli/usage.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using source::PathKind;

// The files below a directory, with relative paths.
class SubdirectoryReader final : public source::FileReader {
 public:
  // `prefix`: the directory with its slash; empty: the working directory.
  SubdirectoryReader(source::FileReader& reader, std::string prefix)
      : reader_(reader), prefix_(std::move(prefix)) {}

  PathKind KindOf(const std::string& path) override { return reader_.KindOf(Of(path)); }
  Result<std::string> Read(const std::string& path) override { return reader_.Read(Of(path)); }
  Result<std::string> ReadBelow(const std::string& directory, const std::string& path) override {
    return reader_.ReadBelow(Of(directory), Of(path));
  }
  Result<std::vector<std::string>> List(const std::string& directory) override {
    return reader_.List(Of(directory));
  }
  source::Tree Walk(const std::string& directory) override { return reader_.Walk(Of(directory)); }
  Result<std::string> RealPath(const std::string& path) override { return reader_.RealPath(Of(path)); }

 private:
  std::string Of(const std::string& path) const {
    return prefix_.empty() || path.starts_with('/') ? path : prefix_ + path;
  }

  source::FileReader& reader_;
  const std::string prefix_;
};

bool HasCharts(const std::string& directory, source::FileReader& reader) {
  const std::vector<std::string> files = reader.Walk(directory).files;
  return std::any_of(files.begin(), files.end(),
                     [](const std::string& file) { return GetFileName(file) == "Chart.yaml"; });
}

// The chart that is installed with a template or values of a chart; nullopt for other files.
std::optional<std::string> ChartOf(const std::string& path, source::FileReader& reader) {
  const bool is_part = ChartOfTemplate(path, reader) || ChartValuesAt(path, reader);
  const std::optional<std::string> outer = is_part ? DirectoryOfOuterChart(path, reader) : std::nullopt;
  return outer && outer->empty() ? "." : outer;
}

// The directory whose proposed checks include the paths.
std::optional<std::string> DirectoryFor(const std::vector<std::string>& paths, bool any_directory,
                                        source::FileReader& reader) {
  if (paths.size() == 1 && reader.KindOf(paths[0]) == PathKind::kDirectory) {
    return any_directory || HasCharts(paths[0], reader) ? std::optional(paths[0]) : std::nullopt;
  }
  std::set<std::string> charts;
  for (const std::string& path : paths) {
    const std::optional<std::string> chart =
        reader.KindOf(path) == PathKind::kFile ? ChartOf(path, reader) : std::nullopt;
    if (!chart) {
      return std::nullopt;
    }
    charts.insert(LexicallyNormal(*chart));
  }
  const bool are_here = std::none_of(charts.begin(), charts.end(), [](const std::string& chart) {
    return chart.starts_with('/') || chart.starts_with("..");
  });
  return charts.size() == 1 ? std::optional(*charts.begin())
         : are_here         ? std::optional<std::string>(".")
                            : std::nullopt;
}

}  // namespace

std::optional<CheckResult> CheckProposed(const std::vector<std::string>& paths, bool any_directory,
                                         ProjectCheck check, TextOverrides strings,
                                         const InputOptions& inputs, const ReportOptions& report,
                                         const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!ReadLimits(inputs.reading, limits, message)) {
    return std::nullopt;  // reported with the other options
  }
  NewSession(output, limits, LinkDestinations(inputs.reading), report, true);
  source::FileReader& files = *output.reader;
  const std::optional<std::string> directory = DirectoryFor(paths, any_directory, files);
  if (!directory) {
    return std::nullopt;
  }
  const std::string normal = LexicallyNormal(*directory);
  const std::string prefix = normal.empty() || normal == "." ? "" : normal + "/";
  for (const std::string_view name : {kProjectFile, std::string_view("kval.yaml")}) {
    if (const std::string own = prefix + std::string(name); files.KindOf(own) != PathKind::kMissing) {
      return Refused(ReportUsageError(output, normal + " has a project file, which is not used",
                                      "run kval in that directory, or pass `--config " + own + "`"));
    }
  }
  SubdirectoryReader below(files, prefix);
  ProcessEnvironment there = environment;
  there.directory = prefix.starts_with('/') ? normal : environment.directory + "/" + normal;
  StartDeadline(report, limits, environment, true, output);
  ProposedProject proposed = ProposeProject(ProposalUse::kRun, prefix, below, there, limits);
  DisarmDeadline(output);
  const bool is_directory = files.KindOf(paths[0]) == PathKind::kDirectory;
  if (proposed.text.empty() && !is_directory && !proposed.notes.empty()) {
    return Refused(ReportUsageError(output, "nothing was checked: " + proposed.notes.front()));
  }
  if (proposed.text.empty()) {
    return std::nullopt;
  }
  if (!report.quiet) {
    output.err += "kval: no project file was found: these are the checks that `kval init` proposes\n";
  }
  const std::string file = prefix + std::string(kProjectFile);
  check.paths = is_directory ? std::vector<std::string>() : paths;
  check.notes_uncovered = is_directory;
  check.strict_coverage = check.strict_coverage || !is_directory;
  check.left_out = std::move(proposed.notes);
  strings[file] = proposed.text;
  return CheckProject(project::LocationOf(file, environment.directory), check, strings, inputs, report,
                      environment, output);
}

}  // namespace kval::cli
