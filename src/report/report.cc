#include "src/report/report.h"

#include <algorithm>
#include <vector>

#include "src/report/redact.h"
#include "src/report/style.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

constexpr Reporter kReporters[] = {
    {"full", "each finding with the source lines it concerns", true, WriteFull},
    {"concise", "one line for each finding: PATH:LINE:COL: SEVERITY[CODE] FIELD: MESSAGE", true,
     WriteConcise},
    {"grouped", "one line for each finding, below the name of its file", true, WriteGrouped},
    {"json", "one JSON document, format kval/1", false, WriteJson},
    {"jsonl", "one JSON object on each line for each finding", false, WriteJsonLines},
    {"sarif", "SARIF 2.1.0, for code scanning", false, WriteSarif},
    {"github", "workflow commands that GitHub Actions shows as annotations", false, WriteGithub},
    {"gitlab", "a GitLab code quality report", false, WriteGitlab},
    {"junit", "JUnit XML: one test suite for each file", false, WriteJunit},
    {"rdjson", "reviewdog's diagnostic format", false, WriteRdjson},
    {"azure", "logging commands of Azure Pipelines", false, WriteAzure},
    {"tap", "Test Anything Protocol, version 14", false, WriteTap},
};

std::string Count(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

}  // namespace

std::span<const Reporter> Reporters() {
  return kReporters;
}

const Reporter* FindReporter(std::string_view name) {
  const auto* found = std::find_if(std::begin(kReporters), std::end(kReporters),
                                   [&](const Reporter& reporter) { return reporter.name == name; });
  return found == std::end(kReporters) ? nullptr : found;
}

std::string Render(const Reporter& reporter, const Findings& findings, const Options& options) {
  std::string out;
  if (!options.redact) {
    reporter.write(findings, options, &out);
    return out;
  }
  std::vector<diag::Diagnostic> redacted;
  redacted.reserve(findings.diagnostics.size());
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    redacted.push_back(Redact(diagnostic, findings.sources));
  }
  reporter.write({findings.sources, redacted}, options, &out);
  return out;
}

std::string Summary(std::span<const diag::Diagnostic> diagnostics, const Options& options) {
  std::string out;
  for (const diag::Severity severity :
       {diag::Severity::kError, diag::Severity::kWarning, diag::Severity::kNote}) {
    const auto count = std::count_if(diagnostics.begin(), diagnostics.end(),
                                     [&](const diag::Diagnostic& d) { return d.severity == severity; });
    if (count > 0) {
      const std::string text = Count(static_cast<size_t>(count), diag::SeverityName(severity));
      out += (out.empty() ? "Found " : ", ") + Paint(options.color, InkOf(severity), text);
    }
  }
  if (out.empty()) {
    return out;
  }
  if (options.file_count > 0) {
    out += " in " + Count(options.file_count, "file");
  }
  if (options.hidden_count > 0) {
    out += " (" + std::to_string(options.hidden_count) + " more not shown)";
  }
  return out + "\n";
}

}  // namespace kval::report
