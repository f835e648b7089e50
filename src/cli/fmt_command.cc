#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/commands.h"
#include "src/cli/reading_options.h"
#include "src/cli/report_options.h"
#include "src/cli/usage.h"
#include "src/driver/session.h"
#include "src/lang/kcl/format/format.h"
#include "src/output/file_set.h"
#include "src/report/text.h"
#include "src/source/file_reader.h"
#include "src/support/repository.h"
#include "src/support/substitute.h"

namespace kval::cli {
namespace {

constexpr std::string_view kStandardInput = "-";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr diag::Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

struct FmtState {
  std::vector<std::string> paths;
  bool check = false;
  ReportOptions report;
  ReadingOptions reading;
};

// Whether a path below a directory is in a directory that holds no files of the user.
bool IsForeign(std::string_view path) {
  for (size_t begin = 0, end = path.find('/'); end != std::string_view::npos;
       begin = end + 1, end = path.find('/', begin)) {
    if (IsRepositoryDirectory(path.substr(begin, end - begin))) {
      return true;
    }
  }
  return false;
}

// One run of the command: formats all files in memory, and writes those that change at once.
class Formatting {
 public:
  Formatting(const FmtState& state, driver::Session& session, CommandOutput& output)
      : state_(state), session_(session), output_(output), reader_(*output.reader) {}

  int Run(const ProcessEnvironment& environment) {
    for (const std::string& path : state_.paths) {
      if (reader_.KindOf(path) == source::PathKind::kDirectory) {
        AddDirectory(path);
      } else if (path.ends_with(".yaml") || path.ends_with(".yml") || path.ends_with(".json")) {
        Fail(Failure{path + " is not a KCL file: `kval fmt` formats KCL files (*.k)"});
      } else {
        Add(path, reader_.Read(path));
      }
    }
    if (!state_.check) {
      Write();
    }
    WriteFindings(state_.report, file_count_, environment, {&output_.err, environment.stderr_is_terminal},
                  output_);
    for (const auto& [path, text] : changed_) {
      output_.out += path == kStandardInput && !state_.check ? "" : report::Escape(path) + "\n";
    }
    if (is_unfaithful_) {
      return kBug;
    }
    if (is_unusable_) {
      return kUnusable;
    }
    const int status = ExitCodeOf(state_.report, output_, kFindings);
    return status == kOk && state_.check && !changed_.empty() ? static_cast<int>(kFindings) : status;
  }

 private:
  void AddDirectory(const std::string& directory) {
    const source::Tree tree = reader_.Walk(directory);
    for (const Failure& failure : tree.failures) {
      Fail(failure);
    }
    const std::string prefix = directory == "." ? "" : directory + (directory.ends_with('/') ? "" : "/");
    const Result<std::string> root = reader_.RealPath(directory);
    bool has_any = false;
    for (const std::string& name : tree.files) {
      if (!name.ends_with(".k") || IsForeign(name)) {
        continue;
      }
      has_any = true;
      // The destination of a link is formatted if it is named or in the directory.
      const Result<std::string> real = reader_.RealPath(prefix + name);
      if (!root || !real || *real == (root->ends_with('/') ? *root : *root + "/") + name) {
        Add(prefix + name, reader_.ReadBelow(directory, prefix + name));
      }
    }
    if (!has_any && tree.failures.empty()) {
      Fail(Failure{"directory " + directory + " contains no KCL file (*.k)"});
    }
  }

  void Fail(const Failure& failure) {
    is_unusable_ = true;
    ReportUsageError(output_, failure);
  }

  void Add(const std::string& path, Result<std::string> text) {
    if (!text) {
      Fail(text.failure());
      return;
    }
    ++file_count_;
    const source::SourceFile& file = session_.sources.AddText(path, *std::move(text));
    kcl::format::Formatted formatted = kcl::format::Format(file, session_.emit);
    if (formatted.outcome == kcl::format::Outcome::kUnfaithful) {
      is_unfaithful_ = true;
      output_.err += "kval: internal error: the formatted text of " + report::Escape(path) +
                     " would have another meaning; the file is unchanged. Please report this.\n";
      return;
    }
    if (formatted.outcome == kcl::format::Outcome::kSyntaxErrors) {
      return;
    }
    if (path == kStandardInput && !state_.check) {
      output_.out += formatted.text;
    } else if (formatted.text != file.text()) {
      const std::string_view mark = file.mark_size() > 0 ? kByteOrderMark : std::string_view();
      changed_.emplace(path, std::string(mark) + formatted.text);
    }
  }

  // Writes all files or none.
  void Write() {
    output::FileSet set({.root = "", .inputs = {}, .spares_read_only = true});
    Result<bool> done = true;
    for (const auto& [path, text] : changed_) {
      done = done ? set.Add(path, text) : done;
      output_.written.push_back(path);
    }
    done = done ? set.Commit() : done;
    if (!done) {
      changed_.clear();
      output_.written.clear();
      is_unusable_ = true;
      session_.emit.Report({}, kNotWritten, done.failure().message).Emit();
    }
  }

  const FmtState& state_;
  driver::Session& session_;
  CommandOutput& output_;
  source::FileReader& reader_;
  std::map<std::string, std::string> changed_;  // the formatted text, by path
  size_t file_count_ = 0;
  bool is_unusable_ = false;
  bool is_unfaithful_ = false;
};

int RunFmt(FmtState& state, const ProcessEnvironment& environment, CommandOutput& output) {
  Limits limits;
  std::string message;
  if (!ReadLimits(state.reading, limits, message) || !CheckReportOptions(state.report, message)) {
    return ReportUsageError(output, message);
  }
  if (state.paths.empty()) {
    state.paths.emplace_back(".");
  }
  if (std::count(state.paths.begin(), state.paths.end(), kStandardInput) > 1) {
    return ReportUsageError(output, "standard input (-) can be read only once");
  }
  driver::Session& session = NewSession(output, limits, LinkDestinations(state.reading), state.report, false);
  StartDeadline(state.report, session.limits, environment, false, output);
  return Formatting(state, session, output).Run(environment);
}

}  // namespace

RunCommand DeclareFmt(CommandApp& app) {
  auto state = std::make_shared<FmtState>();
  app.add_option("FILES", state->paths,
                 "KCL files, directories, or - to format standard input (default: this directory)");
  app.add_flag(
      "--check", state->check,
      "write nothing: print the names of the files that would change; the exit code is 1 if there are any");
  AddReadingOptions(app, state->reading);
  AddReportOptions(app, state->report, false);
  return [state](const ProcessEnvironment& environment, CommandOutput& output) {
    return RunFmt(*state, environment, output);
  };
}

}  // namespace kval::cli
