#include "src/cli/fix_loop.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::cli {
namespace {

// Repairs that make others possible; each round repairs something or takes a repair back.
constexpr int kMostRounds = 30;

std::string FileOf(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  const source::Span at = finding.labels.empty() ? source::Span() : finding.labels.front().span;
  return at.has_value() && sources.Contains(at) ? sources.FileOf(at).name() : std::string();
}

// Identifies a finding independent of edits.
std::string IdentityOf(const diag::Diagnostic& finding, const source::SourceMap& sources) {
  return diag::CodeOf(finding.kind) + "\n" + FileOf(finding, sources) + "\n" +
         diag::JsonPointer(finding.path) + "\n" + finding.message;
}

bool IsOfYaml(diag::Kind kind) {
  return diag::EntryOf(kind).category == diag::Category::kYaml;
}

bool IsUnknownKey(diag::Kind kind) {
  return kind == diag::Kind::kUnknownKey || kind == diag::Kind::kKeyNotAllowed;
}

// Returns the name of an unknown key after its fix, without quotes.
std::string NewNameOf(const diag::Diagnostic& finding) {
  const diag::Edit& edit = finding.fix.edits.front();
  if (!IsUnknownKey(finding.kind) || edit.span != finding.labels.front().span) {
    return {};
  }
  const bool is_quoted = edit.text.size() > 1 && (edit.text[0] == '"' || edit.text[0] == '\'');
  return is_quoted ? edit.text.substr(1, edit.text.size() - 2) : edit.text;
}

bool ChangesNothing(const diag::Fix& fix, const source::SourceMap& sources) {
  return std::all_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& edit) {
    return sources.Contains(edit.span) && sources.FileOf(edit.span).Text(edit.span) == edit.text;
  });
}

// Findings with a repair by where it begins.
std::multimap<uint32_t, const diag::Diagnostic*> ByPlace(const std::vector<diag::Diagnostic>& findings) {
  std::multimap<uint32_t, const diag::Diagnostic*> places;
  for (const diag::Diagnostic& finding : findings) {
    if (!finding.fix.edits.empty()) {
      places.emplace(finding.fix.edits.front().span.begin, &finding);
    }
  }
  return places;
}

using Places = std::set<std::tuple<uint32_t, uint32_t, std::string_view>>;

Places PlacesOf(const fix::FilePatch& change) {
  Places places;
  for (const diag::Edit& edit : change.edits) {
    places.emplace(edit.span.begin, edit.span.end, edit.text);
  }
  return places;
}

bool IsMade(const diag::Fix& fix, const Places& made) {
  return std::all_of(fix.edits.begin(), fix.edits.end(), [&](const diag::Edit& edit) {
    return made.count({edit.span.begin, edit.span.end, edit.text}) > 0;
  });
}

// Returns the path of a fixed value after the fix.
diag::Path PathAfter(const diag::Path& path, const std::string& new_name) {
  diag::Path after = path;
  if (!after.empty() && !new_name.empty()) {
    after.back().key = new_name;
  }
  return after;
}

bool BeginsWith(const diag::Path& path, const diag::Path& begin) {
  return path.size() >= begin.size() && std::equal(begin.begin(), begin.end(), path.begin());
}

// Returns the length of the common path of a finding and a fixed value or its map; nullopt if neither
// contains the other.
std::optional<size_t> StepsShared(const diag::Path& finding, const diag::Path& repaired) {
  if (BeginsWith(finding, repaired)) {
    return repaired.size();
  }
  diag::Path map = repaired;
  map.resize(map.empty() ? 0 : map.size() - 1);
  return BeginsWith(finding, map)   ? std::optional(map.size())
         : BeginsWith(map, finding) ? std::optional(finding.size())
                                    : std::nullopt;
}

}  // namespace

// Where the repairs of a round were made.
class FixLoop::FixedPaths {
 public:
  explicit FixedPaths(const std::vector<AppliedFix>& repairs) {
    for (const AppliedFix& repair : repairs) {
      diag::Path path = PathAfter(repair.path, repair.new_name);
      places_.insert(PlaceOf(repair.file, path));
      path.resize(path.empty() ? 0 : path.size() - 1);
      maps_.insert(PlaceOf(repair.file, path));
    }
  }

  // Whether the finding is about a repaired value, or about the keys of the map that holds one.
  bool IsNear(const diag::Diagnostic& finding, const std::string& file) const {
    const bool is_of_keys = IsUnknownKey(finding.kind) || finding.kind == diag::Kind::kMissingRequired;
    diag::Path path = finding.path;
    for (size_t left = 2; is_of_keys && left > 0; --left) {
      if (maps_.contains(PlaceOf(file, path))) {
        return true;
      }
      path.resize(path.empty() ? 0 : path.size() - 1);
    }
    for (path = finding.path; !path.empty(); path.pop_back()) {
      if (places_.contains(PlaceOf(file, path))) {
        return true;
      }
    }
    return places_.contains(PlaceOf(file, {}));
  }

 private:
  static std::string PlaceOf(const std::string& file, const diag::Path& path) {
    return file + "\n" + diag::JsonPointer(path);
  }

  std::set<std::string> places_, maps_;
};

CheckResult FixLoop::Run(CommandOutput& output) {
  CheckResult checked = Check(output);
  for (int round = 1; round < kMostRounds && !checked.refused; ++round) {
    if (RevertFixes(output)) {
      checked = Check(output);
      continue;
    }
    Accept(output);
    if (!Apply(output)) {
      return checked;
    }
    checked = Check(output);
  }
  if (!checked.refused && RevertFixes(output)) {
    checked = Check(output);
  }
  Accept(output);
  return checked;
}

CheckResult FixLoop::Check(CommandOutput& output) {
  CommandOutput fresh;
  fresh.deadline = output.deadline;
  fresh.findings_times = kFindingsTimes;
  CheckResult checked = check_(AllStrings(), fresh);
  if (fresh.session != nullptr && !checked.refused) {
    fresh.findings = fresh.session->findings.Sorted();
    if (checked.policy) {
      fresh.findings =
          policy::ApplyPolicy(std::move(fresh.findings), fresh.session->findings.dropped().empty(),
                              fresh.session->sources, *checked.policy, {})
              .findings;
    }
  }
  output = std::move(fresh);
  return checked;
}

TextOverrides FixLoop::AllStrings() const {
  TextOverrides strings;
  for (const auto& [name, file] : files_) {
    strings[name] = file.mark + file.after;
  }
  return strings;
}

// The repairs of the last round that a new finding most likely comes from; none when it was merely not seen
// before.
std::vector<const FixLoop::AppliedFix*> FixLoop::CandidateCauses(const diag::Diagnostic& finding,
                                                                 const std::string& file) const {
  std::vector<const AppliedFix*> nearest;
  size_t most = 0;
  bool is_uncovered = false;
  for (const AppliedFix& repair : last_) {
    const diag::Path path = PathAfter(repair.path, repair.new_name);
    const std::optional<size_t> shared = StepsShared(finding.path, path);
    if (repair.file != file || !shared) {
      continue;
    }
    // A key that is unknown there too speaks against the guess.
    const bool may_be_right = !IsUnknownKey(finding.kind) || !finding.fix.edits.empty();
    const bool is_below =
        !repair.new_name.empty() && finding.path.size() > path.size() && *shared == path.size();
    // An undeclared or missing key may be caused by the fix that moved it there.
    const bool is_of_structure = IsUnknownKey(finding.kind) || finding.kind == diag::Kind::kMissingRequired;
    const bool was_unread = repair.is_of_yaml && !IsOfYaml(finding.kind) && !is_of_structure;
    if (was_unread || (may_be_right && is_below)) {
      is_uncovered = true;
      continue;
    }
    if (nearest.empty() || *shared > most) {
      nearest.clear();
      most = *shared;
    }
    if (*shared == most) {
      nearest.push_back(&repair);
    }
  }
  if (is_uncovered) {
    return {};
  }
  if (nearest.empty()) {
    const bool has_file = std::any_of(last_.begin(), last_.end(),
                                      [&](const AppliedFix& repair) { return repair.file == file; });
    for (const AppliedFix& repair : last_) {
      if (!has_file || repair.file == file) {
        nearest.push_back(&repair);
      }
    }
  }
  return nearest;
}

// The identities of those repairs of the last round that new findings come from. Comparing each finding with
// each repair is given up where that would take long: then all are blamed.
std::set<std::string> FixLoop::FixesCausing(const CommandOutput& output) const {
  constexpr size_t kMostComparisons = 20'000'000;
  const source::SourceMap& sources = output.session->sources;
  const FixedPaths places(had_dropped_ ? last_ : std::vector<AppliedFix>());
  std::set<std::string> blamed;
  size_t comparisons = 0;
  for (const diag::Diagnostic& finding : output.findings) {
    const std::string file = FileOf(finding, sources);
    if (known_.count(IdentityOf(finding, sources)) > 0 || (had_dropped_ && !places.IsNear(finding, file))) {
      continue;
    }
    comparisons += last_.size();
    if (comparisons > kMostComparisons) {
      for (const AppliedFix& repair : last_) {
        blamed.insert(repair.identity);
      }
      return blamed;
    }
    for (const AppliedFix* repair : CandidateCauses(finding, file)) {
      blamed.insert(repair->identity);
    }
  }
  return blamed;
}

// Undoes the last round when it brought findings that were not there before; those repairs which they come
// from are made no more. True when it did.
bool FixLoop::RevertFixes(const CommandOutput& output) {
  const std::set<std::string> blamed = last_.empty() ? std::set<std::string>() : FixesCausing(output);
  if (blamed.empty()) {
    return false;
  }
  reverted_.insert(blamed.begin(), blamed.end());
  last_.clear();
  files_ = before_;
  return true;
}

// Keeps the last round's fixes; current findings existed before the next one.
void FixLoop::Accept(const CommandOutput& output) {
  accepted_ += last_.size();
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

// Applies the fixes of the findings; returns false if there are none.
bool FixLoop::Apply(const CommandOutput& output) {
  const source::SourceMap& sources = output.session->sources;
  before_ = files_;
  had_dropped_ = !output.session->findings.dropped().empty();
  const auto may_fix = [&](const diag::Diagnostic& finding) {
    return reverted_.count(IdentityOf(finding, sources)) == 0 && !ChangesNothing(finding.fix, sources);
  };
  const std::multimap<uint32_t, const diag::Diagnostic*> fixable = ByPlace(output.findings);
  for (const fix::FilePatch& change : fix::Collect(output.findings, sources, may_fix)) {
    FixedFile* file = FileFor(change);
    if (file == nullptr) {
      continue;
    }
    file->after = change.After();
    const Places made = PlacesOf(change);
    for (auto at = fixable.lower_bound(change.file->base());
         at != fixable.end() && change.file->Contains(at->first); ++at) {
      const diag::Diagnostic& finding = *at->second;
      if (may_fix(finding) && IsMade(finding.fix, made)) {
        last_.push_back({IdentityOf(finding, sources), change.file->name(), finding.path, NewNameOf(finding),
                         IsOfYaml(finding.kind)});
      }
    }
  }
  return !last_.empty();
}

// The file on the disk that a text was read from; null when there is none with the very bytes.
FixedFile* FixLoop::FileFor(const fix::FilePatch& change) {
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
  FixedFile file;
  file.mark = bytes->starts_with(kMark) ? std::string(kMark) : std::string();
  file.before = bytes->substr(file.mark.size());
  if (file.before != change.Before()) {
    return nullptr;
  }
  return &files_.emplace(name, std::move(file)).first->second;
}

}  // namespace kval::cli
