#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/keyed_hash.h"
#include "src/support/result.h"
#include "src/support/substring_index.h"

namespace kval::helm {

// The rules of `.helmignore`, which exclude files from a chart. Source: helm pkg/ignore/rules.go.
class IgnoreRules {
 public:
  // Contains the default rule: hidden files in `templates/` are excluded.
  IgnoreRules();

  // Adds the rules of a file. A failure, and none of them, for a pattern that Helm refuses, `**` for one.
  Result<bool> Read(std::string_view text);

  // Whether the file, or a directory containing it, is ignored. Unknown once the budget is exhausted.
  // Requires paths in order, so that directories are tested before their files.
  bool Ignores(std::string_view path);
  // Whether a directory that contains the file is ignored.
  bool IsInIgnored(std::string_view path);
  // Comparisons are limited: rules without literal parts are tested one by one.
  bool is_exhausted() const { return compared_ > kMaxCompared; }

 private:
  struct Rule {
    std::string pattern;
    bool is_negated = false;
    bool is_for_directories = false;
    bool is_for_names = false;  // no slash: the last part of a path decides
  };

  static constexpr uint64_t kMaxCompared = 200'000'000;

  // Rules that are not negated: those without wildcards by their text, the others by a piece of it.
  class Index {
   public:
    void Add(const Rule& rule);
    // Adds the cost to `compared`.
    bool Matches(std::string_view path, bool is_directory, uint64_t& compared) const;

   private:
    TextMap<std::string, std::vector<Rule>> plain_;
    SubstringIndex pieces_;  // of `wild_`
    std::vector<Rule> wild_;
  };

  static Rule RuleOf(std::string_view line);
  void Add(const Rule& rule);
  bool Matches(std::string_view path, bool is_directory);

  // Any of these rules excludes a path, regardless of their order.
  std::vector<Rule> negated_;
  TextMap<std::string, uint8_t> known_negated_;  // results, so that each is tested once
  uint64_t compared_ = 0;
  std::string kept_;     // the last directory that is not ignored, nor its parents; with a trailing slash
  std::string ignored_;  // the last one that is
  Index of_names_;
  Index of_paths_;
};

}  // namespace kval::helm
