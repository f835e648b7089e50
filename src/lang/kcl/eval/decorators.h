#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// `@deprecated` is an error if the attribute is set or the schema is instantiated, a warning with
// `strict=False`; other decorators have no effect.
class Decorators : private Components {
 public:
  explicit Decorators(const Components& components) : Components(components) {}

  // `name` is the attribute, or the schema with `is_schema`.
  void Run(std::span<const Decorator> decorators, std::string_view name, bool is_schema,
           const Instance& instance, Frame* frame);

 private:
  // The arguments of `@deprecated`.
  struct DeprecationArguments {
    Value version;
    Value reason;
    Value strict;
  };

  bool ReadNotice(const Decorator& decorator, Frame* frame, DeprecationArguments& notice);
  void Report(const Decorator& decorator, source::Span place, std::string message, bool is_error,
              const Instance& instance);
};

}  // namespace kval::kcl::eval
