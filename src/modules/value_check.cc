#include "src/modules/value_check.h"

#include <cmath>
#include <vector>

#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/ops.h"
#include "src/modules/encode.h"
#include "src/modules/native.h"
#include "src/modules/pattern.h"

namespace kval::modules {
namespace {

using starlark::Comparison;

ValueCheckResult Found(std::string found) {
  return ValueCheckResult{false, std::move(found)};
}

// `value < 3` when `value comparison bound` does not hold.
ValueCheck Compared(Value bound, Comparison comparison, std::string_view opposite) {
  return [bound, comparison, opposite](Interpreter& interpreter, Value value) -> Outcome<ValueCheckResult> {
    Outcome<Value> left = Normalize(interpreter, value);
    if (!left.ok()) {
      return left.Pass();
    }
    Outcome<Value> right = Normalize(interpreter, bound);
    if (!right.ok()) {
      return right.Pass();
    }
    Outcome<bool> holds = starlark::Compare(comparison, *left, *right, &interpreter.heap().work());
    if (!holds.ok()) {
      return holds.Pass();
    }
    return *holds ? ValueCheckResult{}
                  : Found("value " + std::string(opposite) + " " + starlark::Str(*right));
  };
}

Outcome<int64_t> LengthOf(Value value) {
  const int64_t length = starlark::Length(value);
  if (length < 0) {
    return EvalFailure("len: value of type " + std::string(starlark::TypeName(value)) + " has no len");
  }
  return length;
}

Outcome<bool> IsAmong(Interpreter& interpreter, Value item, const std::vector<Value>& items) {
  for (const Value candidate : items) {
    Outcome<bool> equal = starlark::Equal(item, candidate, &interpreter.heap().work());
    if (!equal.ok() || *equal) {
      return equal;
    }
    if (Status step = interpreter.Step(); !step.ok()) {
      return step.Pass();
    }
  }
  return false;
}

ValueCheckResult NoText(Value value) {
  return Found("value is not a string, but " + std::string(starlark::TypeName(value)));
}

// Checks strings; other values fail.
ValueCheck OfText(std::function<ValueCheckResult(std::string_view text)> validator) {
  return [validator = std::move(validator)](Interpreter&, Value value) -> Outcome<ValueCheckResult> {
    if (!value.is_string()) {
      return NoText(value);
    }
    return validator(value.text());
  };
}

// The keys of `map` to look at, in plain form.
Outcome<std::vector<Value>> KeysToCheck(Interpreter& interpreter, Value map, Value keys) {
  std::vector<Value> list;
  Outcome<bool> listed = starlark::Items(interpreter, keys.is_set() ? keys : map, list);
  if (!listed.ok()) {
    return listed.Pass();
  }
  for (Value& key : list) {
    Outcome<Value> plain = Normalize(interpreter, key);
    if (!plain.ok()) {
      return plain.Pass();
    }
    key = *plain;
  }
  return list;
}

Outcome<ValueCheckResult> ValidateOneNotNull(Interpreter& interpreter, Value value, Value keys) {
  Outcome<Value> plain = Normalize(interpreter, value);
  if (!plain.ok()) {
    return plain.Pass();
  }
  const auto* map = plain->As<starlark::Dict>();
  if (map == nullptr) {
    return Found("value must be a map or dict, but was '" + std::string(starlark::TypeName(*plain)) + "'");
  }
  Outcome<std::vector<Value>> candidates = KeysToCheck(interpreter, *plain, keys);
  if (!candidates.ok()) {
    return candidates.Pass();
  }
  std::vector<Value> set;
  for (const Value key : *candidates) {
    Outcome<const Value*> item = map->table().Find(key, &interpreter.heap().work());
    if (!item.ok()) {
      return item.Pass();
    }
    if (*item != nullptr && !(*item)->is_none()) {
      set.push_back(key);
    }
  }
  if (set.size() == 1) {
    return ValueCheckResult{};
  }
  if (set.empty()) {
    return Found(map->size() == 0 ? "value is empty" : "all values are null");
  }
  return Found(starlark::Repr(interpreter.heap().NewList(std::move(set))) + " are not null");
}

Outcome<ValueCheckResult> ValidateUnique(Interpreter& interpreter, Value value) {
  Outcome<Value> plain = Normalize(interpreter, value);
  if (!plain.ok()) {
    return plain.Pass();
  }
  const auto* list = plain->As<starlark::List>();
  if (list == nullptr) {
    return Found("value is not an array, but " + std::string(starlark::TypeName(*plain)));
  }
  starlark::HashTable seen(&interpreter.heap());
  std::vector<Value> unhashable;
  for (const Value item : list->items()) {
    bool is_new = false;
    if (Outcome<bool> added = seen.Insert(item, Value::None()); added.ok()) {
      is_new = *added;
    } else {
      Outcome<bool> among = IsAmong(interpreter, item, unhashable);
      if (!among.ok()) {
        return among.Pass();
      }
      is_new = !*among;
      unhashable.push_back(item);
    }
    if (!is_new) {
      return Found(starlark::Repr(item) + " occurs more than once");
    }
  }
  return ValueCheckResult{};
}

}  // namespace

ValueCheck AtLeast(Value bound) {
  return Compared(bound, Comparison::kGreaterEqual, "<");
}

ValueCheck AtMost(Value bound) {
  return Compared(bound, Comparison::kLessEqual, ">");
}

ValueCheck LengthAtLeast(int64_t bound) {
  return [bound](Interpreter&, Value value) -> Outcome<ValueCheckResult> {
    Outcome<int64_t> length = LengthOf(value);
    if (!length.ok()) {
      return length.Pass();
    }
    return *length >= bound ? ValueCheckResult{} : Found("length = " + std::to_string(*length));
  };
}

ValueCheck LengthAtMost(int64_t bound) {
  return [bound](Interpreter&, Value value) -> Outcome<ValueCheckResult> {
    Outcome<int64_t> length = LengthOf(value);
    if (!length.ok()) {
      return length.Pass();
    }
    return *length <= bound ? ValueCheckResult{} : Found("length = " + std::to_string(*length));
  };
}

ValueCheck NotNull() {
  return [](Interpreter&, Value value) -> Outcome<ValueCheckResult> {
    return value.is_none() ? Found("value is null") : ValueCheckResult{};
  };
}

ValueCheck OneOf(Value allowed) {
  return [allowed](Interpreter& interpreter, Value value) -> Outcome<ValueCheckResult> {
    Outcome<Value> item = Normalize(interpreter, value);
    if (!item.ok()) {
      return item.Pass();
    }
    Outcome<Value> plain = Normalize(interpreter, allowed);
    if (!plain.ok()) {
      return plain.Pass();
    }
    std::vector<Value> items;
    if (Outcome<bool> listed = starlark::Items(interpreter, *plain, items); !listed.ok()) {
      return listed.Pass();
    }
    Outcome<bool> among = IsAmong(interpreter, *item, items);
    if (!among.ok()) {
      return among.Pass();
    }
    return *among ? ValueCheckResult{} : Found("not one of allowed values");
  };
}

ValueCheck OneNotNull(Value keys) {
  return
      [keys](Interpreter& interpreter, Value value) { return ValidateOneNotNull(interpreter, value, keys); };
}

ValueCheck Unique() {
  return ValidateUnique;
}

Outcome<ValueCheck> MatchesPattern(Interpreter& interpreter, std::string_view pattern) {
  Outcome<Pattern> compiled = Pattern::Compile(interpreter, pattern);
  if (!compiled.ok()) {
    return compiled.Pass();
  }
  ValueCheck validator = [pattern = *compiled](Interpreter& calls, Value value) -> Outcome<ValueCheckResult> {
    if (!value.is_string()) {
      return NoText(value);
    }
    Outcome<bool> matches = pattern.Matches(calls, value.text());
    if (!matches.ok()) {
      return matches.Pass();
    }
    return *matches ? ValueCheckResult{} : Found("does not match `" + pattern.text() + "`");
  };
  return validator;
}

ValueCheck StartsWith(std::string_view prefix) {
  return OfText([prefix = std::string(prefix)](std::string_view text) {
    return text.starts_with(prefix) ? ValueCheckResult{} : Found("does not start with `" + prefix + "`");
  });
}

ValueCheck EndsWith(std::string_view suffix) {
  return OfText([suffix = std::string(suffix)](std::string_view text) {
    return text.ends_with(suffix) ? ValueCheckResult{} : Found("does not end with `" + suffix + "`");
  });
}

ValueCheck HasFormat(const formats::FormatEntry* format) {
  return [format](Interpreter& interpreter, Value value) -> Outcome<ValueCheckResult> {
    const Value text = value.is_int() ? interpreter.heap().NewString(starlark::Str(value)) : value;
    return OfText([format](std::string_view bytes) {
      ValueCheckResult result;
      result.holds = format->check(bytes, &result.found);
      return result;
    })(interpreter, text);
  };
}

bool IsSequence(Value value) {
  return !value.is_string() && starlark::Length(value) >= 0 && starlark::IsIterable(value);
}

Outcome<int64_t> LengthBound(Value value) {
  if (value.kind() == starlark::Kind::kInt) {
    return value.integer();
  }
  // Below 2^62, so that the cast is defined.
  if (value.is_float() && std::abs(value.real()) < 4.6e18) {
    return static_cast<int64_t>(value.real());
  }
  return EvalFailure("expected value to be an number, but was " + std::string(starlark::TypeName(value)));
}

}  // namespace kval::modules
