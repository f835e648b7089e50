#include <algorithm>
#include <string>
#include <utility>

#include "src/lang/starlark/builtins.h"
#include "src/lang/starlark/host_value.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/unpack.h"

namespace kval::starlark {
namespace {

List& ListOf(const Call& call) {
  return *call.receiver.As<List>();
}
Dict& DictOf(const Call& call) {
  return *call.receiver.As<Dict>();
}

Status Changeable(const Call& call, const Mutable& container, std::string_view verb) {
  if (const std::string why = container.GetImmutableReason(verb); !why.empty()) {
    return Named(call, why);
  }
  return Success{};
}

// Lists.

Outcome<Value> Append(const Call& call) {
  Value item;
  if (Status taken = UnpackPositional(call, 1, {{"object", &item}}); !taken) {
    return taken.Pass();
  }
  if (Status appended = ListAppend(call.interpreter, ListOf(call), item); !appended) {
    return Named(call, appended.Pass());
  }
  return Value::None();
}

Outcome<Value> ListClear(const Call& call) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  if (Status changeable = Changeable(call, ListOf(call), "clear"); !changeable) {
    return changeable.Pass();
  }
  ListOf(call).mutable_items().clear();
  return Value::None();
}

Outcome<Value> Extend(const Call& call) {
  Value iterable;
  if (Status taken = UnpackPositional(call, 1, {{"iterable", IterableTarget{&iterable}}}); !taken) {
    return taken.Pass();
  }
  if (Status changeable = Changeable(call, ListOf(call), "extend"); !changeable) {
    return changeable.Pass();
  }
  if (Status extended = ListExtend(call.interpreter, ListOf(call), iterable); !extended) {
    return Named(call, extended.Pass());
  }
  return Value::None();
}

Outcome<Value> ListIndex(const Call& call) {
  Value expected;
  Value low;
  Value high;
  if (Status taken = UnpackPositional(call, 1, {{"value", &expected}, {"start", &low}, {"end", &high}});
      !taken) {
    return taken.Pass();
  }
  const std::vector<Value>& items = ListOf(call).items();
  Outcome<Bounds> bounds = SliceBounds(low, high, static_cast<int64_t>(items.size()));
  if (!bounds) {
    return Named(call, bounds.Pass());
  }
  for (int64_t i = bounds->start; i < bounds->end; ++i) {
    if (Status spent = call.interpreter.Spend(1); !spent) {
      return spent.Pass();
    }
    Outcome<bool> equal = Equal(items[static_cast<size_t>(i)], expected, &call.interpreter.heap().work());
    if (!equal) {
      return Named(call, equal.Pass());
    }
    if (*equal) {
      return Value::Int(i);
    }
  }
  return Named(call, "value not in list");
}

Outcome<Value> Insert(const Call& call) {
  int64_t index = 0;
  Value item;
  if (Status taken = UnpackPositional(call, 2, {{"index", &index}, {"object", &item}}); !taken) {
    return taken.Pass();
  }
  if (Status changeable = Changeable(call, ListOf(call), "insert into"); !changeable) {
    return changeable.Pass();
  }
  std::vector<Value>& items = ListOf(call).mutable_items();
  const auto size = static_cast<int64_t>(items.size());
  const int64_t place = std::clamp(index < 0 ? index + size : index, int64_t{0}, size);
  const size_t remaining = items.capacity();
  items.insert(items.begin() + place, item);
  ChargeGrowth(call.interpreter.heap(), items, remaining);
  call.interpreter.heap().work().AddMoved(static_cast<size_t>(size - place));
  return Value::None();
}

Outcome<Value> ListPop(const Call& call) {
  const auto size = static_cast<int64_t>(ListOf(call).items().size());
  int64_t index = size - 1;
  if (Status taken = UnpackPositional(call, 0, {{"index", &index}}); !taken) {
    return taken.Pass();
  }
  const int64_t place = index < 0 ? index + size : index;
  if (place < 0 || place >= size) {
    return Named(call, IndexOutOfRange(index, size, call.receiver));
  }
  if (Status changeable = Changeable(call, ListOf(call), "pop from"); !changeable) {
    return changeable.Pass();
  }
  std::vector<Value>& items = ListOf(call).mutable_items();
  const Value popped = items[static_cast<size_t>(place)];
  items.erase(items.begin() + place);
  call.interpreter.heap().work().AddMoved(static_cast<size_t>(size - place));
  return popped;
}

Outcome<Value> Remove(const Call& call) {
  Value expected;
  if (Status taken = UnpackPositional(call, 1, {{"value", &expected}}); !taken) {
    return taken.Pass();
  }
  if (Status changeable = Changeable(call, ListOf(call), "remove from"); !changeable) {
    return changeable.Pass();
  }
  std::vector<Value>& items = ListOf(call).mutable_items();
  for (size_t i = 0; i < items.size(); ++i) {
    if (Status spent = call.interpreter.Spend(1); !spent) {
      return spent.Pass();
    }
    Outcome<bool> equal = Equal(items[i], expected, &call.interpreter.heap().work());
    if (!equal) {
      return Named(call, equal.Pass());
    }
    if (*equal) {
      items.erase(items.begin() + static_cast<ptrdiff_t>(i));
      call.interpreter.heap().work().AddMoved(items.size() - i);
      return Value::None();
    }
  }
  return Named(call, "element not found");
}

// Dicts.

Outcome<Value> DictClear(const Call& call) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  if (const std::string why = DictOf(call).GetImmutableReason("clear"); !why.empty()) {
    return EvalFailure(why);
  }
  DictOf(call).mutable_table().Clear();
  return Value::None();
}

Outcome<Value> Get(const Call& call) {
  Value key;
  Value fallback = Value::None();
  if (Status taken = UnpackPositional(call, 1, {{"key", &key}, {"default", &fallback}}); !taken) {
    return taken.Pass();
  }
  Outcome<const Value*> found = DictOf(call).table().Find(key, &call.interpreter.heap().work());
  if (!found) {
    return Named(call, found.Pass());
  }
  return *found ? **found : fallback;
}

enum class Part { kKeys, kValues, kItems };

Outcome<Value> Parts(const Call& call, Part part) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  Heap& heap = call.interpreter.heap();
  std::vector<Value> result;
  result.reserve(DictOf(call).size());
  if (Status step = call.interpreter.Step(DictOf(call).size()); !step) {
    return step.Pass();
  }
  for (const HashTable::Entry& entry : DictOf(call).table().entries()) {
    if (!entry.key.is_set()) {
      continue;
    }
    switch (part) {
      case Part::kKeys:
        result.push_back(entry.key);
        break;
      case Part::kValues:
        result.push_back(entry.value);
        break;
      case Part::kItems:
        result.push_back(heap.NewTuple({entry.key, entry.value}));
        break;
    }
  }
  return heap.NewList(std::move(result));
}

Outcome<Value> TakeOut(const Call& call, Value key) {
  if (Status changeable = Changeable(call, DictOf(call), "delete from"); !changeable) {
    return changeable.Pass();
  }
  Outcome<Value> removed = DictOf(call).mutable_table().Remove(key);
  return removed ? std::move(removed) : Outcome<Value>(Named(call, removed.Pass()));
}

Outcome<Value> DictPop(const Call& call) {
  Value key;
  Value fallback;
  if (Status taken = UnpackPositional(call, 1, {{"key", &key}, {"default", &fallback}}); !taken) {
    return taken.Pass();
  }
  Outcome<Value> removed = TakeOut(call, key);
  if (!removed || removed->is_set()) {
    return removed;
  }
  return fallback.is_set() ? Outcome<Value>(fallback) : Named(call, "missing key");
}

Outcome<Value> PopItem(const Call& call) {
  if (Status taken = UnpackPositional(call, 0, {}); !taken) {
    return taken.Pass();
  }
  const HashTable::Entry* first = DictOf(call).table().First();
  if (first == nullptr) {
    return Named(call, "empty dict");
  }
  const Value key = first->key;
  Outcome<Value> removed = TakeOut(call, key);
  return removed ? Outcome<Value>(call.interpreter.heap().NewTuple({key, *removed})) : std::move(removed);
}

Outcome<Value> SetDefault(const Call& call) {
  Value key;
  Value fallback = Value::None();
  if (Status taken = UnpackPositional(call, 1, {{"key", &key}, {"default", &fallback}}); !taken) {
    return taken.Pass();
  }
  Outcome<const Value*> found = DictOf(call).table().Find(key, &call.interpreter.heap().work());
  if (!found) {
    return Named(call, found.Pass());
  }
  if (*found) {
    return **found;
  }
  if (Status inserted = DictInsert(call.interpreter, DictOf(call), key, fallback); !inserted) {
    return Named(call, inserted.Pass());
  }
  return fallback;
}

Outcome<Value> Update(const Call& call) {
  if (Status done = UpdateDict(call, DictOf(call)); !done) {
    return done.Pass();
  }
  return Value::None();
}

// Takes `pair`, the n-th element of a sequence, as key and value.
Status InsertPair(const Call& call, Dict& dict, size_t index, Value pair) {
  const std::string element = "dictionary update sequence element #" + std::to_string(index);
  if (!IsIterable(pair)) {
    return Named(call, element + " is not iterable (" + std::string(TypeName(pair)) + ")");
  }
  const int64_t length = Length(pair);
  if (length < 0) {
    return Named(call, element + " has unknown length (" + std::string(TypeName(pair)) + ")");
  }
  if (length != 2) {
    return Named(call, element + " has length " + std::to_string(length) + ", want 2");
  }
  std::vector<Value> both;
  if (Outcome<bool> taken = Items(call.interpreter, pair, both); !taken) {
    return taken.Pass();
  }
  if (Status inserted = DictInsert(call.interpreter, dict, both[0], both[1]); !inserted) {
    return Named(call, inserted.Pass());
  }
  return Success{};
}

Status InsertAll(const Call& call, Dict& dict, Value updates) {
  if (const Dict* source = updates.As<Dict>()) {
    // A copy, since the source may be the dict itself.
    const std::vector<HashTable::Entry> entries = source->table().entries();
    for (const HashTable::Entry& entry : entries) {
      if (!entry.key.is_set()) {
        continue;
      }
      if (Status inserted = DictInsert(call.interpreter, dict, entry.key, entry.value); !inserted) {
        return Named(call, inserted.Pass());
      }
    }
    return Success{};
  }
  if (const Struct* source = updates.As<Struct>()) {
    for (const Struct::Field& field : source->fields()) {
      const Value key = call.interpreter.heap().NewString(field.first);
      if (Status inserted = DictInsert(call.interpreter, dict, key, field.second); !inserted) {
        return Named(call, inserted.Pass());
      }
    }
    return Success{};
  }
  std::vector<std::pair<Value, Value>> entries;
  if (auto* mapping = updates.AsHost<HostValue>();
      mapping && mapping->MappingEntries(call.interpreter, entries)) {
    for (const auto& [key, value] : entries) {
      if (Status inserted = DictInsert(call.interpreter, dict, key, value); !inserted) {
        return Named(call, inserted.Pass());
      }
    }
    return Success{};
  }
  std::vector<Value> items;
  Outcome<bool> iterable = Items(call.interpreter, updates, items);
  if (!iterable) {
    return iterable.Pass();
  }
  if (!*iterable) {
    return Named(call, "got " + std::string(TypeName(updates)) + ", want iterable");
  }
  for (size_t i = 0; i < items.size(); ++i) {
    if (Status inserted = InsertPair(call, dict, i, items[i]); !inserted) {
      return inserted;
    }
  }
  return Success{};
}

// Sets.

Outcome<Value> Union(const Call& call) {
  Value iterable;
  if (Status taken = UnpackPositional(call, 0, {{"iterable", IterableTarget{&iterable}}}); !taken) {
    return taken.Pass();
  }
  std::vector<Value> items;
  for (const Value source : {call.receiver, iterable}) {
    if (!source.is_set()) {
      continue;
    }
    if (Outcome<bool> taken = Items(call.interpreter, source, items); !taken) {
      return taken.Pass();
    }
  }
  Set* result = call.interpreter.heap().NewSet();
  for (const Value item : items) {
    if (Status inserted = SetInsert(call.interpreter, *result, item); !inserted) {
      return Named(call, inserted.Pass());
    }
  }
  return Value(result);
}

constexpr Method kListMethods[] = {
    {"append", Append}, {"clear", ListClear}, {"extend", Extend}, {"index", ListIndex},
    {"insert", Insert}, {"pop", ListPop},     {"remove", Remove},
};

constexpr Method kDictMethods[] = {
    {"clear", DictClear},
    {"get", Get},
    {"items", With<Parts, Part::kItems>},
    {"keys", With<Parts, Part::kKeys>},
    {"pop", DictPop},
    {"popitem", PopItem},
    {"setdefault", SetDefault},
    {"update", Update},
    {"values", With<Parts, Part::kValues>},
};

constexpr Method kSetMethods[] = {{"union", Union}};

}  // namespace

Status UpdateDict(const Call& call, Dict& dict) {
  if (call.args.positional.size() > 1) {
    return Named(call, "got " + std::to_string(call.args.positional.size()) + " arguments, want at most 1");
  }
  if (!call.args.positional.empty()) {
    if (Status done = InsertAll(call, dict, call.args.positional[0]); !done) {
      return done;
    }
  }
  constexpr size_t kMostWritten = 256;
  for (size_t i = 0; i < call.args.keywords.size(); ++i) {
    const KeywordArg& keyword = call.args.keywords[i];
    // Few are written out; those of a map that is spread have no name twice.
    for (size_t earlier = 0; earlier < i && i < kMostWritten; ++earlier) {
      if (call.args.keywords[earlier].name == keyword.name) {
        return Named(call, "duplicate keyword arg: " + Repr(call.interpreter.heap().NewString(keyword.name)));
      }
    }
    const Value key = call.interpreter.heap().NewString(keyword.name);
    if (Status inserted = DictInsert(call.interpreter, dict, key, keyword.value); !inserted) {
      return Named(call, inserted.Pass());
    }
  }
  return Success{};
}

std::span<const Method> ListMethods() {
  return kListMethods;
}
std::span<const Method> DictMethods() {
  return kDictMethods;
}
std::span<const Method> SetMethods() {
  return kSetMethods;
}

std::span<const Method> MethodsOf(Kind kind) {
  switch (kind) {
    case Kind::kString:
      return StringMethods();
    case Kind::kList:
      return ListMethods();
    case Kind::kDict:
      return DictMethods();
    case Kind::kSet:
      return SetMethods();
    default:
      return {};
  }
}

const Method* FindMethod(Kind kind, std::string_view name) {
  const std::span<const Method> methods = MethodsOf(kind);
  const auto found =
      std::lower_bound(methods.begin(), methods.end(), name,
                       [](const Method& method, std::string_view word) { return method.name < word; });
  return found != methods.end() && found->name == name ? &*found : nullptr;
}

}  // namespace kval::starlark
