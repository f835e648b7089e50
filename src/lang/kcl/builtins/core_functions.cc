#include <algorithm>
#include <string>
#include <vector>

#include "src/lang/kcl/builtins/arguments.h"
#include "src/lang/kcl/builtins/modules.h"
#include "src/lang/kcl/runtime/arithmetic.h"
#include "src/lang/kcl/runtime/compare.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/size_estimate.h"
#include "src/lang/kcl/runtime/text.h"
#include "src/support/substitute.h"
#include "src/support/utf8.h"

// The built-in functions on values of any kind and on collections. Source: kcl
// crates/runtime/src/stdlib/builtin.rs and builtin_api.rs.

namespace kval::kcl::builtins {

using runtime::CallArgs;
using runtime::Kind;
using runtime::Runtime;
using runtime::Value;

bool Items(Runtime& runtime, const Value& value, std::vector<Value>* items) {
  if (value.is(Kind::kList)) {
    items->assign(value.items().begin(), value.items().end());
    return true;
  }
  if (value.is_config()) {
    for (const runtime::Entry& entry : value.fields().entries) {
      items->push_back(String(runtime.heap(), entry.key));
    }
    return true;
  }
  if (!value.is(Kind::kString)) {
    runtime.Fail(Substitute("'{}' object is not iterable", runtime::TypeName(value)));
    return false;
  }
  std::string_view text = value.string();
  if (!CheckListSize(runtime, text.size())) {
    return false;
  }
  for (size_t i = 0; i < text.size();) {
    size_t length = utf8::Decode(text, i).length;
    items->push_back(String(runtime.heap(), text.substr(i, length)));
    i += length;
  }
  return true;
}

namespace {

Value Print(Runtime& runtime, const CallArgs& call) {
  if (!CheckOutputSize(runtime, call)) {
    return {};
  }
  std::string_view separator = " ";
  std::string end = "\n";
  for (const runtime::NamedValue& named : call.named) {
    if (named.name == "end") {
      end = runtime::Text(named.value);
    } else if (named.name == "sep" && named.value.is(Kind::kString)) {
      separator = named.value.string();
    }
  }
  std::string text;
  for (size_t i = 0; i < call.positional.size(); ++i) {
    text += i > 0 ? separator : "";
    text += runtime::Text(call.positional[i]);
  }
  text += end;
  runtime.Print(text);
  return runtime::None();
}

Value IsUnique(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "isunique");
  const Value* list = args.Any(0, "inval");
  if (list == nullptr || !list->is(Kind::kList)) {
    return runtime::Bool(false);
  }
  if (!CheckOutputSize(runtime, *list)) {
    return {};
  }
  std::span<const Value> items = list->items();
  for (size_t i = 0; i < items.size(); ++i) {
    if (!runtime.Charge(i)) {
      return {};
    }
    for (size_t j = 0; j < i; ++j) {
      if (runtime::Equal(runtime, items[i], items[j])) {
        return runtime::Bool(false);
      }
      if (runtime.failed()) {
        return {};
      }
    }
  }
  return runtime::Bool(true);
}

Value IsNullish(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "isnullish").Any(0, "inval");
  return runtime::Bool(value != nullptr && value->is_empty());
}

Value Len(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "len").Any(0, "inval");
  if (value == nullptr) {
    return {};
  }
  if (value->is(Kind::kString)) {
    return runtime::Int(static_cast<int64_t>(value->string().size()));
  }
  if (value->is(Kind::kList)) {
    return runtime::Int(static_cast<int64_t>(value->items().size()));
  }
  if (value->is_config()) {
    return runtime::Int(static_cast<int64_t>(value->fields().entries.size()));
  }
  return runtime.Fail("object of type '" + runtime::TypeName(*value) + "' has no len()");
}

// Whether all items (`expected` true), or any item, are as `expected`.
Value Quantified(Runtime& runtime, const CallArgs& call, std::string_view function, bool all) {
  const Value* value = Arguments(runtime, call, function).Any(0, "inval");
  if (value == nullptr) {
    return {};
  }
  if (value->is(Kind::kList)) {
    for (const Value& item : value->items()) {
      if (runtime::IsTruthy(item) != all) {
        return runtime::Bool(!all);
      }
    }
    return runtime::Bool(all);
  }
  if (value->is_config()) {
    for (const runtime::Entry& entry : value->fields().entries) {
      if (runtime::IsTruthy(entry.value) != all) {
        return runtime::Bool(!all);
      }
    }
    return runtime::Bool(all);
  }
  return runtime::Bool(false);
}
Value AllTrue(Runtime& runtime, const CallArgs& call) {
  return Quantified(runtime, call, "all_true", true);
}
Value AnyTrue(Runtime& runtime, const CallArgs& call) {
  return Quantified(runtime, call, "any_true", false);
}

// Numbers are comparable with numbers, unless they have a multiplier, and strings with strings. Other values
// have no order.
bool AreComparable(const Value& a, const Value& b) {
  const auto is_plain = [](const Value& value) { return value.is(Kind::kInt) || value.is(Kind::kFloat); };
  return is_plain(a) ? is_plain(b) : a.is(Kind::kString) && b.is(Kind::kString);
}

bool IsLess(Runtime& runtime, const Value& a, const Value& b) {
  return runtime::Compare(runtime, runtime::Ordering::kLess, a, b);
}

Value Sorted(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "sorted");
  const Value* value = args.Any(0, "inval");
  bool reverse = args.BoolOr(1, "reverse", false);
  std::vector<Value> items;
  if (!CheckOutputSize(runtime, call) || value == nullptr || !Items(runtime, *value, &items) ||
      !runtime.Charge(items.size())) {
    return {};
  }
  for (size_t i = 1; i < items.size(); ++i) {
    if (!AreComparable(items[i], items[i - 1])) {
      return runtime.Fail(Substitute("cannot compare {} and {}", runtime::TypeName(items[i]),
                                     runtime::TypeName(items[i - 1])));
    }
  }
  std::stable_sort(items.begin(), items.end(), [&runtime, reverse](const Value& a, const Value& b) {
    return reverse ? IsLess(runtime, b, a) : IsLess(runtime, a, b);
  });
  return MakeList(runtime.heap(), items);
}

Value Extreme(Runtime& runtime, const CallArgs& call, std::string_view function, runtime::Ordering ordering) {
  if (!CheckOutputSize(runtime, call)) {
    return {};
  }
  std::vector<Value> items(call.positional.begin(), call.positional.end());
  if (items.empty()) {
    return runtime.Fail(std::string(function) + "() takes exactly one argument (0 given)");
  }
  if (items.size() == 1) {
    Value only = items[0];
    items.clear();
    if (!Items(runtime, only, &items)) {
      return {};
    }
    if (items.empty()) {
      return runtime.Fail("arg is an empty " + runtime::TypeName(only));
    }
  }
  Value best = items[0];
  for (const Value& item : items) {
    if (runtime::Compare(runtime, ordering, item, best)) {
      best = item;
    }
    if (runtime.failed()) {
      return {};
    }
  }
  return best;
}
Value Max(Runtime& runtime, const CallArgs& call) {
  return Extreme(runtime, call, "max", runtime::Ordering::kGreater);
}
Value Min(Runtime& runtime, const CallArgs& call) {
  return Extreme(runtime, call, "min", runtime::Ordering::kLess);
}

Value Sum(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "sum");
  const Value* list = args.Any(0, "iterable");
  const Value* start = args.Find(1, "start");
  if (list == nullptr || !list->is(Kind::kList)) {
    return {};
  }
  if (start != nullptr && start->is(Kind::kString)) {
    return runtime.Fail("sum() can't sum strings");
  }
  Value total = start == nullptr ? runtime::Int(0) : *start;
  for (const Value& item : list->items()) {
    total = runtime::Calculate(runtime, runtime::Arithmetic::kAdd, total, item);
    if (runtime.failed() || !runtime.Charge(1)) {
      return {};
    }
  }
  return total;
}

Value Zip(Runtime& runtime, const CallArgs& call) {
  // Other iterables are converted to lists.
  std::vector<std::vector<Value>> made(call.positional.size());
  std::vector<std::span<const Value>> columns(call.positional.size());
  size_t rows = columns.empty() ? 0 : SIZE_MAX;
  for (size_t i = 0; i < columns.size(); ++i) {
    const Value& column = call.positional[i];
    if (!column.is(Kind::kList) && !Items(runtime, column, &made[i])) {
      return {};
    }
    columns[i] = column.is(Kind::kList) ? column.items() : made[i];
    rows = std::min(rows, columns[i].size());
  }
  if (rows > 0 && !CheckListSize(runtime, rows * (columns.size() + 1))) {
    return {};
  }
  std::vector<Value> zipped;
  for (size_t row = 0; row < rows; ++row) {
    std::vector<Value> items;
    for (const std::span<const Value> column : columns) {
      items.push_back(column[row]);
    }
    zipped.push_back(MakeList(runtime.heap(), items));
  }
  return MakeList(runtime.heap(), zipped);
}

Value ToBool(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "bool").Find(0, "x");
  return value == nullptr ? runtime.Fail("bool() takes exactly one argument (0 given)")
                          : runtime::Bool(runtime::IsTruthy(*value));
}

Value ToStr(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "str").Find(0, "x");
  if (!CheckOutputSize(runtime, call)) {
    return {};
  }
  return String(runtime.heap(), value == nullptr ? "" : runtime::Text(*value));
}

Value ToList(Runtime& runtime, const CallArgs& call) {
  const Value* value = Arguments(runtime, call, "list").Find(0, "x");
  std::vector<Value> items;
  if (value != nullptr && !Items(runtime, *value, &items)) {
    return {};
  }
  return MakeList(runtime.heap(), items);
}

// The pairs of a list as entries.
bool AddPairs(Runtime& runtime, const Value& list, runtime::DictBuilder& dict) {
  std::vector<Value> pairs;
  if (!Items(runtime, list, &pairs)) {
    return false;
  }
  for (size_t i = 0; i < pairs.size(); ++i) {
    std::vector<Value> pair;
    if (!Items(runtime, pairs[i], &pair)) {
      return false;
    }
    if (pair.size() != 2) {
      runtime.Fail(
          Substitute("dictionary update sequence element #{} has length {}; 2 is required", i, pair.size()));
      return false;
    }
    dict.Set(runtime::Text(pair[0]), pair[1]);
  }
  return true;
}

Value ToDict(Runtime& runtime, const CallArgs& call) {
  if (!CheckOutputSize(runtime, call)) {
    return {};
  }
  runtime::DictBuilder dict(&runtime.heap());
  if (!call.positional.empty()) {
    const Value& source = call.positional[0];
    if (source.is_config()) {
      for (const runtime::Entry& entry : source.fields().entries) {
        dict.SetEntry(entry);
      }
    } else if (!AddPairs(runtime, source, dict)) {
      return {};
    }
  }
  for (const runtime::NamedValue& named : call.named) {
    dict.Set(named.name, named.value);
  }
  return dict.BuildValue();
}

Value TypeOf(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "typeof");
  const Value* value = args.Any(0, "x");
  if (value == nullptr) {
    return {};
  }
  std::string name =
      value->is(Kind::kNone) ? "None" : runtime::TypeName(*value, args.BoolOr(1, "full_name", false));
  return String(runtime.heap(), name);
}

Value Reduce(Runtime& runtime, const CallArgs& call) {
  Arguments args(runtime, call, "reduce");
  const Value* reducer = args.Any(0, "reducer");
  const Value* list = args.Any(1, "list");
  const Value* initial = args.Find(2, "initial");
  std::vector<Value> items;
  if (reducer == nullptr || list == nullptr || !Items(runtime, *list, &items)) {
    return {};
  }
  if (!reducer->is(Kind::kFunction) && !reducer->is(Kind::kType)) {
    return runtime.Fail("reduce() argument 'reducer' must be a function");
  }
  if (initial == nullptr && items.empty()) {
    const std::string type = runtime.FirstParameterType(*reducer);
    if (type.empty()) {
      return runtime::None();
    }
    runtime.Fail("reduce() empty list with no initial value and non-nullable accumulator type '" + type +
                 "'");
    runtime.Advise({}, "give the value of an empty list as the third argument, `initial`");
    return {};
  }
  Value result = initial == nullptr ? items[0] : *initial;
  for (size_t i = initial == nullptr ? 1 : 0; i < items.size(); ++i) {
    const Value pair[] = {result, items[i]};
    result = runtime.Call(*reducer, {pair, {}});
    if (runtime.failed()) {
      return {};
    }
  }
  return result;
}

constexpr Native kCoreFunctions[] = {
    {"print", Print},   {"isunique", IsUnique}, {"isnullish", IsNullish},
    {"len", Len},       {"all_true", AllTrue},  {"any_true", AnyTrue},
    {"sorted", Sorted}, {"max", Max},           {"min", Min},
    {"sum", Sum},       {"zip", Zip},           {"bool", ToBool},
    {"str", ToStr},     {"list", ToList},       {"dict", ToDict},
    {"typeof", TypeOf}, {"reduce", Reduce},
};

}  // namespace

std::span<const Native> CoreNatives() {
  return kCoreFunctions;
}

}  // namespace kval::kcl::builtins
