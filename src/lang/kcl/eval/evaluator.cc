#include "src/lang/kcl/eval/evaluator.h"

#include <utility>

namespace kval::kcl::eval {

Evaluator::Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter,
                     EvalOptions options)
    : HostContext(program, files, emitter, std::move(options), expressions_),
      states_(PackageStates(program, context().options().overrides)),
      required_(context()),
      types_(*this, context(), required_),
      names_(*this, context(), states_),
      paths_(*this, context(), names_),
      arguments_(*this, context(), types_),
      configs_(*this, context(), names_, paths_),
      comprehensions_(*this, context(), names_, paths_, failing_elements_),
      statements_(*this, context(), names_, paths_, types_),
      branches_(*this, context(), states_),
      chains_(*this, context(), states_, types_, paths_, statements_, branches_),
      globals_(*this, context(), states_, chains_),
      packages_(*this, context(), states_, globals_, branches_, statements_),
      decorators_(context(), arguments_),
      checks_(*this, context(), failing_elements_),
      rules_(*this, context(), arguments_, decorators_, checks_),
      instances_(*this, context(),
                 {types_, arguments_, configs_, statements_, branches_, chains_, decorators_, required_,
                  checks_, rules_}),
      calls_(*this, context(), types_, arguments_, statements_, instances_),
      expressions_(*this, context(), {types_, names_, arguments_, configs_, comprehensions_, calls_}) {}

}  // namespace kval::kcl::eval
