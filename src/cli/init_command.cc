#include <memory>
#include <string>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/propose_project.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/output/file_set.h"
#include "src/report/text.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

struct InitState {
  ReportOptions report;
  bool dry_run = false;
};

bool Write(const ProposedProject& planned, driver::Session& session) {
  output::FileSet set({});
  Result<bool> done = true;
  for (const auto& [name, text] : planned.files) {
    done = done ? set.Add(name, text) : done;
  }
  done = done ? set.Commit() : done;
  if (!done) {
    session.emit.Report({}, kNotWritten, done.failure().message).Emit();
  }
  return done.ok();
}

// Reports the written files, or those that would be written.
void ReportPlan(const ProposedProject& planned, const InitState& state, CommandOutput& output) {
  for (const auto& [name, text] : planned.files) {
    output.out += (state.dry_run ? "would write " : "wrote ") + report::Escape(name) + "\n";
  }
  output.out += state.dry_run ? "\n" + planned.files.back().second : std::string();
  for (const std::string& note : planned.notes) {
    output.err += state.report.quiet ? "" : "note: " + report::Escape(note) + "\n";
  }
  output.out += state.dry_run ? ""
                              : "\n`kval check --list` lists the files that are checked and those that are "
                                "not; `kval` runs the checks.\n";
}

int RunInit(const InitState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message)) {
    return ReportUsageError(output, message);
  }
  driver::Session& session = NewSession(output, Limits(), {}, state.report, false);
  source::FileReader& reader = *output.reader;
  for (const std::string_view name : {kProjectFile, std::string_view("kval.yaml")}) {
    if (reader.KindOf(std::string(name)) != source::PathKind::kMissing) {
      return ReportUsageError(output, std::string(name) + " is there already",
                              "`kval check --list` lists its checks");
    }
  }
  StartDeadline(state.report, session.limits, environment, false, output);
  ProposedProject planned = ProposeProject(ProposalUse::kFile, {}, reader, environment, session.limits);
  if (planned.text.empty()) {
    return ReportUsageError(
        output,
        "no chart, schema (`NAME.schema.json` next to `NAME.yaml`), KCL module with values or "
        "Kubernetes manifest found here",
        planned.notes.empty() ? "`kval schema infer VALUES.yml` writes a schema for values without one"
                              : planned.notes.front());
  }
  planned.files.emplace_back(kProjectFile, planned.text);
  DisarmDeadline(output);
  const bool is_written = state.dry_run || Write(planned, session);
  WriteFindings(state.report, planned.file_count, environment, {&output.err, environment.stderr_is_terminal},
                output);
  if (!is_written) {
    return ExitCodeOf(state.report, output, kUnusable);
  }
  ReportPlan(planned, state, output);
  return kOk;
}

}  // namespace

RunCommand DeclareInit(CommandApp& app) {
  auto state = std::make_shared<InitState>();
  app.add_flag("-n,--dry-run", state->dry_run, "write nothing, show the project file");
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunInit(*state, environment, output);
  };
}

}  // namespace kval::cli
