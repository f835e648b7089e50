#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/propose_project.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/session.h"
#include "src/output/file_set.h"
#include "src/report/text.h"
#include "src/support/file_calls.h"
#include "src/support/lexical_path.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

struct InitState {
  ReportOptions report;
  std::string directory = ".";
  bool dry_run = false;
};

// Returns what precedes the names of files in the directory: empty for the working directory.
std::string PrefixOf(const std::string& directory) {
  const std::string normal = LexicallyNormal(directory);
  return normal.empty() || normal.ends_with('/') ? normal : normal + "/";
}

// Makes the directory the working directory.
Result<bool> Enter(const std::string& directory, source::FileReader& reader) {
  const source::PathKind kind = reader.KindOf(directory);
  if (kind == source::PathKind::kMissing) {
    return Failure{"the directory " + directory + " does not exist"};
  }
  if (kind != source::PathKind::kDirectory) {
    return Failure{directory + " is not a directory", FailureKind::kOther,
                   "`kval schema infer FILE` writes a schema for the values in a file"};
  }
  if (const Result<std::vector<std::string>> names = reader.List(directory); !names) {
    return names.failure();
  }
  if (!ChangeDirectory(directory)) {
    return Failure{"cannot enter the directory " + directory};
  }
  return true;
}

bool Write(const ProposedProject& planned, const std::string& prefix, driver::Session& session) {
  output::FileSet set({});
  Result<bool> done = true;
  for (const auto& [name, text] : planned.files) {
    done = done ? set.Add(prefix + name, text) : done;
  }
  done = done ? set.Commit() : done;
  if (!done) {
    session.emit.Report({}, kNotWritten, done.failure().message).Emit();
  }
  return done.ok();
}

// Reports the written files, or those that would be written.
void ReportPlan(const ProposedProject& planned, const InitState& state, const std::string& prefix,
                CommandOutput& output) {
  std::string names, notes;
  for (const auto& [name, text] : planned.files) {
    names += (state.dry_run ? "would write " : "wrote ") + report::Escape(prefix + name) + "\n";
  }
  for (const std::string& note : planned.notes) {
    notes += "note: " + report::Escape(note) + "\n";
  }
  if (!state.report.quiet) {
    output.out += names + "\n";
    output.err += notes;
  }
  if (state.dry_run) {
    output.out += planned.files.back().second;
  } else if (!state.report.quiet) {
    output.out += (prefix.empty() ? std::string() : "In " + report::Escape(prefix) + ": ") +
                  "`kval check --list` lists the files that are checked and those that are not; `kval` runs "
                  "the checks.\n";
  }
}

// The project for the working directory, whose files have `prefix` in messages. Returns nullopt after
// reporting that there is one, or nothing to check.
std::optional<ProposedProject> Propose(const std::string& prefix, const ProcessEnvironment& environment,
                                       const Limits& limits, CommandOutput& output) {
  source::FileReader& reader = *output.reader;
  for (const std::string_view name : {kProjectFile, std::string_view("kval.yaml")}) {
    if (reader.KindOf(std::string(name)) != source::PathKind::kMissing) {
      const std::string path = prefix + std::string(name);
      ReportUsageError(
          output, path + " exists already",
          "`kval check --list" + (prefix.empty() ? "" : " --config " + path) + "` lists its checks");
      return std::nullopt;
    }
  }
  ProposedProject planned = ProposeProject(ProposalUse::kFile, prefix, reader, environment, limits);
  if (planned.text.empty()) {
    ReportUsageError(output,
                     "no chart, schema (`NAME.schema.json` next to `NAME.yaml`), KCL module with values or "
                     "Kubernetes manifest found " +
                         (prefix.empty() ? "here" : "in " + prefix),
                     planned.notes.empty()
                         ? "`kval schema infer VALUES.yml` writes a schema for values without one"
                         : planned.notes.front());
    return std::nullopt;
  }
  planned.files.emplace_back(kProjectFile, planned.text);
  return planned;
}

int RunInit(const InitState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  std::string message;
  if (!CheckReportOptions(state.report, message)) {
    return ReportUsageError(output, message);
  }
  driver::Session& session = NewSession(output, Limits(), {state.directory}, state.report, false);
  const std::string prefix = PrefixOf(state.directory);
  ProcessEnvironment there = environment;
  if (!prefix.empty()) {
    if (const Result<bool> entered = Enter(state.directory, *output.reader); !entered) {
      return ReportUsageError(output, entered.failure());
    }
    there.directory = prefix.starts_with('/') ? LexicallyNormal(prefix)
                                              : LexicallyNormal(environment.directory + "/" + prefix);
  }
  StartDeadline(state.report, session.limits, environment, false, output);
  const std::optional<ProposedProject> planned = Propose(prefix, there, session.limits, output);
  if (!planned) {
    return kUnusable;
  }
  DisarmDeadline(output);
  if (!prefix.empty() && !ChangeDirectory(environment.directory)) {
    return ReportUsageError(output, "cannot return to the directory " + environment.directory);
  }
  const bool is_written = state.dry_run || Write(*planned, prefix, session);
  WriteFindings(state.report, planned->file_count, environment, {&output.err, environment.stderr_is_terminal},
                output);
  if (!is_written) {
    return ExitCodeOf(state.report, output, kUnusable);
  }
  ReportPlan(*planned, state, prefix, output);
  return kOk;
}

}  // namespace

RunCommand DeclareInit(CommandApp& app) {
  auto state = std::make_shared<InitState>();
  app.add_option("DIRECTORY", state->directory, "the directory to write the project file in")
      ->capture_default_str();
  app.add_flag("-n,--dry-run", state->dry_run, "write nothing, show the project file");
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunInit(*state, environment, output);
  };
}

}  // namespace kval::cli
