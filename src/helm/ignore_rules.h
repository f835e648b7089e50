#pragma once

#include <cstddef>
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

  // Whether the file is left out, itself or with a folder that it is in.
  bool Ignores(std::string_view path) const;

 private:
  struct Rule {
    std::string pattern;
    bool is_negated = false;
    bool is_for_folders = false;
    bool is_for_names = false;  // no slash: the last part of a path decides
  };

  // Rules that are not negated: those without wildcards by their text, the others by a piece of it.
  class Index {
   public:
    void Add(const Rule& rule);
    bool Matches(std::string_view path, bool is_folder) const;

   private:
    TextMap<std::string, std::vector<Rule>> plain_;
    PieceIndex pieces_;  // of `wild_`
    std::vector<Rule> wild_;
  };

  static Rule RuleOf(std::string_view line);
  void Add(const Rule& rule);
  bool Matches(std::string_view path, bool is_folder) const;

  // A path is left out by any of them, whatever their order.
  std::vector<Rule> negated_;
  Index of_names_;
  Index of_paths_;
};

}  // namespace kval::helm
