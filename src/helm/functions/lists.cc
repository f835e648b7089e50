#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"

// Source: Sprig list.go. `must…` functions fail with the same words as the others.
namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

// Reports a value that is not a list. Returns false if it is one.
bool IsNoList(Call& call, const Value& value, std::string_view words) {
  if (value.is(Kind::kList)) {
    return false;
  }
  call.Fail(value.is_untyped_nil() ? kNilDereference : std::string(words) + KindName(value));
  return true;
}

bool Contains(Call& call, std::span<const Value> items, const Value& wanted) {
  return std::any_of(items.begin(), items.end(),
                     [&](const Value& item) { return DeepEqual(call, wanted, item.Held()); });
}

Value ListOf(Call& call, std::vector<Value> items) {
  return call.Reserve(items.size() * sizeof(Value)) && call.Step(1 + items.size() / 16) ? call.AnyList(items)
                                                                                        : Value();
}

std::vector<Value> CopyOf(std::span<const Value> items) {
  return {items.begin(), items.end()};
}

// Items that are the same in another list have its origins.
Value ItemOrNil(const Value& list, bool is_last) {
  const auto items = Items(list);
  return items.empty() ? Value() : is_last ? items.back() : items.front();
}

template <typename Keep>
Value Filtered(Call& call, const Value& list, Keep keep) {
  std::vector<Value> kept;
  for (const Value& item : Items(list)) {
    if (!call.Step()) {
      return {};
    }
    if (keep(item, kept)) {
      kept.push_back(item);
    }
  }
  return ListOf(call, std::move(kept));
}

}  // namespace

Value List(Call& call) {
  // Without arguments, Go's variadic parameter is a nil slice of length 0.
  return ListOf(call, CopyOf(call.args()));
}

Value Append(Call& call) {
  if (IsNoList(call, call[0], "Cannot push on type ")) {
    return {};
  }
  std::vector<Value> items = CopyOf(Items(call[0]));
  items.push_back(call[1]);
  return ListOf(call, std::move(items));
}

Value Prepend(Call& call) {
  if (IsNoList(call, call[0], "Cannot prepend on type ")) {
    return {};
  }
  std::vector<Value> items = {call[1]};
  items.insert(items.end(), Items(call[0]).begin(), Items(call[0]).end());
  return ListOf(call, std::move(items));
}

Value First(Call& call) {
  return IsNoList(call, call[0], "Cannot find first on type ") ? Value() : ItemOrNil(call[0], false);
}

Value Last(Call& call) {
  return IsNoList(call, call[0], "Cannot find last on type ") ? Value() : ItemOrNil(call[0], true);
}

Value Rest(Call& call) {
  if (IsNoList(call, call[0], "Cannot find rest on type ")) {
    return {};
  }
  const auto items = Items(call[0]);
  return items.empty() ? Value::Nil(gotemplate::kAnyListType) : ListOf(call, CopyOf(items.subspan(1)));
}

Value Initial(Call& call) {
  if (IsNoList(call, call[0], "Cannot find initial on type ")) {
    return {};
  }
  const auto items = Items(call[0]);
  return items.empty() ? Value::Nil(gotemplate::kAnyListType)
                       : ListOf(call, CopyOf(items.first(items.size() - 1)));
}

Value Reverse(Call& call) {
  if (IsNoList(call, call[0], "Cannot find reverse on type ")) {
    return {};
  }
  std::vector<Value> items = CopyOf(Items(call[0]));
  std::reverse(items.begin(), items.end());
  return ListOf(call, std::move(items));
}

Value Compact(Call& call) {
  if (IsNoList(call, call[0], "Cannot compact on type ")) {
    return {};
  }
  return Filtered(call, call[0], [](const Value& item, const auto&) { return !IsEmpty(item); });
}

Value Uniq(Call& call) {
  if (IsNoList(call, call[0], "Cannot find uniq on type ")) {
    return {};
  }
  return Filtered(call, call[0], [&call](const Value& item, const std::vector<Value>& kept) {
    return !Contains(call, kept, item);
  });
}

Value Without(Call& call) {
  if (IsNoList(call, call[0], "Cannot find without on type ")) {
    return {};
  }
  return Filtered(call, call[0], [&call](const Value& item, const auto&) {
    return !Contains(call, call.args().subspan(1), item);
  });
}

Value Has(Call& call) {
  if (call[1].is_untyped_nil()) {
    return Value::Bool(false);
  }
  if (IsNoList(call, call[1], "Cannot find has on type ")) {
    return {};
  }
  return Value::Bool(Contains(call, Items(call[1]), call[0]));
}

Value Slice(Call& call) {
  if (IsNoList(call, call[0], "list should be type of slice or array but ")) {
    return {};
  }
  const auto items = Items(call[0]);
  if (items.empty()) {
    return {};
  }
  const int64_t start = call.size() > 1 ? ToInt64(call[1]) : 0;
  const int64_t end = call.size() > 2 ? ToInt64(call[2]) : static_cast<int64_t>(items.size());
  const gotemplate::List& list = *call[0].list();
  if (start < 0 || end < start || end > static_cast<int64_t>(list.capacity())) {
    return call.Fail("reflect.Value.Slice: slice index out of bounds");
  }
  return call.heap().NewList(
      *call[0].type(), list.Slice(static_cast<size_t>(start), static_cast<size_t>(end), list.capacity()));
}

Value Concat(Call& call) {
  std::vector<Value> items;
  for (const Value& list : call.args()) {
    if (!list.is(Kind::kList)) {
      return call.Fail(list.is_untyped_nil() ? kNilDereference
                                             : "Cannot concat type " + KindName(list) + " as list");
    }
    if (!call.Reserve((items.size() + Items(list).size()) * sizeof(Value))) {
      return {};
    }
    items.insert(items.end(), Items(list).begin(), Items(list).end());
  }
  return items.empty() ? Value::Nil(gotemplate::kAnyListType) : ListOf(call, std::move(items));
}

// Go computes the number and the last length with floats, which decides what a size below 1 does.
Value Chunk(Call& call) {
  if (IsNoList(call, call[1], "Cannot chunk type ")) {
    return {};
  }
  const auto items = Items(call[1]);
  const auto count = static_cast<double>(items.size());
  const auto size = static_cast<double>(call[0].integer());
  const int64_t chunks = TruncateToInt64(std::floor((count - 1) / size) + 1);
  const double rest = std::floor(std::fmod(count, size));
  const auto last_size = TruncateToInt64(rest == 0 ? size : rest);
  if (chunks < 0 || (chunks > 1 && size < 0) || (chunks > 0 && last_size < 0)) {
    return call.Fail("runtime error: makeslice: len out of range");
  }
  std::vector<Value> lists;
  for (int64_t i = 0; i < chunks; ++i) {
    const auto from = static_cast<size_t>(i * call[0].integer());
    const auto length = static_cast<size_t>(i + 1 == chunks ? last_size : call[0].integer());
    lists.push_back(ListOf(call, CopyOf(items.subspan(from, std::min(length, items.size() - from)))));
  }
  return call.heap().NewList(gotemplate::kAnyListListType, lists);
}

}  // namespace kval::helm::functions
