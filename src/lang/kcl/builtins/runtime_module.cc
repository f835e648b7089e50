
#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/runtime/union.h"

// The modules `runtime` and `collection`. Source: kcl crates/runtime/src/{panic,collection}/mod.rs.

namespace kval::kcl::builtins {
namespace {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

Value Catch(Runtime& runtime, const CallArgs& call) {
  const Value* function = Arguments(runtime, call, "catch").Any(0, "func");
  if (function == nullptr) {
    return {};
  }
  runtime.Call(*function, {});
  return runtime.failed() ? String(runtime.heap(), runtime.TakeFailure()) : Value();
}

Value UnionAll(Runtime& runtime, const CallArgs& call) {
  const Value* list = Arguments(runtime, call, "union_all").Any(0, "num");
  if (list == nullptr || !list->is(Kind::kList) || list->items().empty()) {
    return runtime::DictBuilder(&runtime.heap()).BuildValue();
  }
  Value result = list->items()[0];
  for (const Value& item : list->items().subspan(1)) {
    result = runtime::MakeUnion(runtime, result, item);
    if (runtime.failed()) {
      return {};
    }
  }
  return result;
}

constexpr Native kRuntime[] = {{"catch", Catch}};
constexpr Native kCollection[] = {{"union_all", UnionAll}};

}  // namespace

std::span<const Native> RuntimeNatives() {
  return kRuntime;
}
std::span<const Native> CollectionNatives() {
  return kCollection;
}

}  // namespace kval::kcl::builtins
