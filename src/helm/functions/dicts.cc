#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/functions_of.h"
#include "src/lang/gotemplate/functions.h"
#include "src/lang/gotemplate/value.h"

// Source: Sprig dict.go. Go's order of keys is random; here it is sorted.
namespace kval::helm::functions {
namespace {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

enum class Overwrite : uint8_t { kNo, kYes };

constexpr int kMaxDepth = 1000;

class Merger {
 public:
  Merger(Call& call, Overwrite overwrite) : call_(call), overwrites_(overwrite == Overwrite::kYes) {}

  void Merge(const Value& target, const Value& source, int depth) {
    if (target.is_nil() || EntriesOf(source).empty() || depth > kMaxDepth || !Fits(target, source)) {
      return;
    }
    // A map may be merged into itself.
    const auto& entries = EntriesOf(source);
    const std::vector<std::pair<std::string_view, Value>> copy(entries.begin(), entries.end());
    for (const auto& [key, value] : copy) {
      if (call_.failed() || !error_.empty() || !call_.Step()) {
        return;
      }
      MergeEntry(target, key, value, depth);
    }
  }

  std::string TakeError() { return std::move(error_); }

 private:
  // Only a map of strings rejects values: those that an `interface {}` holds.
  bool Fits(const Value& target, const Value& source) {
    if (target.type() == source.type() || target.type() != &gotemplate::kStringMapType) {
      return true;
    }
    call_.Fail("reflect.Value.SetMapIndex: value of type interface {} is not assignable to type string");
    return false;
  }

  void MergeEntry(const Value& target, std::string_view key, const Value& value, int depth) {
    const Value* const old = target.map()->Find(key);
    if (value.is_untyped_nil()) {
      if (overwrites_) {
        target.map()->Set(key, value);
      }
      return;
    }
    if (old == nullptr) {
      target.map()->Set(key, value);
      return;
    }
    const Value before = *old;
    if (value.is(Kind::kMap) && before.is(Kind::kMap)) {
      Merge(before, value, depth + 1);
    }
    const bool is_pointer = before.is(Kind::kObject) && before.type()->is_pointer && !before.is_nil();
    if (value.is(Kind::kMap) && is_pointer && !overwrites_) {
      error_ = "src and dst must be of same type";
      return;
    }
    const bool are_maps = value.is(Kind::kMap) && before.is(Kind::kMap);
    if (IsEmpty(before) || (overwrites_ && !are_maps)) {
      target.map()->Set(key, value);
    }
  }

  Call& call_;
  bool overwrites_;
  std::string error_;
};

// Merges `source` into the map `*target` in place, as dario.cat/mergo 1.0.1 does: nested maps are merged,
// values of `source` replace empty values (nil, "", 0, false, [] and {}), or with kYes all others. Nested
// maps and lists are shared with `source`. A nil `*target` becomes a new map. Returns an error or an empty
// string.
std::string MergeMaps(Call& call, Value* target, const Value& source, Overwrite overwrite) {
  if (target->is_nil() && !source.is_nil()) {
    *target = call.heap().NewMap();
  }
  Merger merger(call, overwrite);
  merger.Merge(*target, source, 0);
  return merger.TakeError();
}

Value CopyOf(Call& call, const Value& value, int depth) {
  if (depth > kMaxDepth || !call.Step(4)) {
    return value;
  }
  if (value.is(Kind::kList) && !value.is_nil()) {
    std::vector<Value> items;
    for (const Value& item : Items(value)) {
      items.push_back(CopyOf(call, item, depth + 1));
    }
    return call.heap().NewList(*value.type(), items).From(value.origin());
  }
  if (value.is(Kind::kMap) && !value.is_nil()) {
    const Value copy = call.heap().NewMap(*value.type());
    for (const auto& [key, item] : EntriesOf(value)) {
      copy.map()->Set(key, CopyOf(call, item, depth + 1));
    }
    return copy.From(value.origin());
  }
  return value;
}

bool IsListed(std::span<const Value> names, std::string_view name) {
  return std::any_of(names.begin(), names.end(),
                     [name](const Value& listed) { return listed.text() == name; });
}

enum class OnError : bool { kIgnores, kFails };

Value MergeAll(Call& call, Overwrite overwrite, OnError on_error) {
  Value target = call[0];
  for (const Value& source : call.args().subspan(1)) {
    if (const std::string error = MergeMaps(call, &target, source, overwrite); !error.empty()) {
      return on_error == OnError::kFails ? call.Fail(error) : Value::Text("");
    }
  }
  return target;
}

// Go's words for a value of another type than the expected one.
std::string WrongType(const Value& value, std::string_view expected) {
  const std::string found = value.is_untyped_nil() ? "nil" : TypeName(value);
  return "interface conversion: interface {} is " + found + ", not " + std::string(expected);
}

}  // namespace

Value Dict(Call& call) {
  const Value made = call.heap().NewMap();
  for (size_t i = 0; i < call.size(); i += 2) {
    made.map()->Set(TextOf(call, call[i]), i + 1 < call.size() ? call[i + 1] : Value::Text(""));
  }
  return made;
}

Value Get(Call& call) {
  const Value* found = call[0].is_nil() ? nullptr : call[0].map()->Find(call[1].text());
  return found == nullptr ? Value::Text("") : *found;
}

Value Set(Call& call) {
  if (call[0].is_nil()) {
    return call.Fail("assignment to entry in nil map");
  }
  call[0].map()->Set(call[1].text(), call[2]);
  return call[0];
}

Value Unset(Call& call) {
  if (!call[0].is_nil()) {
    call[0].map()->Erase(call[1].text());
  }
  return call[0];
}

Value HasKey(Call& call) {
  return Value::Bool(!call[0].is_nil() && call[0].map()->Find(call[1].text()) != nullptr);
}

Value Pluck(Call& call) {
  std::vector<Value> found;
  for (const Value& dict : call.args().subspan(1)) {
    if (const Value* value = dict.is_nil() ? nullptr : dict.map()->Find(call[0].text()); value != nullptr) {
      found.push_back(*value);
    }
  }
  return call.AnyList(found);
}

Value Keys(Call& call) {
  std::vector<Value> keys;
  for (const Value& dict : call.args()) {
    for (const auto& [key, value] : EntriesOf(dict)) {
      keys.push_back(Value::Text(key));
    }
    if (!call.Step(1 + keys.size() / 16)) {
      return {};
    }
  }
  return call.heap().NewList(gotemplate::kStringListType, keys);
}

Value Values(Call& call) {
  std::vector<Value> values;
  for (const auto& [key, value] : EntriesOf(call[0])) {
    values.push_back(value);
  }
  return call.Step(1 + values.size() / 16) ? call.AnyList(values) : Value();
}

Value Pick(Call& call) {
  const Value made = call.heap().NewMap();
  for (const Value& name : call.args().subspan(1)) {
    const Value* value = call[0].is_nil() ? nullptr : call[0].map()->Find(name.text());
    if (value != nullptr) {
      made.map()->Set(name.text(), *value);
    }
  }
  return made;
}

Value Omit(Call& call) {
  const Value made = call.heap().NewMap();
  for (const auto& [key, value] : EntriesOf(call[0])) {
    if (!call.Step(call.size())) {
      break;
    }
    if (!IsListed(call.args().subspan(1), key)) {
      made.map()->Set(key, value);
    }
  }
  return made;
}

Value Merge(Call& call) {
  return MergeAll(call, Overwrite::kNo, OnError::kIgnores);
}

Value MustMerge(Call& call) {
  return MergeAll(call, Overwrite::kNo, OnError::kFails);
}

// Overwriting has no errors.
Value MergeOverwrite(Call& call) {
  return MergeAll(call, Overwrite::kYes, OnError::kIgnores);
}

Value DeepCopy(Call& call) {
  if (call[0].is_untyped_nil()) {
    return call.Fail("reflect: call of reflect.Value.Type on zero Value");
  }
  return CopyOf(call, call[0], 0);
}

Value Dig(Call& call) {
  if (call.size() < 3) {
    return call.Fail("dig needs at least three arguments");
  }
  const std::string_view map_name = gotemplate::kAnyMapType.name;
  Value current = call[call.size() - 1];
  const size_t keys = call.size() - 2;
  if (current.type() != &gotemplate::kAnyMapType) {
    return call.Fail(WrongType(current, map_name));
  }
  for (size_t i = 0; i < keys; ++i) {
    if (call[i].type() != &gotemplate::kStringType) {
      return call.Fail(WrongType(call[i], "string"));
    }
  }
  for (size_t i = 0; i < keys; ++i) {
    if (current.type() != &gotemplate::kAnyMapType) {
      return call.Fail(WrongType(current, map_name));
    }
    const Value* step = current.is_nil() ? nullptr : current.map()->Find(call[i].text());
    if (step == nullptr) {
      return call[keys];
    }
    current = *step;
  }
  return current;
}

}  // namespace kval::helm::functions
