#include "src/report/report.h"

#include <algorithm>
#include <vector>

#include "src/diag/collector.h"
#include "src/diag/emitter.h"
#include "src/report/style.h"
#include "src/report/writers.h"

namespace kval::report {
namespace {

constexpr Reporter kReporters[] = {
    {"full", "each finding with the source lines it concerns", true, WriteFull, Joining::kAll},
    {"concise", "one line for each finding: PATH:LINE:COL: SEVERITY[CODE] FIELD: MESSAGE", true, WriteConcise,
     Joining::kNotes},
    {"grouped", "one line for each finding, below the name of its file", true, WriteGrouped, Joining::kNotes},
    {"json", "one JSON document, format kval/1", false, WriteJson},
    {"jsonl", "one JSON object on each line for each finding", false, WriteJsonLines},
    {"sarif", "SARIF 2.1.0, for code scanning", false, WriteSarif},
    {"github", "workflow commands that GitHub Actions shows as annotations", false, WriteGithub},
    {"gitlab", "a GitLab code quality report", false, WriteGitlab},
    {"junit", "JUnit XML: one test suite for each file", false, WriteJunit},
    {"rdjson", "reviewdog's diagnostic format", false, WriteRdjson},
    {"azure", "logging commands of Azure Pipelines", false, WriteAzure},
    {"lsp", "notifications of the Language Server Protocol, one JSON object on each line", false, WriteLsp},
    {"tap", "Test Anything Protocol, version 14", false, WriteTap},
};

std::string Count(size_t number, std::string_view noun) {
  return std::to_string(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

constexpr diag::Def<std::string_view, std::string_view> kCut{diag::Kind::kFindingsCut, "{} {} not shown"};

// The notice after the last finding if some are hidden. An error if all errors are hidden: otherwise the
// report would pass.
diag::Diagnostic CutNotice(const Counts& hidden, bool drops, const Counts& shown) {
  const bool fails = hidden.errors > 0 && shown.errors == 0;
  diag::Collector collector;
  diag::Emitter emit(&collector);
  std::string parts;
  const auto add = [&parts](size_t count, std::string_view noun) {
    parts += count == 0 ? "" : (parts.empty() ? "" : ", ") + Count(count, noun);
  };
  add(hidden.errors, "error");
  add(hidden.warnings, "warning");
  add(hidden.notes, "note");
  emit.Report({}, kCut, parts, hidden.sum() == 1 ? "is" : "are")
      .As(fails ? diag::Severity::kError : diag::Severity::kWarning)
      .Hint(drops ? "fix the first ones, or raise the limit with `--limit findings=NUMBER`"
                  : "`--max-diagnostics none` shows all; `--output-format FORMAT:PATH` writes all to a file")
      .Emit();
  return collector.diagnostics().front();
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

Counts& Counts::operator+=(const Counts& other) {
  errors += other.errors;
  warnings += other.warnings;
  notes += other.notes;
  return *this;
}

Counts CountBySeverity(std::span<const diag::Diagnostic> diagnostics) {
  Counts counts;
  for (const diag::Diagnostic& diagnostic : diagnostics) {
    switch (diagnostic.severity) {
      case diag::Severity::kError:
        ++counts.errors;
        break;
      case diag::Severity::kWarning:
        ++counts.warnings;
        break;
      case diag::Severity::kNote:
        ++counts.notes;
        break;
    }
  }
  return counts;
}

std::string Render(const Reporter& reporter, const Findings& findings, const RenderOptions& options) {
  const Redactor* redactor = findings.redactor;
  std::vector<diag::Diagnostic> shown;
  shown.reserve(findings.diagnostics.size() + 1);
  for (const diag::Diagnostic& diagnostic : findings.diagnostics) {
    shown.push_back(redactor != nullptr ? redactor->Redact(diagnostic) : diagnostic);
  }
  if (options.hidden.sum() > 0) {
    shown.push_back(CutNotice(options.hidden, options.drops, CountBySeverity(shown)));
  }
  std::string out;
  reporter.write({findings.sources, shown, redactor}, options, &out);
  return out;
}

std::string Summary(const Counts& shown, const RenderOptions& options) {
  Counts counts = shown;
  counts += options.hidden;
  std::string out;
  const auto add = [&](size_t count, diag::Severity severity) {
    if (count > 0) {
      const std::string text = Count(count, diag::SeverityName(severity));
      out += (out.empty() ? "Found " : ", ") + Paint(options.color, GetTextStyle(severity), text);
    }
  };
  add(counts.errors, diag::Severity::kError);
  add(counts.warnings, diag::Severity::kWarning);
  add(counts.notes, diag::Severity::kNote);
  if (out.empty()) {
    return out;
  }
  std::string details;
  const auto add_detail = [&](size_t count, const std::string& text) {
    if (count > 0) {
      details += (details.empty() ? "" : ", ") + text;
    }
  };
  add_detail(options.file_count, Count(options.file_count, "file") + " checked");
  add_detail(options.hidden.sum(), Count(options.hidden.sum(), "finding") + " not shown");
  add_detail(options.ignored, std::to_string(options.ignored) + " ignored");
  if (!details.empty()) {
    out += " (" + details + ")";
  }
  return out + "\n";
}

}  // namespace kval::report
