#include "src/lang/kcl/eval/surroundings.h"

namespace kval::kcl::eval {

Value Surroundings::Option(std::string_view key) {
  const Options& options = context_.options();
  return options.option ? options.option(key, context_.heap()) : Value();
}

void Surroundings::Print(std::string_view text) {
  if (context_.options().print) {
    context_.options().print(text);
  }
}

}  // namespace kval::kcl::eval
