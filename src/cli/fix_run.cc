#include "src/cli/fix_run.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "src/cli/command_app.h"
#include "src/cli/hidden_findings.h"
#include "src/diag/path.h"
#include "src/fix/diff.h"
#include "src/fix/patch.h"
#include "src/output/file_set.h"
#include "src/report/text.h"
#include "src/support/substitute.h"
#include "src/types/sensitive.h"

namespace kval::cli {
namespace {

// Repairs that make others possible; each round repairs something or takes a repair back.
constexpr int kMostRounds = 30;

// What a finding is, wherever edits moved it.
std::string IdentityOf(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  const std::string file = at.has_value() && sources.Knows(at) ? sources.FileOf(at).name() : std::string();
  return diag::CodeOf(finding.kind) + "\n" + file + "\n" + diag::JsonPointer(finding.path) + "\n" +
         finding.message;
}

std::string FileOf(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  return at.has_value() && sources.Knows(at) ? sources.FileOf(at).name() : std::string();
}

// One file as it is on the disk, and as it will be.
struct Repaired {
  std::string mark;  // the byte order mark
  std::string before, after;
};

class Repairs {
 public:
  explicit Repairs(const CheckOnce& check) : check_(check) {}

  // Checks and repairs until nothing changes. The last check's findings, and what it came to, are in
  // `output`.
  Checked Run(Output& output) {
    Checked checked = Check(output);
    for (int round = 1; round < kMostRounds && !checked.refused; ++round) {
      if (round > 1 && TakeBack(output)) {
        checked = Check(output);
        continue;
      }
      Accept(output);
      if (!Apply(output)) {
        break;
      }
      checked = Check(output);
    }
    return checked;
  }

  size_t count() const { return accepted_.size(); }
  const std::map<std::string, Repaired>& files() const { return files_; }

 private:
  Checked Check(Output& output) {
    Output fresh;
    fresh.deadline = output.deadline;
    Checked checked = check_(AllTexts(), fresh);
    if (fresh.session != nullptr && !checked.refused) {
      fresh.findings = fresh.session->findings.Sorted();
      if (checked.policy) {
        fresh.findings = policy::Judge(std::move(fresh.findings), fresh.session->findings.dropped().empty(),
                                       fresh.session->sources, *checked.policy, {})
                             .findings;
      }
    }
    output = std::move(fresh);
    return checked;
  }

  Texts AllTexts() const {
    Texts texts;
    for (const auto& [name, file] : files_) {
      texts[name] = file.mark + file.after;
    }
    return texts;
  }

  // Undoes the last round when it brought findings that were not there before: those repairs in the files
  // that the new findings are in, or all of them. True when it did.
  bool TakeBack(const Output& output) {
    const source::SourceMap& sources = output.session->sources;
    std::set<std::string> files;
    for (const diag::Diagnostic& finding : output.findings) {
      if (known_.count(IdentityOf(finding, sources)) == 0) {
        files.insert(FileOf(finding, sources));
      }
    }
    if (files.empty()) {
      return false;
    }
    const bool is_told =
        std::any_of(last_.begin(), last_.end(), [&](const auto& one) { return files.count(one.second) > 0; });
    for (const auto& [identity, file] : last_) {
      if (!is_told || files.count(file) > 0) {
        refused_.insert(identity);
      }
    }
    last_.clear();
    files_ = before_;
    known_.insert(first_.begin(), first_.end());
    return true;
  }

  // What the last round repaired stays so, and what is found now was there before the next one.
  void Accept(const Output& output) {
    for (const auto& [identity, file] : last_) {
      accepted_.push_back(identity);
    }
    last_.clear();
    known_.clear();
    for (const diag::Diagnostic& finding : output.findings) {
      known_.insert(IdentityOf(finding, output.session->sources));
    }
    if (first_.empty()) {
      first_ = known_;
    }
    known_.insert(first_.begin(), first_.end());
  }

  // Makes the repairs of what is found; false when there are none.
  bool Apply(const Output& output) {
    const source::SourceMap& sources = output.session->sources;
    before_ = files_;
    const auto may_fix = [&](const diag::Diagnostic& finding) {
      return refused_.count(IdentityOf(finding, sources)) == 0;
    };
    const std::multimap<uint32_t, const diag::Diagnostic*> fixable = ByPlace(output.findings);
    for (const fix::Change& change : fix::Collect(output.findings, sources, may_fix)) {
      Repaired* file = FileFor(change);
      if (file == nullptr) {
        continue;
      }
      file->after = change.After();
      const Places made = PlacesOf(change);
      for (auto at = fixable.lower_bound(change.file->base());
           at != fixable.end() && change.file->Contains(at->first); ++at) {
        if (may_fix(*at->second) && IsMade(at->second->fix, made)) {
          last_.emplace_back(IdentityOf(*at->second, sources), change.file->name());
        }
      }
    }
    return !last_.empty();
  }

  // Findings with a repair by where it begins.
  static std::multimap<uint32_t, const diag::Diagnostic*> ByPlace(
      const std::vector<diag::Diagnostic>& findings) {
    std::multimap<uint32_t, const diag::Diagnostic*> places;
    for (const diag::Diagnostic& finding : findings) {
      if (!finding.fix.edits.empty()) {
        places.emplace(finding.fix.edits.front().span.begin, &finding);
      }
    }
    return places;
  }

  using Places = std::set<std::tuple<uint32_t, uint32_t, std::string_view>>;

  static Places PlacesOf(const fix::Change& change) {
    Places places;
    for (const diag::Edit& edit : change.edits) {
      places.emplace(edit.span.begin, edit.span.end, edit.text);
    }
    return places;
  }

  static bool IsMade(const diag::Fix& fix, const Places& made) {
    return std::all_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& edit) {
      return made.count({edit.span.begin, edit.span.end, edit.text}) > 0;
    });
  }

  // The file on the disk that a text was read from; null when there is none with the very bytes.
  Repaired* FileFor(const fix::Change& change) {
    const std::string& name = change.file->name();
    if (const auto known = files_.find(name); known != files_.end()) {
      return known->second.after == change.Before() ? &known->second : nullptr;
    }
    source::DiskFileReader disk;
    if (disk.KindOf(name) != source::PathKind::kFile) {
      return nullptr;
    }
    Result<std::string> bytes = disk.Read(name);
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (!bytes) {
      return nullptr;
    }
    Repaired file;
    file.mark = bytes->starts_with(kMark) ? std::string(kMark) : std::string();
    file.before = bytes->substr(file.mark.size());
    if (file.before != change.Before()) {
      return nullptr;
    }
    return &files_.emplace(name, std::move(file)).first->second;
  }

  const CheckOnce& check_;
  std::map<std::string, Repaired> files_, before_;         // by name; before the last round
  std::set<std::string> first_, known_, refused_;          // identities of findings
  std::vector<std::pair<std::string, std::string>> last_;  // repaired in the last round, and in which file
  std::vector<std::string> accepted_;
};

constexpr diag::Def<std::string_view> kNotWritten{diag::Kind::kNotWritten, "{}"};

// Where the text of a file is written: a link stays, and what it leads to is repaired, as long as that lies
// below the working folder. All else is for the set of files to judge.
std::string PlaceOf(const std::string& name) {
  std::error_code error;
  source::DiskFileReader disk;
  const Result<std::string> real = disk.RealPath(name);
  const Result<std::string> here = disk.RealPath(".");
  const bool is_inside = real.ok() && here.ok() && *real != *here && source::IsRealPathBelow(*real, *here);
  return is_inside && std::filesystem::is_symlink(name, error)
             ? real->substr(*here == "/" ? 1 : here->size() + 1)
             : name;
}

// Writes all files or none.
bool Write(const std::map<std::string, Repaired>& files, Output& output) {
  output::FileSet set({.root = "", .inputs = {}, .spares_read_only = true});
  Result<bool> done = true;
  std::map<std::string, std::pair<std::string, const Repaired*>> places;
  for (const auto& [name, file] : files) {
    if (!done || file.after == file.before) {
      continue;
    }
    const auto [known, is_new] = places.try_emplace(PlaceOf(name), name, &file);
    if (is_new) {
      done = set.Add(known->first, file.mark + file.after);
      output.written.push_back(name);
    } else if (known->second.second->after != file.after) {
      done = Failure{Substitute("{} and {} are one file, and would be repaired in two ways: name one of them",
                                known->second.first, name)};
    }
  }
  done = done ? set.Commit() : done;
  if (!done) {
    output.session->emit.Report({}, kNotWritten, done.failure().message).Emit();
  }
  return done.ok();
}

std::string Count(size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

int Tell(const Checked& checked, const Environment& environment, Audience audience, Output& output) {
  const policy::Policy* policy = checked.policy ? &*checked.policy : nullptr;
  output.err += output.session->printed;
  WriteFindingsOfMany(checked.report, checked.file_count, environment, audience, checked.sensitive, output,
                      policy);
  const bool is_written =
      std::none_of(output.findings.begin(), output.findings.end(),
                   [](const auto& finding) { return finding.kind == diag::Kind::kNotWritten; });
  if (!checked.report.write_baseline.empty() && policy != nullptr && checked.on_error == kFindings) {
    return is_written ? kOk : kUnusable;
  }
  return StatusOf(checked.report, output, checked.on_error);
}

std::vector<std::string> SensitiveKeys(const Checked& checked, const Output& output) {
  std::vector<std::string> keys;
  if (output.session != nullptr) {
    keys = types::SensitiveKeys(output.session->model);
  }
  keys.insert(keys.end(), checked.sensitive.begin(), checked.sensitive.end());
  return keys;
}

}  // namespace

void AddFixOptions(CommandApp& app, FixOptions& options) {
  const std::string group = "Repairs";
  app.add_flag("--fix", options.fix,
               "repair what is certain to be right, in the files, and report what is left")
      ->group(group);
  app.add_flag("--diff", options.diff, "show what --fix would change, or changes")->group(group);
}

int RunCheckWithFixes(const FixOptions& options, const CheckOnce& check, const Environment& environment,
                      Output& output) {
  if (!options.is_asked()) {
    const Checked checked = check({}, output);
    return checked.refused
               ? *checked.refused
               : Tell(checked, environment, {&output.out, environment.stdout_is_terminal}, output);
  }
  Repairs repairs(check);
  const Checked checked = repairs.Run(output);
  if (checked.refused) {
    return *checked.refused;
  }
  size_t files = 0;
  std::string diff;
  const std::vector<std::string> sensitive = SensitiveKeys(checked, output);
  for (const auto& [name, file] : repairs.files()) {
    const bool colors = WantsColor(checked.report.color, environment, environment.stdout_is_terminal);
    files += file.after != file.before ? 1 : 0;
    diff +=
        options.diff ? fix::UnifiedDiff(name, file.before, file.after, {colors, sensitive}) : std::string();
  }
  if (options.fix) {
    MeetDeadline(output);  // what is repaired is told
  }
  const bool is_written = !options.fix || Write(repairs.files(), output);
  if (!checked.report.quiet && repairs.count() > 0 && is_written) {
    output.err += std::string("kval: ") + (options.fix ? "repaired " : "would repair ") +
                  Count(repairs.count(), "finding") + " in " + Count(files, "file") + "\n";
  }
  if (!options.fix) {
    // What is there to repair is a finding still.
    output.out += diff;
    const int status = StatusOf(checked.report, output, checked.on_error);
    if (diff.empty() || (status != kOk && status != kFindings)) {
      // Standard output is for a patch.
      return Tell(checked, environment, {&output.err, environment.stderr_is_terminal}, output);
    }
    return status == kOk && !diff.empty() && !checked.report.exit_zero ? static_cast<int>(kFindings) : status;
  }
  output.out += diff;
  return Tell(checked, environment, {&output.out, environment.stdout_is_terminal}, output);
}

}  // namespace kval::cli
