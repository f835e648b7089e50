#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/cli/fix_run.h"
#include "src/diag/path.h"
#include "src/fix/patch.h"

namespace kval::cli {

// One file as it is on the disk, and as it will be.
struct RepairedFile {
  std::string mark;  // the byte order mark
  std::string before, after;
};

// Checks and fixes in memory until nothing changes. A fix that causes new findings is reverted, and the
// others of its round are applied without it. Diagnostics that were only hidden by the fixed one do not
// revert it: below a misspelt key, in unreadable text, beyond the limit on findings. Each round is a complete
// check; at most thirty.
class RepairRounds {
 public:
  explicit RepairRounds(const CheckOnce& check) : check_(check) {}

  // The findings of the last check are in `output`.
  Checked Run(Output& output);

  // How many findings were repaired, and how many repairs were taken back.
  size_t count() const { return accepted_; }
  size_t taken_back() const { return refused_.size(); }
  // By name; some may be as they were.
  const std::map<std::string, RepairedFile>& files() const { return files_; }

 private:
  // A repair of the last round.
  struct Repair {
    std::string identity;  // of its finding
    std::string file;
    diag::Path path;
    std::string new_name;  // of a key that was misspelt
    bool is_of_yaml = false;
  };
  class RepairedPlaces;

  // How many times as many findings as otherwise a round keeps.
  static constexpr uint64_t kFindingsTimes = 10;

  Checked Check(Output& output);
  Texts AllTexts() const;
  bool TakeBack(const Output& output);
  std::set<std::string> BlamedFor(const Output& output) const;
  void Accept(const Output& output);
  bool Apply(const Output& output);
  std::vector<const Repair*> ToBlameFor(const diag::Diagnostic& finding, const std::string& file) const;
  RepairedFile* FileFor(const fix::Change& change);

  const CheckOnce& check_;
  std::map<std::string, RepairedFile> files_, before_;  // before the last round
  std::set<std::string> first_, known_, refused_;       // identities of findings
  std::vector<Repair> last_;
  // Whether the round before the last repairs found more than it kept.
  bool had_dropped_ = false;
  size_t accepted_ = 0;
};

}  // namespace kval::cli
