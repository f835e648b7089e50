#pragma once

#include <span>
#include <vector>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// Arguments of calls, of instances and of decorators: from the text to parameters.
class Arguments : private Components {
 public:
  explicit Arguments(const Components& components) : Components(components) {}

  // Adds the values of the arguments; false after a failure.
  bool Eval(std::span<const Argument> args, Frame* frame, runtime::Values& positional,
            std::vector<NamedValue>& named);
  // Assigns the arguments to the parameters, in the first slots of the frame. A default is evaluated, and
  // must have the parameter's type, even if an argument is given.
  void Bind(std::span<const Parameter> params, const CallArgs& args, Frame& frame);
  // Binds the parameters of a base or mixin of the instance. The arguments were checked against another
  // parameter list and have its types.
  void BindInherited(std::span<const Parameter> params, const CallArgs& args, Frame& frame);
  // Appends the expansion of `*value`: items of a list, keys of a dict.
  void Unpack(const Value& value, runtime::Values& out);

 private:
  void BindTyped(std::span<const Parameter> params, const CallArgs& args, Frame& frame, bool is_typed);
};

}  // namespace kval::kcl::eval
