#include "src/cli/report_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "src/cli/usage.h"
#include "src/cli/version.h"
#include "src/explain/page.h"
#include "src/output/file_set.h"
#include "src/report/report.h"
#include "src/support/edit_distance.h"
#include "src/types/sensitive.h"

namespace kval::cli {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

constexpr size_t kMostOnScreen = 200;

// `FORMAT` or `FORMAT:PATH`.
struct Destination {
  std::string_view format;
  std::string_view path;  // empty: standard output

  explicit Destination(std::string_view text) : format(text.substr(0, text.find(':'))) {
    path = format.size() < text.size() ? text.substr(format.size() + 1) : std::string_view();
  }
};

bool ParseMost(const std::string& text, size_t& most) {
  if (text.empty() || text == "none") {
    most = std::numeric_limits<size_t>::max();
    return true;
  }
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, most);
  return parsed.ptr == end && parsed.ec == std::errc();
}

std::string UnknownFormat(std::string_view format) {
  std::vector<std::string_view> names;
  std::string list;
  for (const report::Reporter& reporter : report::Reporters()) {
    names.push_back(reporter.name);
    list += (list.empty() ? "" : ", ") + std::string(reporter.name);
  }
  const std::string_view nearest = Nearest(format, names);
  return "there is no output format " + std::string(format) +
         (nearest.empty() ? "; there are " + list : "; did you mean " + std::string(nearest) + "?");
}

// One rendering of the findings: to a file when the destination has a path.
std::string Rendered(const ReportOptions& options, const report::Reporter& reporter, bool to_file,
                     report::Options style, const driver::Session& session) {
  std::vector<diag::Diagnostic> findings = session.findings.Sorted();
  size_t most = 0;
  ParseMost(options.max_diagnostics, most);
  if (options.max_diagnostics.empty() && !to_file) {
    most = kMostOnScreen;
  }
  if (findings.size() > most) {
    style.hidden = report::CountsOf(std::span(findings).subspan(most));
    findings.resize(most);
  }
  const std::vector<std::string> sensitive = types::SensitiveKeys(session.model);
  style.sensitive = sensitive;
  std::string text = report::Render(reporter, {session.sources, findings}, style);
  if (reporter.for_people && !options.quiet) {
    text += report::Summary(findings, style);
  }
  return text;
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
  app.add_option("--max-diagnostics", options.max_diagnostics,
                 "how many findings are shown, or none for all (default: 200; files have all)")
      ->group(group);
  app.add_flag("--error-on-warnings", options.error_on_warnings, "warnings fail too")->group(group);
  app.add_flag("--exit-zero", options.exit_zero, "succeed even when there are findings")->group(group);
  app.add_flag("-q,--quiet", options.quiet, "no summary and no notes")->group(group);
}

bool CheckReportOptions(const ReportOptions& options, std::string& message) {
  size_t most = 0;
  if (!IsChoice("--color", options.color, {"auto", "always", "never"}, message)) {
    return false;
  }
  if (!ParseMost(options.max_diagnostics, most)) {
    message = "--max-diagnostics takes a number or none, found " + options.max_diagnostics;
    return false;
  }
  size_t on_screen = 0;
  for (const std::string& text : options.formats) {
    const Destination destination(text);
    if (report::FindReporter(destination.format) == nullptr) {
      message = UnknownFormat(destination.format);
      return false;
    }
    if (destination.path.empty() && destination.format.size() < text.size()) {
      message = "-o " + text + " names no file behind the colon";
      return false;
    }
    on_screen += destination.path.empty() ? 1 : 0;
  }
  if (on_screen > 1) {
    message = "two output formats on standard output cannot be told apart: write one to a file, FORMAT:PATH";
    return false;
  }
  return true;
}

bool WriteOutput(const std::string& path, std::string_view text, Output& output) {
  if (path == "/dev/null") {
    return true;
  }
  const Result<bool> written = output::WriteFile(path, text, output.reader->paths());
  if (!written) {
    output.session->emit.Report({}, kNotWritten, written.failure().message).Emit();
  }
  return written.ok();
}

void WriteFindings(const ReportOptions& options, size_t file_count, const Environment& environment,
                   Audience audience, Output& output) {
  report::Options style;
  style.file_count = file_count;
  style.tool_version = kVersion;
  style.rule_page = explain::PageOf;
  const std::vector<std::string> formats =
      options.formats.empty() ? std::vector<std::string>{"full"} : options.formats;
  for (const std::string& text : formats) {
    const Destination destination(text);
    if (!destination.path.empty()) {
      const report::Reporter& reporter = *report::FindReporter(destination.format);
      WriteOutput(std::string(destination.path), Rendered(options, reporter, true, style, *output.session),
                  output);
    }
  }
  for (const std::string& text : formats) {
    const Destination destination(text);
    if (destination.path.empty()) {
      const report::Reporter& reporter = *report::FindReporter(destination.format);
      style.color = reporter.for_people && WantsColor(options.color, environment, audience.is_terminal);
      style.width = environment.terminal_width;
      (reporter.for_people ? *audience.people : output.out) +=
          Rendered(options, reporter, false, style, *output.session);
    }
  }
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
