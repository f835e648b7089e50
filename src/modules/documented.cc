#include "src/modules/documented.h"

namespace kval::modules {

bool IsDocRequest(const starlark::Args& args) {
  if (!args.keywords.empty() || args.positional.size() > 1) {
    return false;
  }
  return args.positional.empty() ||
         (args.positional[0].is_string() && args.positional[0].text() == "__yttdoc__");
}

void DefinePredicate(Heap& heap, starlark::Module& module, std::string_view function, std::string_view doc,
                     bool (*holds)(starlark::Interpreter& interpreter, std::string_view text)) {
  Define(heap, module, function, [doc, holds](const Call& call) -> Outcome<Value> {
    if (IsDocRequest(call.args)) {
      return NewText(call, std::string(doc));
    }
    Outcome<std::string_view> text = GetSingleString(call);
    if (!text.ok()) {
      return text.Pass();
    }
    const bool is_valid = holds(call.interpreter, *text);
    if (starlark::Status spent = call.interpreter.Spend(text->size()); !spent.ok()) {
      return spent.Pass();
    }
    return Value::Bool(is_valid);
  });
}

}  // namespace kval::modules
