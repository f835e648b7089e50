#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval::helm {

// What `.helmignore` leaves out of a chart. Source: helm pkg/ignore/rules.go.
class IgnoreRules {
 public:
  // Always holds: hidden files in `templates/` are left out.
  IgnoreRules();

  // Rules of a file come before the default. A failure for a pattern that Helm refuses, `**` for one.
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

  static Rule RuleOf(std::string_view line);
  bool Matches(std::string_view path, bool is_folder) const;

  std::vector<Rule> rules_;
};

}  // namespace kval::helm
