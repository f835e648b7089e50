#include "src/lang/kcl/eval/surroundings.h"

namespace kval::kcl::eval {

Value Surroundings::Option(std::string_view key) {
  const Options& options = context_.options();
  return options.option ? options.option(key, context_.heap()) : Value();
}

void Surroundings::Print(std::string_view text) {
  // Whoever takes it keeps it to the end of the run, with room to grow, and puts it out in the end.
  constexpr size_t kHeld = 3;
  context_.heap().Hold(kHeld * text.size());
  if (context_.options().print) {
    context_.options().print(text);
  }
}

}  // namespace kval::kcl::eval
