#pragma once

#include <string>
#include <vector>

#include "src/diag/emitter.h"
#include "src/policy/rule_choice.h"
#include "src/project/declaration.h"
#include "src/project/find.h"
#include "src/support/glob_index.h"
#include "src/support/limits.h"

namespace kval::project {

// Sets the project's limits; reports invalid ones.
void SetLimits(const Declaration& declaration, Limits& limits, diag::Emitter& emit);

// Returns the rules that the project file disables or makes less severe than errors, in one line for
// messages: `ALL is off, KV301 is a warning in legacy/**`. Empty if there are none.
std::string GetRelaxedRules(const Declaration& declaration);

// The rules for the files of a project, before those of the command line are applied.
class FileRules {
 public:
  // Reports unknown rule names and invalid patterns.
  FileRules(const Declaration& declaration, const ProjectLocation& location, diag::Emitter& emit);

  const policy::RuleChoice& everywhere() const { return everywhere_; }
  // Returns the rules for a file, by its name in findings: with all matching overrides, later ones taking
  // precedence.
  policy::RuleChoice For(const std::string& file) const;

 private:
  ProjectLocation location_;
  policy::RuleChoice everywhere_;
  std::vector<policy::RuleChoice> overrides_;
  GlobIndex files_;  // of each
};

}  // namespace kval::project
