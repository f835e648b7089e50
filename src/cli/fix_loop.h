#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/cli/run_with_fixes.h"
#include "src/diag/path.h"
#include "src/fix/patch.h"

namespace kval::cli {

// The content of one file on disk, and after fixes.
struct FixedFile {
  std::string mark;  // the byte order mark
  std::string before, after;
};

// Checks and fixes in memory until nothing changes. A fix that causes new findings is reverted, and the
// others of its round are applied without it. Diagnostics that were only hidden by the fixed one do not
// revert it: below a misspelt key, in unreadable text, beyond the limit on findings. Each round is a complete
// check; at most thirty.
class FixLoop {
 public:
  explicit FixLoop(const CheckOnce& check) : check_(check) {}

  // The findings of the last check are in `output`.
  CheckResult Run(CommandOutput& output);

  // The number of applied fixes, and of reverted ones.
  size_t count() const { return accepted_; }
  size_t reverted_count() const { return reverted_.size(); }
  // The files by name; a file may be unchanged.
  const std::map<std::string, FixedFile>& files() const { return files_; }

 private:
  // A repair of the last round.
  struct AppliedFix {
    std::string identity;  // of its finding
    std::string file;
    diag::Path path;
    std::string new_name;  // of a key that was misspelt
    bool is_of_yaml = false;
  };
  class FixedPaths;

  // Multiplies the limit on findings in each round.
  static constexpr uint64_t kFindingsTimes = 10;

  CheckResult Check(CommandOutput& output);
  TextOverrides AllStrings() const;
  bool RevertFixes(const CommandOutput& output);
  std::set<std::string> FixesCausing(const CommandOutput& output) const;
  void Accept(const CommandOutput& output);
  bool Apply(const CommandOutput& output);
  std::vector<const AppliedFix*> CandidateCauses(const diag::Diagnostic& finding,
                                                 const std::string& file) const;
  FixedFile* FileFor(const fix::FilePatch& change);

  const CheckOnce& check_;
  std::map<std::string, FixedFile> files_, before_;  // before the last round
  std::set<std::string> first_, known_, reverted_;   // identities of findings
  std::vector<AppliedFix> last_;
  // Whether the round before the last repairs found more than it kept.
  bool had_dropped_ = false;
  size_t accepted_ = 0;
};

}  // namespace kval::cli
