#include "src/lang/kcl/eval/paths.h"

#include <vector>

#include "src/lang/kcl/eval/key_updates.h"
#include "src/lang/kcl/eval/name_evaluator.h"
#include "src/lang/kcl/runtime/arithmetic.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"

namespace kval::kcl::eval {

using runtime::Kind;

Value Paths::Load(const Value& base, std::span<const KeyStep> path, Frame* frame) {
  Value value = base;
  for (const KeyStep& step : path) {
    if (context_.failed()) {
      return {};
    }
    if (step.kind == KeyStepKind::kIndex) {
      Value index = whole_.Eval(*step.expr, frame);
      context_.trace().place = step.span();
      value = context_.failed()                ? Value()
              : runtime::IsInvalidValue(value) ? Abandon(context_)
                                               : Subscript(whole_, value, index);
    } else {
      value = names_.Attribute(value, step.name.symbol, step.span());
    }
  }
  return value;
}

Value Paths::StoreItem(const Value& list, int64_t index, std::span<const KeyStep> path, const Value& value,
                       Frame* frame) {
  std::vector<Value> items(list.items().begin(), list.items().end());
  int64_t size = static_cast<int64_t>(items.size());
  int64_t at = index < 0 ? index + size : index;
  if (at < 0 || at >= size) {
    return context_.FailAt(path.front().span(),
                           Substitute("index out of bounds: the len is {} but the index is {}", size, index));
  }
  Value& item = items[static_cast<size_t>(at)];
  item = Store(item, path.subspan(1), value, frame);
  return runtime::MakeList(context_.heap(), items, list.span);
}

Value Paths::FailToStore(const Value& base, const KeyStep& step, const Value& index) {
  if (step.kind == KeyStepKind::kIndex) {
    return context_.FailAt(step.span(), Substitute("'{}' object is not subscriptable with '{}'",
                                                   TypeName(base), TypeName(index)));
  }
  return context_.FailAt(
      step.span(),
      Substitute(
          "failed to update the dict. An iterable of key-value pairs was expected, but got {}. Check if "
          "the syntax for updating the dictionary with the attribute '{}' is correct",
          TypeName(base), index.string()));
}

Value Paths::Store(const Value& base, std::span<const KeyStep> path, const Value& value, Frame* frame) {
  if (path.empty() || context_.failed()) {
    return value;
  }
  if (runtime::IsInvalidValue(base)) {
    return Abandon(context_);
  }
  const KeyStep& step = path.front();
  Value index = step.kind == KeyStepKind::kIndex
                    ? whole_.Eval(*step.expr, frame)
                    : runtime::String(context_.heap(), context_.Text(step.name.symbol), step.span());
  if (context_.failed()) {
    return {};
  }
  context_.trace().place = step.span();
  if (base.is(Kind::kList) && index.is(Kind::kInt)) {
    return StoreItem(base, index.integer, path, value, frame);
  }
  if (!base.is_config() || !index.is(Kind::kString)) {
    return FailToStore(base, step, index);
  }
  Value child = Store(base.fields().Get(index.string()), path.subspan(1), value, frame);
  if (context_.failed()) {
    return {};
  }
  const KeyUpdate change[] = {{index.string(), child, false, step.span()}};
  return ApplyKeyUpdates(whole_, base, change);
}

}  // namespace kval::kcl::eval
