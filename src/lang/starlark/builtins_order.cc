#include <algorithm>
#include <string>
#include <vector>

#include "src/lang/starlark/builtins.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/unpack.h"

namespace kval::starlark {
namespace {

// key(item), or the item itself.
Outcome<Value> KeyOf(const Call& call, Value key, Value item) {
  if (!key.is_set()) {
    return item;
  }
  const Value args[] = {item};
  return call.interpreter.Call(key, args, call.at);
}

Outcome<Value> Extremum(const Call& call, Comparison better) {
  if (call.args.positional.empty()) {
    return EvalFailure(std::string(call.name) + " requires at least one positional argument");
  }
  Value key;
  const Call keywords{call.interpreter, call.name, {}, {{}, call.args.keywords, {}}, call.at};
  if (Status taken = UnpackArgs(keywords, {{"key?", CallableTarget{&key}}}); !taken) {
    return taken.Pass();
  }
  std::vector<Value> items(call.args.positional.begin(), call.args.positional.end());
  if (items.size() == 1) {
    const Value iterable = items[0];
    items.clear();
    Outcome<bool> taken = Items(call.interpreter, iterable, items);
    if (!taken) {
      return taken.Pass();
    }
    if (!*taken) {
      return Named(call, std::string(TypeName(iterable)) + " value is not iterable");
    }
    if (items.empty()) {
      return Named(call, "argument is an empty sequence");
    }
  }
  Value best = items[0];
  Outcome<Value> best_key = KeyOf(call, key, best);
  for (size_t i = 1; i < items.size() && best_key; ++i) {
    Outcome<Value> item_key = KeyOf(call, key, items[i]);
    if (!item_key) {
      return item_key;
    }
    Outcome<bool> is_better = Compare(better, *item_key, *best_key, &call.interpreter.heap().work());
    if (!is_better) {
      return Named(call, is_better.Pass());
    }
    if (*is_better) {
      best = items[i];
      best_key = std::move(item_key);
    }
  }
  return best_key ? Outcome<Value>(best) : std::move(best_key);
}

// A stable merge sort that stops at the first comparison that fails: std::stable_sort may not throw the
// error out of its comparator, nor go on with an order that contradicts itself.
class Sorter {
 public:
  Sorter(Interpreter& interpreter, const std::vector<Value>& keys, bool reverse)
      : interpreter_(interpreter), keys_(keys), reverse_(reverse) {}

  Outcome<std::vector<size_t>> Run() {
    std::vector<size_t> order(keys_.size());
    for (size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    std::vector<size_t> merged(order.size());
    for (size_t width = 1; width < order.size(); width *= 2) {
      for (size_t low = 0; low < order.size(); low += 2 * width) {
        if (Status done = Merge(order, merged, low, width); !done) {
          return done.Pass();
        }
      }
      order.swap(merged);
    }
    return order;
  }

 private:
  Status Merge(const std::vector<size_t>& from, std::vector<size_t>& to, size_t low, size_t width) {
    const size_t middle = std::min(low + width, from.size());
    const size_t high = std::min(low + 2 * width, from.size());
    size_t left = low;
    size_t right = middle;
    for (size_t out = low; out < high; ++out) {
      bool takes_right = left >= middle;
      if (left < middle && right < high) {
        if (Status step = interpreter_.Step(); !step) {
          return step;
        }
        Outcome<bool> is_less = Compare(reverse_ ? Comparison::kGreater : Comparison::kLess,
                                        keys_[from[right]], keys_[from[left]], &interpreter_.heap().work());
        if (!is_less) {
          return is_less.Pass();
        }
        takes_right = *is_less;
      }
      to[out] = from[takes_right ? right++ : left++];
    }
    return Success{};
  }

  Interpreter& interpreter_;
  const std::vector<Value>& keys_;
  bool reverse_;
};

}  // namespace

Outcome<Value> Max(const Call& call) {
  return Extremum(call, Comparison::kGreater);
}
Outcome<Value> Min(const Call& call) {
  return Extremum(call, Comparison::kLess);
}

Outcome<Value> Sorted(const Call& call) {
  Value iterable;
  Value key;
  bool reverse = false;
  if (Status taken = UnpackArgs(
          call,
          {{"iterable", IterableTarget{&iterable}}, {"key?", CallableTarget{&key}}, {"reverse?", &reverse}});
      !taken) {
    return taken.Pass();
  }
  std::vector<Value> items;
  if (Outcome<bool> taken = Items(call.interpreter, iterable, items); !taken) {
    return taken.Pass();
  }
  std::vector<Value> keys;
  keys.reserve(items.size());
  for (const Value item : items) {
    Outcome<Value> item_key = KeyOf(call, key, item);
    if (!item_key) {
      return item_key;
    }
    keys.push_back(*item_key);
  }
  Outcome<std::vector<size_t>> order = Sorter(call.interpreter, keys, reverse).Run();
  if (!order) {
    return order.Pass();
  }
  std::vector<Value> sorted;
  sorted.reserve(items.size());
  for (const size_t index : *order) {
    sorted.push_back(items[index]);
  }
  return call.interpreter.heap().NewList(std::move(sorted));
}

}  // namespace kval::starlark
