#include "src/cli/report_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdio>

#include "src/cli/version.h"
#include "src/explain/page.h"
#include "src/report/report.h"

namespace kval::cli {
namespace {

bool WriteFile(const std::string& path, const std::string& text, std::string& message) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  const bool written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = file != nullptr && std::fclose(file) == 0;
  if (!written || !closed) {
    message = "cannot write " + path;
    return false;
  }
  return true;
}

// Faults of the invocation and of the environment, not of what was checked.
bool IsUnusable(diag::Kind kind) {
  return diag::EntryOf(kind).number < 20;
}

bool IsLimit(diag::Kind kind) {
  const uint16_t number = diag::EntryOf(kind).number;
  return number >= 20 && number < 30;
}

}  // namespace

bool WantsColor(const std::string& choice, const Environment& environment, bool is_terminal) {
  if (choice != "auto") {
    return choice == "always";
  }
  if (!environment.Get("NO_COLOR").empty()) {
    return false;
  }
  return is_terminal || !environment.Get("FORCE_COLOR").empty();
}

void AddReportOptions(CLI::App& app, ReportOptions& options, bool with_formats) {
  const std::string group = "Findings";
  if (with_formats) {
    app.add_option("-o,--output-format", options.formats,
                   "full, concise, grouped, json, jsonl, sarif, github, gitlab, junit, rdjson, azure or tap; "
                   "FORMAT:PATH writes a file; may be repeated")
        ->allow_extra_args(false)
        ->group(group);
  }
  app.add_option("--color", options.color, "auto, always or never")->capture_default_str()->group(group);
  app.add_option("--max-diagnostics", options.max_diagnostics, "how many findings are shown, or none")
      ->capture_default_str()
      ->group(group);
  app.add_flag("--error-on-warnings", options.error_on_warnings, "warnings fail too")->group(group);
  app.add_flag("--exit-zero", options.exit_zero, "succeed even when there are findings")->group(group);
  app.add_flag("-q,--quiet", options.quiet, "no summary and no notes")->group(group);
}

bool WriteFindings(const ReportOptions& options, const driver::Session& session, size_t file_count,
                   const Environment& environment, std::string& people, bool people_is_terminal,
                   Output& output, std::string& message) {
  std::vector<diag::Diagnostic> findings = session.findings.Sorted();
  if (options.color != "auto" && options.color != "always" && options.color != "never") {
    message = "--color takes auto, always or never, found " + options.color;
    return false;
  }
  report::Options style;
  style.file_count = file_count;
  style.tool_version = kVersion;
  style.rule_page = explain::PageOf;
  size_t most = findings.size();
  if (options.max_diagnostics != "none") {
    const char* end = options.max_diagnostics.data() + options.max_diagnostics.size();
    if (std::from_chars(options.max_diagnostics.data(), end, most).ptr != end) {
      message = "--max-diagnostics takes a number or none, found " + options.max_diagnostics;
      return false;
    }
  }
  const std::vector<diag::Diagnostic> all = findings;
  if (findings.size() > most) {
    style.hidden_count = findings.size() - most;
    findings.resize(most);
  }
  const std::vector<std::string> formats =
      options.formats.empty() ? std::vector<std::string>{"full"} : options.formats;
  for (const std::string& format : formats) {
    const size_t colon = format.find(':');
    const report::Reporter* reporter = report::FindReporter(format.substr(0, colon));
    if (reporter == nullptr) {
      message = "there is no output format " + format.substr(0, colon);
      return false;
    }
    const bool to_file = colon != std::string::npos;
    style.color =
        !to_file && reporter->for_people && WantsColor(options.color, environment, people_is_terminal);
    style.width = to_file ? 0 : environment.terminal_width;
    std::string text = report::Render(*reporter, {session.sources, findings}, style);
    if (reporter->for_people && !options.quiet) {
      text += report::Summary(all, style);
    }
    if (to_file) {
      if (!WriteFile(format.substr(colon + 1), text, message)) {
        return false;
      }
    } else {
      (reporter->for_people ? people : output.out) += text;
    }
  }
  return true;
}

int StatusOf(const ReportOptions& options, const driver::Session& session, int on_error) {
  const auto& findings = session.findings.diagnostics();
  const bool limit = std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return IsLimit(finding.kind) && finding.severity == diag::Severity::kError;
  });
  if (limit) {
    return kLimit;
  }
  const bool failed =
      session.emit.error_count() > 0 || (options.error_on_warnings && session.emit.warning_count() > 0);
  if (!failed) {
    return kOk;
  }
  const bool unusable = std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return IsUnusable(finding.kind) && finding.severity == diag::Severity::kError;
  });
  if (unusable) {
    return kUnusable;
  }
  return options.exit_zero && on_error == kFindings ? static_cast<int>(kOk) : on_error;
}

}  // namespace kval::cli
