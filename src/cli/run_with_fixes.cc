#include "src/cli/run_with_fixes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/fix_loop.h"
#include "src/driver/session.h"
#include "src/fix/diff.h"
#include "src/output/file_set.h"
#include "src/redaction/find_secrets.h"
#include "src/support/native_path.h"
#include "src/support/substitute.h"
#include "src/types/sensitive.h"

namespace kval::cli {
namespace {

constexpr diag::Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

// Returns where a file's text is written: a link is kept and its target fixed if it is below the working
// directory. The file set checks everything else.
std::string PlaceOf(const std::string& name) {
  std::error_code error;
  source::DiskFileReader disk;
  const Result<std::string> real = disk.RealPath(name);
  const Result<std::string> here = disk.RealPath(".");
  const bool is_inside = real.ok() && here.ok() && *real != *here && source::IsRealPathBeneath(*real, *here);
  return is_inside && std::filesystem::is_symlink(NativePath(name), error)
             ? real->substr(*here == "/" ? 1 : here->size() + 1)
             : name;
}

// Writes all files or none.
bool Write(const std::map<std::string, FixedFile>& files, CommandOutput& output) {
  output::FileSet set({.root = "", .inputs = {}, .spares_read_only = true});
  Result<bool> done = true;
  std::map<std::string, std::pair<std::string, const FixedFile*>> places;
  for (const auto& [name, file] : files) {
    if (!done || file.after == file.before) {
      continue;
    }
    const auto [known, is_new] = places.try_emplace(PlaceOf(name), name, &file);
    if (is_new) {
      done = set.Add(known->first, file.mark + file.after);
      output.written.push_back(name);
    } else if (known->second.second->after != file.after) {
      done =
          Failure{Substitute("{} and {} are the same file, and would be fixed in two ways: pass one of them",
                             known->second.first, name)};
    }
  }
  done = done ? set.Commit() : done;
  if (!done) {
    output.session->emit.Report({}, kNotWritten, done.failure().message).Emit();
  }
  return done.ok();
}

// Repairs need more findings than are reported.
void RestrictFindings(CommandOutput& output) {
  if (output.session == nullptr) {
    return;
  }
  diag::Collector restricted(output.session->limits.findings / output.findings_times);
  restricted.CountDropped(output.session->findings);
  for (diag::Diagnostic& finding : output.session->findings.Release()) {
    restricted.Consume(std::move(finding));
  }
  output.session->findings = std::move(restricted);
}

// People at a terminal see that something was checked. Formats for machines have the same bytes as ever.
void WriteSuccess(const CheckResult& checked, const ProcessEnvironment& environment, CommandOutput& output) {
  const bool is_quiet = checked.report.quiet || checked.against.empty() || !IsForPeople(checked.report);
  if (!is_quiet && environment.stderr_is_terminal) {
    output.err += "checked " + Count(checked.file_count, "file") + " " + checked.against + ": no errors\n";
  }
}

int ReportOutcome(const CheckResult& checked, const ProcessEnvironment& environment, Audience audience,
                  CommandOutput& output) {
  const policy::Policy* policy = checked.policy ? &*checked.policy : nullptr;
  output.err += output.session->printed;
  WriteFindings(checked.report, checked.file_count, environment, audience, output, policy);
  const bool writes =
      !checked.report.write_baseline.empty() && policy != nullptr && checked.on_error == kFindings;
  const auto has = [&output](const auto& test) {
    return std::any_of(output.findings.begin(), output.findings.end(), test);
  };
  if (writes && has([](const diag::Diagnostic& one) { return one.kind == diag::Kind::kNotWritten; })) {
    return kUnusable;
  }
  // A baseline holds what may be ignored: all else fails this run as it will fail the next one.
  if (writes && !has([](const diag::Diagnostic& one) {
        return one.severity == diag::Severity::kError && !policy::MayBeIgnored(one.kind);
      })) {
    return kOk;
  }
  const int status = ExitCodeOf(checked.report, output, checked.on_error);
  if (status == kOk &&
      !has([](const diag::Diagnostic& one) { return one.severity == diag::Severity::kError; })) {
    WriteSuccess(checked, environment, output);
  }
  return status;
}

}  // namespace

std::string Count(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

void AddFixOptions(CommandApp& app, FixOptions& options) {
  const std::string group = "Repairs";
  app.add_flag("--fix", options.fix, "fix errors with a safe fix in the files, and report the remaining ones")
      ->group(group);
  app.add_flag("--diff", options.diff, "show the changes of --fix as a diff; without --fix change nothing")
      ->group(group);
}

int RunCheckWithFixes(const FixOptions& options, const CheckOnce& check,
                      const ProcessEnvironment& environment, CommandOutput& output) {
  if (!options.is_requested()) {
    const CheckResult checked = check({}, output);
    return checked.refused
               ? *checked.refused
               : ReportOutcome(checked, environment, {&output.out, environment.stdout_is_terminal}, output);
  }
  FixLoop repairs(check);
  const CheckResult checked = repairs.Run(output);
  if (checked.refused) {
    return *checked.refused;
  }
  RestrictFindings(output);
  size_t files = 0;
  std::string diff;
  const std::vector<std::string> sensitive =
      output.session == nullptr ? std::vector<std::string>() : output.session->SecretKeys().All();
  const auto hidden = [&](const source::SourceFile& file) { return redaction::FindSecrets(file, sensitive); };
  for (const auto& [name, file] : repairs.files()) {
    const bool colors = WantsColor(checked.report.color, environment, environment.stdout_is_terminal);
    files += file.after != file.before ? 1 : 0;
    diff += options.diff ? fix::UnifiedDiff(name, file.before, file.after, {colors, hidden}) : std::string();
  }
  if (options.fix) {
    DisarmDeadline(output);  // fixes are reported
  }
  const bool is_written = !options.fix || Write(repairs.files(), output);
  if (!checked.report.quiet && repairs.count() > 0 && is_written) {
    output.err += std::string("kval: ") + (options.fix ? "fixed " : "would fix ") +
                  Count(repairs.count(), "finding") + " in " + Count(files, "file") + "\n";
  }
  if (!checked.report.quiet && repairs.reverted_count() > 0 && is_written) {
    output.err += "kval: left " + Count(repairs.reverted_count(), "finding") +
                  " unchanged: the fix would cause another error\n";
  }
  if (!options.fix) {
    // With `--diff`, fixable findings remain findings.
    output.out += diff;
    const int status = ExitCodeOf(checked.report, output, checked.on_error);
    if (diff.empty() || (status != kOk && status != kFindings)) {
      // Standard output is for a patch.
      return ReportOutcome(checked, environment, {&output.err, environment.stderr_is_terminal}, output);
    }
    return status == kOk && !diff.empty() && !checked.report.exit_zero ? static_cast<int>(kFindings) : status;
  }
  output.out += diff;
  return ReportOutcome(checked, environment, {&output.out, environment.stdout_is_terminal}, output);
}

}  // namespace kval::cli
