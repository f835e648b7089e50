#include <algorithm>
#include <string_view>
#include <vector>

#include "src/lang/kcl/eval/evaluator.h"
#include "src/lang/kcl/eval/overrides.h"
#include "src/lang/kcl/value/extent.h"

namespace kval::kcl::eval {

// Globals and expression values merged into one (kcl.md, 8).
Value Evaluator::Result() {
  constexpr runtime::UniteOptions kPlan = {.check_conflicts = true, .resolve = false};
  DictBuilder whole(&heap_);
  auto merge = [&](const Value& value) {
    Entry entry;
    entry.value = value;
    MergeEntry(*this, whole, entry, kPlan);
  };
  for (const Value& scalar : scalars_) {
    merge(scalar);
  }
  DictBuilder globals(&heap_);
  std::vector<GlobalState>& states = packages_.front().globals;
  for (size_t i = 0; i < states.size(); ++i) {
    std::string_view name = Text(states[i].global->name);
    bool is_override = std::any_of(options_.overrides.begin(), options_.overrides.end(),
                                   [name](const Override& change) { return change.value == name; });
    if (states[i].global->kind == GlobalKind::kVariable && !is_override &&
        (options_.show_hidden || name.substr(0, 1) != "_")) {
      globals.Set(name, ReadGlobal(0, static_cast<int32_t>(i)));
    }
  }
  Overrides(*this).AddNewGlobals(globals);
  if (globals.size() > 0 || scalars_.empty()) {
    merge(globals.BuildValue());
  }
  const Entry* entry = whole.Find("");
  // Whoever asks for the result writes it.
  bool shown = !failed() && entry != nullptr && MayWrite(*this, entry->value);
  return shown ? entry->value : Value();
}

}  // namespace kval::kcl::eval
