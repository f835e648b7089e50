#pragma once

#include <string_view>
#include <vector>

#include "src/lang/kcl/eval/arguments.h"
#include "src/lang/kcl/eval/attribute_reads.h"
#include "src/lang/kcl/eval/branches.h"
#include "src/lang/kcl/eval/calls.h"
#include "src/lang/kcl/eval/chains.h"
#include "src/lang/kcl/eval/checks.h"
#include "src/lang/kcl/eval/comprehensions.h"
#include "src/lang/kcl/eval/configs.h"
#include "src/lang/kcl/eval/decorators.h"
#include "src/lang/kcl/eval/expressions.h"
#include "src/lang/kcl/eval/globals.h"
#include "src/lang/kcl/eval/host_context.h"
#include "src/lang/kcl/eval/instances.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/eval/package_state.h"
#include "src/lang/kcl/eval/packages.h"
#include "src/lang/kcl/eval/paths.h"
#include "src/lang/kcl/eval/required_attributes.h"
#include "src/lang/kcl/eval/rules.h"
#include "src/lang/kcl/eval/statements.h"
#include "src/lang/kcl/eval/type_conversion.h"

namespace kval::kcl::eval {

// The evaluator of a program: combines its parts, and implements their callbacks (interpreter.h).
class Evaluator final : public HostContext {
 public:
  Evaluator(const Program& program, source::FileReader& files, diag::Emitter& emitter, EvalOptions options);

  Packages& packages() { return packages_; }
  eval::Instances& instances() { return instances_; }
  TypeConversion& types() { return types_; }
  // Reports the failure, if there is one. Returns true if there was none.
  bool Emit() { return context().failures().Emit(); }

  Value EvalSchemaInit(std::span<const SchemaInitExpr* const> parts, Frame* frame) override {
    return instances_.EvalInit(parts, frame);
  }
  Value ReadGlobal(int32_t package, int32_t index) override { return globals_.Read(package, index); }
  Value FindGlobal(int32_t package, Symbol name, bool* found) override {
    return globals_.Find(package, name, found);
  }
  Value ReadMember(Instance& instance, size_t member) override {
    return chains_.ReadMember(instance, member);
  }
  Value MakeInstance(const kcl::Schema& schema, const Dict* config, const CallArgs& args, source::Span at,
                     source::Span site) override {
    return instances_.Make(schema, config, args, at, site);
  }
  Value Call(const Value& function, const CallArgs& args) override {
    return calls_.CallAt(function, args, context().trace().place);
  }
  Value Instantiate(const runtime::SchemaType& type, const Dict& config, const CallArgs& args) override {
    const source::Span place = context().trace().place;
    return instances_.Make(SchemaOf(type), &config, args, place, place);
  }
  Value Instances(const runtime::SchemaType& type, bool full_package) override {
    return instances_.Made(type, full_package);
  }

 private:
  // In the order in which they use each other.
  std::vector<PackageState> states_;
  FailingElements failing_elements_;  // of the check line that is evaluated
  RequiredAttributes required_;
  TypeConversion types_;
  NameEvaluator names_;
  Paths paths_;
  Arguments arguments_;
  Configs configs_;
  Comprehensions comprehensions_;
  Statements statements_;
  Branches branches_;
  Chains chains_;
  Globals globals_;
  Packages packages_;
  Decorators decorators_;
  Checks checks_;
  Rules rules_;
  eval::Instances instances_;
  Calls calls_;
  Expressions expressions_;
};

}  // namespace kval::kcl::eval
