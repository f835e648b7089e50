#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/keyed_hash.h"
#include "src/support/piece_index.h"
#include "src/support/result.h"

namespace kval::helm {

// What `.helmignore` leaves out of a chart. Source: helm pkg/ignore/rules.go.
class IgnoreRules {
 public:
  // Always holds: hidden files in `templates/` are left out.
  IgnoreRules();

  // Adds the rules of a file. A failure, and none of them, for a pattern that Helm refuses, `**` for one.
  Result<bool> Read(std::string_view text);

  // Whether the file, or a directory containing it, is ignored. Unknown once the budget is exhausted.
  // Requires paths in order, so that directories are tested before their files.
  bool Ignores(std::string_view path);
  // Comparisons are limited: rules without literal parts are tested one by one.
  bool is_exhausted() const { return compared_ > kMostCompared; }

 private:
  struct Rule {
    std::string pattern;
    bool is_negated = false;
    bool is_for_folders = false;
    bool is_for_names = false;  // no slash: the last part of a path decides
  };

  static constexpr uint64_t kMostCompared = 200'000'000;

  // Rules that are not negated: those without wildcards by their text, the others by a piece of it.
  class Index {
   public:
    void Add(const Rule& rule);
    // Adds the cost to `compared`.
    bool Matches(std::string_view path, bool is_folder, uint64_t& compared) const;

   private:
    TextMap<std::string, std::vector<Rule>> plain_;
    PieceIndex pieces_;  // of `wild_`
    std::vector<Rule> wild_;
  };

  static Rule RuleOf(std::string_view line);
  void Add(const Rule& rule);
  bool Matches(std::string_view path, bool is_folder);
  bool IsInIgnored(std::string_view path);

  // A path is left out by any of them, whatever their order.
  std::vector<Rule> negated_;
  TextMap<std::string, uint8_t> known_negated_;  // results, so that each is tested once
  uint64_t compared_ = 0;
  std::string kept_;     // the last directory that is not ignored, nor its parents; with a trailing slash
  std::string ignored_;  // the last one that is
  Index of_names_;
  Index of_paths_;
};

}  // namespace kval::helm
