#pragma once

#include <vector>

#include "src/lang/kcl/eval/attribute_reads.h"
#include "src/lang/kcl/eval/interpreter.h"
#include "src/lang/kcl/eval/package_state.h"

namespace kval::kcl::eval {

class Arguments;
class Branches;
class Calls;
class Chains;
class Checks;
class Comprehensions;
class Configs;
class Decorators;
class Globals;
class Instances;
class NameEvaluator;
class Paths;
class RequiredAttributes;
class Rules;
class Statements;
class TypeConversion;

// The evaluator's state and components. Each component has one task, and derives from this to use the others.
// `Evaluator` (evaluation.cc) owns them.
struct Components {
  Interpreter& whole_;
  Context& context_;
  std::vector<PackageState>& packages_;
  FailingElements& failing_elements_;
  RequiredAttributes& required_;
  TypeConversion& types_;
  NameEvaluator& names_;
  Paths& paths_;
  Arguments& arguments_;
  Configs& configs_;
  Comprehensions& comprehensions_;
  Statements& statements_;
  Branches& branches_;
  Chains& chains_;
  Globals& globals_;
  Decorators& decorators_;
  Checks& checks_;
  Rules& rules_;
  Instances& instances_;
  Calls& calls_;
};

}  // namespace kval::kcl::eval
