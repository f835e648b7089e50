#include <algorithm>
#include <numeric>
#include <vector>

#include "src/lang/cel/containers.h"
#include "src/lang/cel/equality.h"
#include "src/lang/cel/library/arithmetic.h"
#include "src/lang/cel/library/library.h"
#include "src/support/native_stack.h"

// Kubernetes' lists (apiserver, pkg/cel/library/lists.go), cel-go's ext/lists.go, ext/sets.go, and the
// insertion into maps that the macros for two variables need.
namespace kval::cel {
namespace {

// Counts the items that a function is about to collect, as work and, at `size` bytes for each, as memory.
bool CountItems(Call& call, uint64_t count, size_t size = sizeof(Value)) {
  return call.context.Work(count) && call.context.heap().Reserve(count * size);
}

// The items of a list, counted. False when that was too much.
bool TakeItems(Call& call, const List& list, std::vector<Value>& items) {
  if (!CountItems(call, list.size())) {
    return false;
  }
  items.reserve(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    items.push_back(list.At(i));
  }
  return true;
}

Value IsSorted(Call& call) {
  const List& list = call.args[0].list();
  for (size_t i = 1; i < list.size(); ++i) {
    const Value order = Compare(call.context, list.At(i - 1), list.At(i));
    if (!order.is_error() && order.integer() > 0) {
      return Value::Bool(false);
    }
    if (call.context.is_over()) {
      return call.context.Stop();
    }
  }
  return Value::Bool(true);
}

Value Zero(const Type& type) {
  switch (type.kind) {
    case TypeKind::kUint:
      return Value::Uint(0);
    case TypeKind::kDouble:
      return Value::Double(0);
    case TypeKind::kDuration:
      return Value::Duration(0);
    default:
      return Value::Int(0);
  }
}

Value Sum(Call& call) {
  const List& list = call.args[0].list();
  Value sum = Zero(*call.overload.result);
  for (size_t i = 0; i < list.size() && !sum.is_error() && call.context.Work(1); ++i) {
    sum = Add(call.context, sum, list.At(i));
  }
  return call.context.is_over() ? call.context.Stop() : sum;
}

template <int Preferred>
Value Extreme(Call& call) {
  const List& list = call.args[0].list();
  if (list.size() == 0) {
    return call.context.Fail(std::string(call.overload.function) + " called on empty list");
  }
  Value extreme = list.At(0);
  for (size_t i = 1; i < list.size(); ++i) {
    const Value item = list.At(i);
    const Value order = Compare(call.context, extreme, item);
    if (!order.is_error() && order.integer() == Preferred) {
      extreme = item;
    }
    if (call.context.is_over()) {
      return call.context.Stop();
    }
  }
  return extreme;
}

Value IndexOf(Call& call) {
  const List& list = call.args[0].list();
  for (size_t i = 0; i < list.size(); ++i) {
    const Value equal = Equal(call.context, list.At(i), call.args[1]);
    if (equal.is_true()) {
      return Value::Int(static_cast<int64_t>(i));
    }
    if (call.context.is_over()) {
      return call.context.Stop();
    }
  }
  return Value::Int(-1);
}

Value LastIndexOf(Call& call) {
  const List& list = call.args[0].list();
  for (size_t i = list.size(); i > 0; --i) {
    const Value equal = Equal(call.context, list.At(i - 1), call.args[1]);
    if (equal.is_true()) {
      return Value::Int(static_cast<int64_t>(i - 1));
    }
    if (call.context.is_over()) {
      return call.context.Stop();
    }
  }
  return Value::Int(-1);
}

Value Slice(Call& call) {
  const int64_t start = call.args[1].integer();
  const int64_t end = call.args[2].integer();
  const List& list = call.args[0].list();
  const std::string what = "cannot slice(" + std::to_string(start) + ", " + std::to_string(end) + "), ";
  if (start < 0 || end < 0) {
    return call.context.Fail(what + "negative indexes not supported");
  }
  if (start > end) {
    return call.context.Fail(what + "start index must be less than or equal to end index");
  }
  if (static_cast<int64_t>(list.size()) < end) {
    return call.context.Fail(what + "list is length " + std::to_string(list.size()));
  }
  if (!CountItems(call, static_cast<uint64_t>(end - start))) {
    return call.context.Stop();
  }
  std::vector<Value> items;
  for (int64_t i = start; i < end; ++i) {
    items.push_back(list.At(static_cast<size_t>(i)));
  }
  return call.context.NewList(items);
}

bool Flatten(Context& context, const List& list, int64_t depth, std::vector<Value>& out) {
  NeedStack();
  for (size_t i = 0; i < list.size(); ++i) {
    if (!context.Work(1) || !context.heap().Reserve(sizeof(Value))) {
      return false;
    }
    const Value item = list.At(i);
    if (!item.is(ValueKind::kList) || depth == 0) {
      out.push_back(item);
    } else if (!Flatten(context, item.list(), depth - 1, out)) {
      return false;
    }
  }
  return true;
}

Value Flatten(Call& call) {
  const int64_t depth = call.args.size() > 1 ? call.args[1].integer() : 1;
  if (depth < 0) {
    return call.context.Fail("level must be non-negative");
  }
  std::vector<Value> items;
  return Flatten(call.context, call.args[0].list(), depth, items) ? call.context.NewList(items)
                                                                  : call.context.Stop();
}

Value SortBy(Call& call, const List& list, const List& keys) {
  if (list.size() != keys.size()) {
    return call.context.Fail(
        "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got " +
        std::to_string(list.size()) + " and " + std::to_string(keys.size()) + " elements respectively");
  }
  std::vector<Value> by;
  if (!TakeItems(call, keys, by) || !CountItems(call, list.size(), sizeof(size_t) + sizeof(Value))) {
    return call.context.Stop();
  }
  for (const Value& key : by) {
    if (key.kind() != by[0].kind()) {
      return call.context.Fail("list elements must have the same type");
    }
    const Value order = Compare(call.context, key, key);
    if (order.is_error() && !key.is(ValueKind::kDouble)) {
      return call.context.Fail("list elements must be comparable");
    }
  }
  std::vector<size_t> places(by.size());
  std::iota(places.begin(), places.end(), size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](size_t a, size_t b) {
    const Value order = Compare(call.context, by[a], by[b]);
    return !order.is_error() && order.integer() < 0;
  });
  std::vector<Value> sorted;
  sorted.reserve(places.size());
  for (const size_t place : places) {
    sorted.push_back(list.At(place));
  }
  return call.context.NewList(sorted);
}

Value Sort(Call& call) {
  return SortBy(call, call.args[0].list(), call.args[0].list());
}

Value SortByKeys(Call& call) {
  return SortBy(call, call.args[0].list(), call.args[1].list());
}

Value Range(Call& call) {
  const int64_t size = std::max<int64_t>(call.args[0].integer(), 0);
  // The cost is known only afterwards.
  if (!call.context.Work(static_cast<uint64_t>(size)) ||
      !call.context.heap().Reserve(static_cast<uint64_t>(size) * sizeof(Value))) {
    return call.context.Stop();
  }
  std::vector<Value> items;
  for (int64_t i = 0; i < size; ++i) {
    items.push_back(Value::Int(i));
  }
  return call.context.NewList(items);
}

Value Reverse(Call& call) {
  std::vector<Value> items;
  if (!TakeItems(call, call.args[0].list(), items)) {
    return call.context.Stop();
  }
  std::reverse(items.begin(), items.end());
  return call.context.NewList(items);
}

Value Distinct(Call& call) {
  const List& list = call.args[0].list();
  std::vector<Value> items;
  for (size_t i = 0; i < list.size(); ++i) {
    const Value item = list.At(i);
    const bool seen = std::any_of(items.begin(), items.end(), [&](const Value& other) {
      return Equal(call.context, item, other).is_true();
    });
    if (call.context.is_over()) {
      return call.context.Stop();
    }
    if (!seen) {
      items.push_back(item);
    }
  }
  return call.context.NewList(items);
}

Value ContainsAll(Context& context, const List& list, const List& items) {
  for (size_t i = 0; i < items.size(); ++i) {
    const Value found = Contains(context, list, items.At(i));
    if (!found.is_true()) {
      return found;
    }
  }
  return Value::Bool(true);
}

Value SetContains(Call& call) {
  return ContainsAll(call.context, call.args[0].list(), call.args[1].list());
}

Value SetEquivalent(Call& call) {
  const Value one = ContainsAll(call.context, call.args[0].list(), call.args[1].list());
  return one.is_true() ? ContainsAll(call.context, call.args[1].list(), call.args[0].list()) : one;
}

Value SetIntersects(Call& call) {
  const List& list = call.args[0].list();
  for (size_t i = 0; i < list.size(); ++i) {
    const Value found = Contains(call.context, call.args[1].list(), list.At(i));
    if (found.is_true() || found.is_error()) {
      return found;
    }
  }
  return Value::Bool(false);
}

Value MapInsert(Call& call) {
  MapBuilder builder;
  const Map& map = call.args[0].map();
  for (size_t i = 0; i < map.size(); ++i) {
    builder.Set(map.KeyAt(i), map.ValueAt(i));
  }
  const bool is_entry = call.args.size() == 3;
  const size_t added = is_entry ? 1 : call.args[1].map().size();
  for (size_t i = 0; i < added; ++i) {
    const Value key = is_entry ? call.args[1] : call.args[1].map().KeyAt(i);
    if (!builder.Insert(key, is_entry ? call.args[2] : call.args[1].map().ValueAt(i))) {
      return call.context.Fail("insert failed: key already exists");
    }
  }
  if (!call.context.Work(builder.size()) ||
      !call.context.heap().Reserve(MapBuilder::BytesFor(builder.size()))) {
    return call.context.Stop();
  }
  return Value::OfMap(builder.Publish(call.context.heap()));
}

// Kubernetes' traversalCost.
uint64_t Traversal(Context& context, const Value& value) {
  NeedStack();
  switch (value.kind()) {
    case ValueKind::kString:
    case ValueKind::kBytes:
      return value.text().size() / 10;
    case ValueKind::kList: {
      uint64_t cost = 0;
      for (size_t i = 0; i < value.list().size() && context.Work(1); ++i) {
        cost += Traversal(context, value.list().At(i));
      }
      return cost;
    }
    default:
      return 1;
  }
}

uint64_t CostOfTraversal(const Call& call, const Value&) {
  return Traversal(call.context, call.args[0]);
}

uint64_t CostOfResult(const Call&, const Value& result) {
  return SizeForCost(result) + 11;
}

uint64_t CostOfFlatten(const Call& call, const Value&) {
  const uint64_t depth = call.args.size() > 1 ? static_cast<uint64_t>(call.args[1].integer()) : 1;
  return SizeForCost(call.args[0]) * std::min<uint64_t>(depth, 1'000'000) + 11;
}

uint64_t CostOfSelfCompare(const List& list) {
  const bool has_strings =
      list.size() > 0 && (list.At(0).is(ValueKind::kString) || list.At(0).is(ValueKind::kBytes));
  const auto size = static_cast<double>(list.size());
  return static_cast<uint64_t>(size * size * (has_strings ? 2.1 : 2.0)) + 11;
}

uint64_t CostOfSort(const Call& call, const Value&) {
  return CostOfSelfCompare(call.args.back().list());
}

uint64_t CostOfSets(const Call& call, const Value&) {
  return 1 + SizeForCost(call.args[0]) * SizeForCost(call.args[1]);
}

uint64_t CostOfEquivalentSets(const Call& call, const Value&) {
  return 1 + SizeForCost(call.args[0]) * SizeForCost(call.args[1]) * 2;
}

constexpr std::string_view kOfOrdered =
    "list(int) -> int | list(uint) -> uint | list(double) -> double | list(bool) -> bool |"
    "list(duration) -> duration | list(timestamp) -> timestamp | list(string) -> string | list(bytes) -> "
    "bytes";

constexpr LibraryEntry kListsEntries[] = {
    {"isSorted", true,
     "list(int) -> bool | list(uint) -> bool | list(double) -> bool | list(bool) -> bool | list(duration) -> "
     "bool |"
     "list(timestamp) -> bool | list(string) -> bool | list(bytes) -> bool",
     IsSorted, CostOfTraversal},
    {"sum", true,
     "list(int) -> int | list(uint) -> uint | list(double) -> double | list(duration) -> duration", Sum,
     CostOfTraversal},
    {"max", true, kOfOrdered, Extreme<-1>, CostOfTraversal},
    {"min", true, kOfOrdered, Extreme<1>, CostOfTraversal},
    {"indexOf", true, "list(A), A -> int", IndexOf, CostOfTraversal},
    {"lastIndexOf", true, "list(A), A -> int", LastIndexOf, CostOfTraversal},
    {"slice", true, "list(T), int, int -> list(T)", Slice, CostOfResult},
    {"flatten", true, "list(list(T)) -> list(T) | list(dyn), int -> list(dyn)", Flatten, CostOfFlatten},
    {"sort", true,
     "list(int) -> list(int) | list(uint) -> list(uint) | list(double) -> list(double) | list(bool) -> "
     "list(bool) |"
     "list(duration) -> list(duration) | list(timestamp) -> list(timestamp) | list(string) -> list(string) |"
     "list(bytes) -> list(bytes)",
     Sort, CostOfSort},
    {"@sortByAssociatedKeys", true,
     "list(T), list(int) -> list(T) | list(T), list(uint) -> list(T) | list(T), list(double) -> list(T) |"
     "list(T), list(bool) -> list(T) | list(T), list(duration) -> list(T) | list(T), list(timestamp) -> "
     "list(T) |"
     "list(T), list(string) -> list(T) | list(T), list(bytes) -> list(T)",
     SortByKeys, CostOfSort},
    {"lists.range", false, "int -> list(int)", Range, CostOfResult},
    {"reverse", true, "list(T) -> list(T)", Reverse, CostOfResult},
    {"distinct", true, "list(T) -> list(T)", Distinct, CostOfSort},
};

constexpr LibraryEntry kSetEntries[] = {
    {"sets.contains", false, "list(T), list(T) -> bool", SetContains, CostOfSets},
    {"sets.equivalent", false, "list(T), list(T) -> bool", SetEquivalent, CostOfEquivalentSets},
    {"sets.intersects", false, "list(T), list(T) -> bool", SetIntersects, CostOfSets},
};

constexpr LibraryEntry kMapEntries[] = {
    {"cel.@mapInsert", false, "map(K, V), K, V -> map(K, V) | map(K, V), map(K, V) -> map(K, V)", MapInsert},
};

}  // namespace

std::span<const LibraryEntry> ListFunctions() {
  return kListsEntries;
}

std::span<const LibraryEntry> SetFunctions() {
  return kSetEntries;
}

std::span<const LibraryEntry> MapFunctions() {
  return kMapEntries;
}

}  // namespace kval::cel
