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

// The rules that the project file turns off or makes less severe than errors, in one line for people: `ALL is
// off, KV301 is a warning in legacy/**`. Empty if there are none.
std::string RelaxedRules(const Declaration& declaration);

// Which rules count in the files of a project, before the command line has its say.
class Rules {
 public:
  // Words that name no rule and patterns that cannot be used are reported.
  Rules(const Declaration& declaration, const Location& location, diag::Emitter& emit);

  const policy::RuleChoice& everywhere() const { return everywhere_; }
  // For a file as findings name it: with the overrides that concern it, later ones on top.
  policy::RuleChoice For(const std::string& file) const;

 private:
  Location location_;
  policy::RuleChoice everywhere_;
  std::vector<policy::RuleChoice> overrides_;
  GlobIndex files_;  // of each
};

}  // namespace kval::project
