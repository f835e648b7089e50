#include "src/cli/report_options.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>

#include "src/cli/command_app.h"
#include "src/cli/deadline.h"
#include "src/cli/progress.h"
#include "src/cli/shown_findings.h"
#include "src/cli/standard_streams.h"
#include "src/cli/usage.h"
#include "src/cli/version.h"
#include "src/diag/limit_kind.h"
#include "src/driver/session.h"
#include "src/explain/page.h"
#include "src/output/file_set.h"
#include "src/policy/attach_superseded.h"
#include "src/redaction/redaction.h"
#include "src/report/report.h"
#include "src/report/text.h"
#include "src/support/edit_distance.h"
#include "src/types/sensitive.h"

namespace kval::cli {
namespace {

using diag::Def;

constexpr Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

constexpr Def<std::string_view> kTooLong{diag::Kind::kLimitTime,
                                         "the run took longer than {}, its time limit"};

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
  return "unknown output format " + std::string(format) +
         (nearest.empty() ? "; the formats are " + list : "; did you mean " + std::string(nearest) + "?");
}

// Returns the requested formats, or the full format; in GitHub and GitLab pipelines also their annotations.
std::vector<std::string> FormatsOf(const ReportOptions& options, const ProcessEnvironment& environment,
                                   report::RenderOptions& style) {
  std::string workspace = environment.Get("GITHUB_WORKSPACE");
  workspace = workspace.empty() ? environment.Get("CI_PROJECT_DIR") : workspace;
  style.root = workspace;
  style.directory = environment.directory;
  if (!options.formats.empty()) {
    return options.formats;
  }
  std::vector<std::string> formats = {"full"};
  if (options.annotates && environment.Get("GITHUB_ACTIONS") == "true") {
    formats.emplace_back("github");
  }
  if (options.annotates && environment.Get("GITLAB_CI") == "true") {
    formats.emplace_back("gitlab:gl-code-quality-report.json");
  }
  return formats;
}

// `--quiet`: removes notes.
void RemoveNotes(CommandOutput& output) {
  const auto is_note = [](const diag::Diagnostic& finding) {
    return finding.severity == diag::Severity::kNote;
  };
  const auto first = std::find_if(output.findings.begin(), output.findings.end(), is_note);
  if (first == output.findings.end()) {
    return;
  }
  const std::string example = first->message;
  const size_t count = std::erase_if(output.findings, is_note);
  output.err += "kval: " + std::to_string(count) + (count == 1 ? " note is" : " notes are") +
                " not shown (--quiet), such as: " + report::Escape(example) + "\n";
}

// One rendering of the findings: to a file when the destination has a path.
std::string Rendered(const ReportOptions& options, const report::Reporter& reporter, bool to_file,
                     report::RenderOptions style, const CommandOutput& output) {
  ShownRequest request;
  ParseMost(options.max_diagnostics, request.most);
  if (options.max_diagnostics.empty() && !to_file) {
    request.most = kMostOnScreen;
  }
  request.joining = style.verbose ? report::Joining::kNone : reporter.joins;
  request.open_files = options.open_files.get();
  request.directory = style.directory;
  ShownFindings shown = ChooseShown(output.findings, request, output.session->sources);
  const std::vector<diag::Diagnostic>& findings = shown.findings;
  style.hidden += shown.hidden;
  // Without findings nothing shows a value, and looking for the secret keys of a large schema takes time.
  std::vector<std::string> sensitive;
  std::optional<redaction::Redaction> redactor;
  if (!findings.empty()) {
    sensitive = output.session->SecretKeys().All();
    redactor.emplace(output.session->sources, sensitive, findings);
  }
  std::string text =
      report::Render(reporter, {output.session->sources, findings, redactor ? &*redactor : nullptr}, style);
  if (reporter.for_people && !options.quiet) {
    text += report::Summary(CountEach(findings), style);
  }
  return text;
}

// Errors of the invocation and the environment, not of the input.
bool IsUnusable(diag::Kind kind) {
  return diag::EntryOf(kind).category == diag::Category::kInput;
}

// Reports a file that was not written.
bool Said(const Result<bool>& written, CommandOutput& output) {
  if (!written) {
    output.session->emit.Report({}, kNotWritten, written.failure().message).Emit();
  }
  return written.ok();
}

// Without a format on the screen, only this reports it.
void ReportUnwritten(CommandOutput& output) {
  for (const diag::Diagnostic& finding : output.findings) {
    if (finding.kind == kNotWritten.kind) {
      output.err += "kval: " + report::Escape(finding.message) + "\n";
    }
  }
}

// Sets output.findings to those that count.
void Choose(const policy::Policy* policy, report::RenderOptions& style, CommandOutput& output) {
  output.findings = output.session->findings.Sorted();
  style.hidden = policy::CountDropped(output.session->findings,
                                      policy != nullptr ? policy->rules : policy::RuleChoice());
  if (policy != nullptr) {
    policy::FilterResult result =
        policy::ApplyPolicy(std::move(output.findings), output.session->findings.dropped().empty(),
                            output.session->sources, *policy, style);
    output.findings = std::move(result.findings);
    style.hidden += result.dropped;
    style.ignored = result.suppressed_by_comment + result.suppressed_by_baseline;
  } else {
    output.findings = policy::AttachSuperseded(std::move(output.findings));
  }
  output.dropped_errors = style.hidden.errors;
  output.dropped_warnings = style.hidden.warnings;
  style.drops = style.hidden.sum() > 0;
}

// How often each rule was broken, the most frequent first.
std::string Statistics(const std::vector<diag::Diagnostic>& findings) {
  std::map<diag::Kind, size_t> counts;
  for (const diag::Diagnostic& finding : findings) {
    ++counts[finding.kind];
  }
  std::vector<std::pair<diag::Kind, size_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (const auto& [kind, count] : rows) {
    const std::string number = std::to_string(count);
    out += std::string(number.size() < 6 ? 6 - number.size() : 0, ' ') + number + "  " + diag::CodeOf(kind) +
           " " + std::string(diag::EntryOf(kind).name) + "\n";
  }
  return out;
}

}  // namespace

bool WantsColor(const std::string& choice, const ProcessEnvironment& environment, bool is_terminal) {
  if (choice != "auto") {
    return choice == "always";
  }
  if (!environment.Get("NO_COLOR").empty()) {
    return false;
  }
  const auto is_set = [&](std::string_view name) {
    const std::string value = environment.Get(name);
    return !value.empty() && value != "0";
  };
  if (is_set("FORCE_COLOR") || is_set("CLICOLOR_FORCE")) {
    return true;
  }
  return is_terminal && !environment.has_dumb_terminal() && environment.Get("CLICOLOR") != "0";
}

void AddReportOptions(CommandApp& app, ReportOptions& options, bool with_formats) {
  const std::string group = "Findings";
  options.annotates = with_formats;
  if (with_formats) {
    app.add_option("-o,--output-format", options.formats,
                   "FORMAT[:FILE]: full, concise, grouped, json, jsonl, sarif, github, gitlab, junit, "
                   "rdjson, azure, lsp or tap; with FILE written to a file; may be repeated")
        ->allow_extra_args(false)
        ->group(group);
  }
  app.add_option("--color", options.color, "auto, always or never")->capture_default_str()->group(group);
  app.add_option("--max-diagnostics", options.max_diagnostics,
                 "N: maximum number of findings to show, or none for all (default: 200; no limit for files)")
      ->group(group);
  if (with_formats) {
    const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
      app.add_option(names, target, help)->allow_extra_args(false)->group(group);
    };
    add("--select", options.select,
        "RULES: report only these rules (KV301, type-mismatch, KV4, ALL), separated by commas");
    add("--ignore", options.ignore, "RULES: do not report these rules");
    add("--severity", options.severity,
        "RULES=LEVEL: set the severity of rules: error, warning, note or off");
    app.add_flag("--no-ignore", options.no_ignore, "disregard comments such as `# kval: ignore KV301`")
        ->group(group);
    app.add_option("--baseline", options.baseline,
                   "FILE: do not report the known findings in this baseline file")
        ->group(group);
    app.add_option("--write-baseline", options.write_baseline,
                   "FILE: write the current findings to a baseline file")
        ->group(group);
    app.add_flag("--statistics", options.statistics, "print the number of findings for each rule")
        ->group(group);
  }
  app.add_flag("--error-on-warnings", options.error_on_warnings, "exit with 1 for warnings too")
      ->group(group);
  app.add_option("--timeout", options.timeout,
                 "TIME: stop after this time, for example 90s or 2m (default: no limit)")
      ->group(group);
  app.add_flag("--exit-zero", options.exit_zero, "exit with 0 even if there are errors")->group(group);
  app.add_flag("--verbose", options.verbose, "show findings that another finding supersedes")->group(group);
  app.add_flag("-q,--quiet", options.quiet, "print no summary, and only the number of notes")->group(group);
}

bool CheckReportOptions(const ReportOptions& options, std::string& message) {
  size_t most = 0;
  if (!IsChoice("--color", options.color, {"auto", "always", "never"}, message)) {
    return false;
  }
  if (!ParseMost(options.max_diagnostics, most)) {
    message = "--max-diagnostics must be a number or none, found " + options.max_diagnostics;
    return false;
  }
  if (!options.timeout.empty()) {
    if (const auto limit = ParseDuration(options.timeout); !limit) {
      message = limit.failure().message;
      return false;
    }
  }
  size_t on_screen = 0;
  std::set<std::string_view> files;
  for (const std::string& text : options.formats) {
    const Destination destination(text);
    if (report::FindReporter(destination.format) == nullptr) {
      message = UnknownFormat(destination.format);
      return false;
    }
    if (destination.path.empty() && destination.format.size() < text.size()) {
      message = "-o " + text + " has no file after the colon";
      return false;
    }
    on_screen += destination.path.empty() ? 1 : 0;
    if (destination.path == "-") {
      message =
          "-o " + text + ": for standard output leave out the file: -o " + std::string(destination.format);
      return false;
    }
    const bool is_thrown_away = destination.path.empty() || destination.path == "/dev/null";
    if (!is_thrown_away && !files.insert(destination.path).second) {
      message = "two output formats would be written to " + std::string(destination.path);
      return false;
    }
  }
  if (on_screen > 1) {
    message = "only one output format can use standard output: write the others to files, FORMAT:PATH";
    return false;
  }
  return true;
}

bool WriteOutput(const std::string& path, std::string_view text, CommandOutput& output) {
  output.written.push_back(path);
  // No partial files, and not both the run's and the deadline's.
  const auto hold = output.deadline != nullptr ? output.deadline->Hold() : std::unique_lock<std::mutex>();
  return path == "/dev/null" || Said(output::WriteFile(path, text, output.reader->paths()), output);
}

bool WriteOutputBelow(const std::string& root, const std::string& path, std::string_view text,
                      CommandOutput& output) {
  const auto hold = output.deadline != nullptr ? output.deadline->Hold() : std::unique_lock<std::mutex>();
  return path == "/dev/null" ||
         Said(output::WriteFileBeneath(root, path, text, output.reader->paths()), output);
}

Result<policy::Policy> PolicyOf(const ReportOptions& options, source::FileReader& reader) {
  policy::Policy policy;
  policy.obeys_comments = !options.no_ignore;
  using Step = Result<bool> (policy::RuleChoice::*)(std::string_view);
  const std::pair<const std::vector<std::string>*, Step> kSteps[] = {
      {&options.select, &policy::RuleChoice::Select},
      {&options.ignore, &policy::RuleChoice::Ignore},
      {&options.severity, &policy::RuleChoice::SetSeverity}};
  for (const auto& [strings, step] : kSteps) {
    for (const std::string& text : *strings) {
      if (Result<bool> done = (policy.rules.*step)(text); !done) {
        return done.failure();
      }
    }
  }
  if (!options.baseline.empty()) {
    Result<std::string> text = reader.Read(options.baseline);
    if (!text) {
      return text.failure();
    }
    Result<policy::Baseline> baseline = policy::Baseline::Read(*text, options.baseline);
    if (!baseline) {
      return baseline.failure();
    }
    policy.baseline = *std::move(baseline);
  }
  return policy;
}

std::vector<diag::Diagnostic> RedactSecrets(const CommandOutput& output) {
  if (output.findings.empty()) {
    return {};
  }
  const std::vector<std::string> sensitive = output.session->SecretKeys().All();
  const redaction::Redaction redactor(output.session->sources, sensitive, output.findings);
  std::vector<diag::Diagnostic> findings;
  for (const diag::Diagnostic& finding : output.findings) {
    findings.push_back(redactor.Redact(finding));
  }
  return findings;
}

bool IsForPeople(const ReportOptions& options) {
  return std::all_of(options.formats.begin(), options.formats.end(), [](const std::string& text) {
    const Destination destination(text);
    return !destination.path.empty() || report::FindReporter(destination.format)->for_people;
  });
}

void WriteFindings(const ReportOptions& options, size_t file_count, const ProcessEnvironment& environment,
                   Audience audience, CommandOutput& output, const policy::Policy* policy) {
  report::RenderOptions style;
  style.file_count = file_count;
  style.tool_version = kVersion;
  style.verbose = options.verbose;
  style.rule_page = explain::PageOf;
  const std::vector<std::string> formats = FormatsOf(options, environment, style);
  bool is_written = true;
  Choose(policy, style, output);
  if (!options.write_baseline.empty()) {
    is_written =
        WriteOutput(options.write_baseline,
                    policy::WriteBaseline({output.session->sources, output.findings}, style), output);
  }
  for (const std::string& text : formats) {
    const Destination destination(text);
    if (!destination.path.empty()) {
      const report::Reporter& reporter = *report::FindReporter(destination.format);
      is_written = WriteOutput(std::string(destination.path),
                               Rendered(options, reporter, true, style, output), output) &&
                   is_written;
    }
  }
  Choose(policy, style, output);
  if (options.quiet && IsForPeople(options)) {
    RemoveNotes(output);
  }
  bool people_read = false;
  bool is_reported = is_written;
  for (const std::string& text : formats) {
    const Destination destination(text);
    if (destination.path.empty()) {
      is_reported = true;
      const report::Reporter& reporter = *report::FindReporter(destination.format);
      people_read = people_read || reporter.for_people;
      style.color = reporter.for_people && WantsColor(options.color, environment, audience.is_terminal);
      style.width = environment.terminal_width;
      (reporter.for_people ? *audience.people : output.out) +=
          Rendered(options, reporter, false, style, output);
    }
  }
  if (!is_reported) {
    ReportUnwritten(output);
  }
  if (options.statistics) {
    (people_read ? *audience.people : output.err) += Statistics(output.findings);
  }
}

void StartDeadline(const ReportOptions& options, const Limits& limits, const ProcessEnvironment& environment,
                   bool people_read_out, CommandOutput& target) {
  const bool is_option = !options.timeout.empty();
  const std::chrono::milliseconds limit =
      is_option ? *ParseDuration(options.timeout) : std::chrono::seconds(limits.time);
  if (limit == limit.zero() || target.deadline != nullptr) {
    return;
  }
  const std::string text = is_option ? options.timeout : LimitText(limits.time, LimitUnit::kSeconds);
  const auto expire = [options, text, environment, people_read_out](Deadline::Phase phase) {
    if (phase == Deadline::Phase::kWriting) {
      WriteWithoutBlocking("kval: error[" + diag::CodeOf(kTooLong.kind) + "]: the run took longer than " +
                           text + ", its time limit, and its output is cut off\n");
      std::_Exit(kLimit);
    }
    CommandOutput output;
    NewSession(output, Limits(), {}, options, people_read_out)
        .emit.Report({}, kTooLong, text)
        .Hint("`--timeout` sets the limit; nothing was checked to the end")
        .Emit();
    const Audience audience{
        people_read_out ? &output.out : &output.err,
        people_read_out ? environment.stdout_is_terminal : environment.stderr_is_terminal};
    WriteFindings(options, 0, environment, audience, output);
    output.err.insert(
        0, environment.stderr_is_terminal && !environment.has_dumb_terminal() ? kWipe : std::string_view());
    WriteStreams(output);
    std::_Exit(kLimit);
  };
  target.deadline = std::make_shared<Deadline>(limit, expire);
}

void DisarmDeadline(const CommandOutput& output) {
  if (output.deadline != nullptr) {
    output.deadline->Disarm();
  }
}

int ExitCodeOf(const ReportOptions& options, const CommandOutput& output, int on_error) {
  const std::vector<diag::Diagnostic>& findings = output.findings;
  const bool limit = std::any_of(findings.begin(), findings.end(), [](const diag::Diagnostic& finding) {
    return diag::IsLimit(finding.kind) && finding.severity == diag::Severity::kError;
  });
  if (limit) {
    return kLimit;
  }
  report::Counts counts = report::CountBySeverity(findings);
  counts += {output.dropped_errors, output.dropped_warnings, 0};
  if (counts.errors == 0 && !(options.error_on_warnings && counts.warnings > 0)) {
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
