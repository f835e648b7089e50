#include <vector>

#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/builders.h"
#include "src/modules/native.h"
#include "src/support/edit_distance.h"

// Names from the examples of ytt's schema proposal.
namespace kval::modules {
namespace {

// spelling.nearest(word, words): the one of `words` that the writer of `word` most likely meant, or None.
Outcome<Value> RunNearest(const Call& call) {
  if (Status exact = ExpectExactly(call, 2); !exact.ok()) {
    return exact.Pass();
  }
  Outcome<std::string_view> word = TextOf(call.args.positional[0]);
  if (!word.ok()) {
    return word.Pass();
  }
  std::vector<Value> items;
  Outcome<bool> listed = starlark::Items(call.interpreter, call.args.positional[1], items);
  if (!listed.ok()) {
    return listed.Pass();
  }
  if (!*listed) {
    return EvalFailure("expected a sequence, but was a '" +
                       std::string(starlark::TypeName(call.args.positional[1])) + "'");
  }
  std::vector<std::string_view> candidates;
  candidates.reserve(items.size());
  for (const Value item : items) {
    Outcome<std::string_view> candidate = TextOf(item);
    if (!candidate.ok()) {
      return candidate.Pass();
    }
    candidates.push_back(*candidate);
  }
  if (Status step = call.interpreter.Step(candidates.size()); !step.ok()) {
    return step.Pass();
  }
  const std::string_view nearest = Nearest(*word, candidates);
  return nearest.empty() ? Outcome<Value>(Value::None()) : NewText(call, std::string(nearest));
}

}  // namespace

starlark::Module* MakeSpelling(const ModuleBuild& build) {
  auto* module = build.heap.New<starlark::Module>("spelling");
  Define(build.heap, *module, "nearest", RunNearest);
  return module;
}

}  // namespace kval::modules
