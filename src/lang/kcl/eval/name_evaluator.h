#pragma once

#include <string_view>

#include "src/lang/kcl/eval/components.h"
#include "src/lang/kcl/sema/program.h"

namespace kval::kcl::eval {

// Resolves names and attributes of values (sema/program.h: RefKind).
class NameEvaluator : private Components {
 public:
  explicit NameEvaluator(const Components& components) : Components(components) {}

  Value Eval(const Name& name, Frame* frame);
  // The same for a key of a config.
  Value EvalKey(const Name& key, Frame* frame);
  // Returns `value.attribute`; fails if there is none.
  Value Attribute(const Value& value, Symbol attribute, source::Span place);

 private:
  Value ReadRef(const Ref& ref, const Name& name, Frame* frame);
  Value ReadAttribute(const InstancePart& part, Symbol attribute, const Name& name, bool* found);
  Value ReportCycle(const Value& value, const Name& name);
  void RecordMissing(const Value& value, const Member& member);
  void RecordMissing(const Value& instance, Symbol attribute);
  Value OuterValue(const Name& name, Frame* frame);
  Value MethodOf(const Value& text, std::string_view name, source::Span place);
  Value InstancesOf(const Value& type);
  Value ModuleMember(std::string_view module, std::string_view member, source::Span place);
};

}  // namespace kval::kcl::eval
