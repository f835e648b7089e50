// One file over 500 lines: a flat table of some thirty independent functions.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/iterator.h"
#include "src/lang/starlark/methods.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"
#include "src/lang/starlark/text.h"
#include "src/lang/starlark/unpack.h"
#include "src/support/utf8.h"

namespace kval::starlark {
namespace {

Failed Named(const Call& call, const std::string& text) {
  return Failed(std::string(call.name) + ": " + text);
}

// Passes an error on with the builtin's name in front of its text; limits keep theirs.
Failed Named(const Call& call, Failed failed) {
  std::unique_ptr<EvalError> error = std::move(failed).Take();
  if (!IsLimit(*error)) {
    error->message = std::string(call.name) + ": " + error->message;
  }
  return Failed(std::move(error));
}

// For functions that take exactly one positional argument and check it themselves.
Status OneArgument(const Call& call, std::string_view wanted = "1") {
  if (!call.args.keywords.empty()) {
    return Failed(std::string(call.name) + " does not accept keyword arguments");
  }
  if (call.args.positional.size() != 1) {
    return Named(call, "got " + std::to_string(call.args.positional.size()) + " arguments, want " +
                           std::string(wanted));
  }
  return Done{};
}

Outcome<Value> AnyOrAll(const Call& call, bool stops_at) {
  Value iterable;
  if (Status taken = UnpackPositional(call, 1, {{"x", IterableTarget{&iterable}}}); !taken) {
    return taken.Pass();
  }
  Iterator iterator(call.interpreter, iterable);
  for (Value item; iterator.Next(item);) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    if (Truth(item) == stops_at) {
      return Value::Bool(stops_at);
    }
  }
  return Value::Bool(!stops_at);
}

Outcome<Value> All(const Call& call) {
  return AnyOrAll(call, false);
}
Outcome<Value> Any(const Call& call) {
  return AnyOrAll(call, true);
}

Outcome<Value> Bool(const Call& call) {
  Value value = Value::Bool(false);
  if (Status taken = UnpackPositional(call, 0, {{"x", &value}}); !taken) {
    return taken.Pass();
  }
  return Value::Bool(Truth(value));
}

Outcome<Value> Chr(const Call& call) {
  if (Status taken = OneArgument(call); !taken) {
    return taken.Pass();
  }
  Outcome<int64_t> point = AsInt32(call.args.positional[0]);
  if (!point) {
    return Named(call, "got " + std::string(TypeName(call.args.positional[0])) + ", want int");
  }
  if (*point < 0) {
    return Named(call, "Unicode code point " + std::to_string(*point) + " out of range (<0)");
  }
  if (*point > 0x10FFFF) {
    std::string digits = IntText(Value::Int(*point), 16);
    std::transform(digits.begin(), digits.end(), digits.begin(),
                   [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
    return Named(call, "Unicode code point U+" + digits + " out of range (>0x10FFFF)");
  }
  std::string text;
  utf8::Append(text, static_cast<char32_t>(*point));
  return call.interpreter.heap().NewString(std::move(text));
}

Outcome<Value> Dir(const Call& call) {
  if (Status taken = OneArgument(call); !taken) {
    return taken.Pass();
  }
  std::vector<Value> names;
  for (std::string& name : AttributeNames(call.args.positional[0])) {
    names.push_back(call.interpreter.heap().NewString(std::move(name)));
  }
  return call.interpreter.heap().NewList(std::move(names));
}

Outcome<Value> Enumerate(const Call& call) {
  Value iterable;
  int64_t start = 0;
  if (Status taken = UnpackPositional(call, 1, {{"x", IterableTarget{&iterable}}, {"start", &start}});
      !taken) {
    return taken.Pass();
  }
  std::vector<Value> pairs;
  Iterator iterator(call.interpreter, iterable);
  for (Value item; iterator.Next(item);) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    pairs.push_back(
        call.interpreter.heap().NewTuple({Value::Int(start + static_cast<int64_t>(pairs.size())), item}));
  }
  return call.interpreter.heap().NewList(std::move(pairs));
}

// The arguments of print and fail as one text.
Outcome<std::string> Joined(const Call& call) {
  std::string_view separator = " ";
  const Call keywords{call.interpreter, call.name, {}, {{}, call.args.keywords, {}}, call.at};
  if (Status taken = UnpackArgs(keywords, {{"sep?", &separator}}); !taken) {
    return taken.Pass();
  }
  std::string text;
  for (size_t i = 0; i < call.args.positional.size(); ++i) {
    text += i > 0 ? separator : std::string_view();
    text += Str(call.args.positional[i]);
  }
  return text;
}

Outcome<Value> Fail(const Call& call) {
  Outcome<std::string> text = Joined(call);
  if (!text) {
    return text.Pass();
  }
  return Failed("fail: " + *text);
}

Outcome<Value> Print(const Call& call) {
  Outcome<std::string> text = Joined(call);
  if (!text) {
    return text.Pass();
  }
  if (call.interpreter.options().print) {
    call.interpreter.options().print(*text);
  }
  return Value::None();
}

Outcome<Value> FloatFromText(const Call& call, std::string_view text) {
  const std::string quoted = Quote(text);
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  std::string_view digits = lower;
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  double real = 0;
  if (digits == "inf" || digits == "infinity") {
    real = std::numeric_limits<double>::infinity();
  } else if (digits == "nan") {
    return Value::Float(std::numeric_limits<double>::quiet_NaN());
  } else {
    const bool starts_well = !digits.empty() && (digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9'));
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), real);
    if (!starts_well || stop != digits.data() + digits.size() || error == std::errc::invalid_argument) {
      return Named(call, "strconv.ParseFloat: parsing " + quoted + ": invalid syntax");
    }
    if (error == std::errc::result_out_of_range && digits.find("e-") == std::string_view::npos) {
      return Named(call, "strconv.ParseFloat: parsing " + quoted + ": value out of range");
    }
  }
  return Value::Float(is_negative ? -real : real);
}

Outcome<Value> Float(const Call& call) {
  if (!call.args.keywords.empty()) {
    return Failed("float does not accept keyword arguments");
  }
  if (call.args.positional.empty()) {
    return Value::Float(0);
  }
  if (call.args.positional.size() != 1) {
    return Failed("float got " + std::to_string(call.args.positional.size()) + " arguments, wants 1");
  }
  const Value value = call.args.positional[0];
  if (value.is_bool()) {
    return Value::Float(value.boolean() ? 1 : 0);
  }
  if (value.is_number()) {
    return Value::Float(value.is_float() ? value.real() : IntToDouble(value));
  }
  if (value.is_string()) {
    return FloatFromText(call, value.text());
  }
  return Failed("float got " + std::string(TypeName(value)) + ", want number or string");
}

Outcome<Value> GetAttr(const Call& call) {
  Value object;
  Value fallback;
  std::string_view name;
  if (Status taken = UnpackPositional(call, 2, {{"x", &object}, {"name", &name}, {"default", &fallback}});
      !taken) {
    return taken.Pass();
  }
  Outcome<Value> found = Attribute(call.interpreter, object, name);
  if (found && found->is_set()) {
    return found;
  }
  if (fallback.is_set()) {
    return fallback;
  }
  if (!found) {
    return Named(call, found.Pass());
  }
  return Named(call, std::string(TypeName(object)) + " has no ." + std::string(name) + " field or method");
}

Outcome<Value> HasAttr(const Call& call) {
  Value object;
  std::string_view name;
  if (Status taken = UnpackPositional(call, 2, {{"x", &object}, {"name", &name}}); !taken) {
    return taken.Pass();
  }
  Outcome<Value> found = Attribute(call.interpreter, object, name);
  if (found) {
    return Value::Bool(found->is_set());
  }
  const std::vector<std::string> names = AttributeNames(object);
  return Value::Bool(std::find(names.begin(), names.end(), name) != names.end());
}

// java.lang.String.hashCode over code points, as starlark-go has it.
Outcome<Value> HashText(const Call& call) {
  std::string_view text;
  if (Status taken = UnpackPositional(call, 1, {{"x", &text}}); !taken) {
    return taken.Pass();
  }
  uint32_t hash = 0;
  for (size_t i = 0; i < text.size();) {
    const utf8::CodePoint point = utf8::Decode(text, i);
    hash = 31 * hash + static_cast<uint32_t>(point.value);
    i += point.length;
  }
  return Value::Int(static_cast<int32_t>(hash));
}

// The base that a prefix such as `0x` names, 0 for none; the prefix is taken away.
int64_t TakePrefix(std::string_view& digits) {
  if (digits.size() <= 2 || digits[0] != '0') {
    return 0;
  }
  const char letter = static_cast<char>(digits[1] | 0x20);
  const int64_t base = letter == 'o' ? 8 : letter == 'x' ? 16 : letter == 'b' ? 2 : 0;
  if (base != 0) {
    digits.remove_prefix(2);
  }
  return base;
}

Outcome<Value> IntFromString(const Call& call, std::string_view text, int64_t base) {
  std::string_view digits = text;
  const bool is_negative = digits.starts_with('-');
  if (is_negative || digits.starts_with('+')) {
    digits.remove_prefix(1);
  }
  const bool has_zero = digits.size() > 1 && digits[0] == '0';
  const int64_t prefix = TakePrefix(digits);
  bool is_valid = prefix == 0 || base == 0 || prefix == base;
  if (base == 0) {
    // `int("0755", 0)` could mean two things.
    is_valid =
        is_valid && (prefix != 0 || !has_zero || digits.find_first_not_of('0') == std::string_view::npos);
    base = prefix != 0 ? prefix : 10;
  }
  is_valid = is_valid && !digits.empty() && digits[0] != '-' && digits[0] != '+';
  const Value made =
      is_valid ? IntFromText(call.interpreter.heap(), digits, static_cast<int>(base)) : Value();
  if (!made.is_set()) {
    return Named(call, "invalid literal with base " + std::to_string(base) + ": " + std::string(text));
  }
  return is_negative ? IntNegate(call.interpreter.heap(), made) : made;
}

Outcome<Value> Int(const Call& call) {
  Value value = Value::Int(0);
  Value base;
  if (Status taken = UnpackArgs(call, {{"x", &value}, {"base?", &base}}); !taken) {
    return taken.Pass();
  }
  if (value.is_string()) {
    int64_t number = 10;
    if (base.is_set()) {
      Outcome<int64_t> given = AsInt32(base);
      if (!given || (*given != 0 && (*given < 2 || *given > 36))) {
        return Named(call, "base must be an integer >= 2 && <= 36");
      }
      number = *given;
    }
    return IntFromString(call, value.text(), number);
  }
  if (base.is_set()) {
    return Named(call, "can't convert non-string with explicit base");
  }
  if (value.is_bool()) {
    return Value::Int(value.boolean() ? 1 : 0);
  }
  Outcome<Value> converted = NumberToInt(call.interpreter.heap(), value);
  if (!converted) {
    return Named(call, converted.Pass());
  }
  return converted;
}

Outcome<Value> Len(const Call& call) {
  Value value;
  if (Status taken = UnpackPositional(call, 1, {{"x", &value}}); !taken) {
    return taken.Pass();
  }
  const int64_t length = Length(value);
  if (length < 0) {
    return Named(call, "value of type " + std::string(TypeName(value)) + " has no len");
  }
  return Value::Int(length);
}

// The items of the optional argument of list, tuple, set and reversed.
Status TakeItems(const Call& call, size_t required, std::vector<Value>& items) {
  Value iterable;
  if (Status taken = UnpackPositional(call, required, {{"x", IterableTarget{&iterable}}}); !taken) {
    return taken;
  }
  if (iterable.is_set()) {
    if (Outcome<bool> done = Items(call.interpreter, iterable, items); !done) {
      return done.Pass();
    }
  }
  return Done{};
}

Outcome<Value> MakeList(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 0, items); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewList(std::move(items));
}

Outcome<Value> MakeTuple(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 0, items); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewTuple(std::move(items));
}

Outcome<Value> Reversed(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 1, items); !taken) {
    return taken.Pass();
  }
  std::reverse(items.begin(), items.end());
  return call.interpreter.heap().NewList(std::move(items));
}

Outcome<Value> MakeSet(const Call& call) {
  std::vector<Value> items;
  if (Status taken = TakeItems(call, 0, items); !taken) {
    return taken.Pass();
  }
  Set* set = call.interpreter.heap().NewSet();
  for (const Value item : items) {
    if (Status inserted = SetInsert(call.interpreter, *set, item); !inserted) {
      return Named(call, inserted.Pass());
    }
  }
  return Value(set);
}

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
    return Failed(std::string(call.name) + " requires at least one positional argument");
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
    Outcome<bool> is_better = Compare(better, *item_key, *best_key);
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

Outcome<Value> Max(const Call& call) {
  return Extremum(call, Comparison::kGreater);
}
Outcome<Value> Min(const Call& call) {
  return Extremum(call, Comparison::kLess);
}

Outcome<Value> Ord(const Call& call) {
  if (Status taken = OneArgument(call); !taken) {
    return taken.Pass();
  }
  const Value value = call.args.positional[0];
  if (!value.is_string()) {
    return Named(call, "got " + std::string(TypeName(value)) + ", want string");
  }
  const utf8::CodePoint point = utf8::Decode(value.text(), 0);
  if (point.length == 0 || point.length != value.text().size()) {
    return Named(
        call, "string encodes " + std::to_string(utf8::Count(value.text())) + " Unicode code points, want 1");
  }
  return Value::Int(point.value);
}

Outcome<Value> MakeRange(const Call& call) {
  int64_t start = 0;
  int64_t stop = 0;
  int64_t step = 1;
  if (Status taken = UnpackPositional(call, 1, {{"start", &start}, {"stop", &stop}, {"step", &step}});
      !taken) {
    return taken.Pass();
  }
  if (call.args.positional.size() == 1) {
    stop = start;
    start = 0;
  }
  if (step == 0) {
    return Named(call, "step argument must not be zero");
  }
  Range* range = call.interpreter.heap().New<Range>(start, stop, step);
  if (range->length() < 0) {
    return Named(call, "the range is too long");
  }
  return Value(range);
}

Outcome<Value> MakeRepr(const Call& call) {
  Value value;
  if (Status taken = UnpackPositional(call, 1, {{"x", &value}}); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewString(Repr(value));
}

Outcome<Value> MakeStr(const Call& call) {
  if (Status taken = OneArgument(call, "exactly 1"); !taken) {
    return taken.Pass();
  }
  const Value value = call.args.positional[0];
  return value.is_string() ? value : call.interpreter.heap().NewString(Str(value));
}

Outcome<Value> Type(const Call& call) {
  if (Status taken = OneArgument(call, "exactly 1"); !taken) {
    return taken.Pass();
  }
  return call.interpreter.heap().NewString(TypeName(call.args.positional[0]));
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
                                        keys_[from[right]], keys_[from[left]]);
        if (!is_less) {
          return is_less.Pass();
        }
        takes_right = *is_less;
      }
      to[out] = from[takes_right ? right++ : left++];
    }
    return Done{};
  }

  Interpreter& interpreter_;
  const std::vector<Value>& keys_;
  bool reverse_;
};

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

Outcome<Value> Zip(const Call& call) {
  if (!call.args.keywords.empty()) {
    return Failed("zip does not accept keyword arguments");
  }
  std::vector<std::vector<Value>> columns;
  size_t rows = 0;
  for (const Value argument : call.args.positional) {
    std::vector<Value>& column = columns.emplace_back();
    Outcome<bool> taken = Items(call.interpreter, argument, column);
    if (!taken) {
      return taken.Pass();
    }
    if (!*taken) {
      return Named(call, "argument #" + std::to_string(columns.size()) +
                             " is not iterable: " + std::string(TypeName(argument)));
    }
    rows = columns.size() == 1 ? column.size() : std::min(rows, column.size());
  }
  std::vector<Value> result;
  for (size_t row = 0; row < rows; ++row) {
    if (Status step = call.interpreter.Step(); !step) {
      return step.Pass();
    }
    std::vector<Value> tuple;
    for (const std::vector<Value>& column : columns) {
      tuple.push_back(column[row]);
    }
    result.push_back(call.interpreter.heap().NewTuple(std::move(tuple)));
  }
  return call.interpreter.heap().NewList(std::move(result));
}

Outcome<Value> MakeDict(const Call& call) {
  Dict* dict = call.interpreter.heap().NewDict();
  if (Status done = UpdateDict(call, *dict); !done) {
    return done.Pass();
  }
  return Value(dict);
}

constexpr Method kFunctions[] = {
    {"all", All},       {"any", Any},           {"bool", Bool},           {"chr", Chr},
    {"dict", MakeDict}, {"dir", Dir},           {"enumerate", Enumerate}, {"fail", Fail},
    {"float", Float},   {"getattr", GetAttr},   {"hasattr", HasAttr},     {"hash", HashText},
    {"int", Int},       {"len", Len},           {"list", MakeList},       {"max", Max},
    {"min", Min},       {"ord", Ord},           {"print", Print},         {"range", MakeRange},
    {"repr", MakeRepr}, {"reversed", Reversed}, {"set", MakeSet},         {"sorted", Sorted},
    {"str", MakeStr},   {"tuple", MakeTuple},   {"type", Type},           {"zip", Zip},
};

}  // namespace

std::span<const Method> UniverseFunctions() {
  return kFunctions;
}

void DefineUniverse(Heap& heap, Environment& universe) {
  universe.Define("None", Value::None());
  universe.Define("True", Value::Bool(true));
  universe.Define("False", Value::Bool(false));
  for (const Method& function : UniverseFunctions()) {
    universe.Define(function.name, heap.NewBuiltin(std::string(function.name), function.run));
  }
}

}  // namespace kval::starlark
