#include <string>

#include "src/lang/starlark/attributes.h"
#include "src/lang/starlark/integer.h"
#include "src/lang/starlark/operators.h"
#include "src/lang/starlark/ops.h"

namespace kval::starlark {
namespace {

// Adds the length to a negative index; leaves `result` when there is none.
Status TakeIndex(Value value, int64_t length, int64_t& result) {
  if (!value.is_set() || value.is_none()) {
    return Success{};
  }
  Outcome<int64_t> index = AsInt32(value);
  if (!index) {
    return EvalFailure("got " + std::string(TypeName(value)) + ", want int");
  }
  result = *index < 0 ? *index + length : *index;
  return Success{};
}

Status TakeBounds(Value low, Value high, int64_t length, Bounds& bounds) {
  if (Status start = TakeIndex(low, length, bounds.start); !start) {
    return EvalFailure("invalid start index: " + start.error().message);
  }
  if (Status end = TakeIndex(high, length, bounds.end); !end) {
    return EvalFailure("invalid end index: " + end.error().message);
  }
  return Success{};
}

int64_t Clamp(int64_t value, int64_t least, int64_t most) {
  return value < least ? least : value > most ? most : value;
}

Outcome<Bounds> BackwardBounds(Value low, Value high, int64_t length) {
  Bounds bounds{length - 1, -1};
  if (Status taken = TakeBounds(low, high, length, bounds); !taken) {
    return taken.Pass();
  }
  bounds.end = std::max<int64_t>(bounds.end, -1);
  bounds.start = std::max(std::min(bounds.start, length - 1), bounds.end);
  return bounds;
}

// As BackwardBounds: an empty range ends where it starts, which `range` shows.
Outcome<Bounds> ForwardBounds(Value low, Value high, int64_t length) {
  Outcome<Bounds> bounds = SliceBounds(low, high, length);
  if (!bounds) {
    return bounds;
  }
  return Bounds{bounds->start, std::max(bounds->start, bounds->end)};
}

template <typename Copy>
void ForEachIndex(Bounds bounds, int64_t step, Copy copy) {
  for (int64_t i = bounds.start; step > 0 ? i < bounds.end : i > bounds.end; i += step) {
    copy(static_cast<size_t>(i));
  }
}

std::vector<Value> SliceItems(const std::vector<Value>& items, Bounds bounds, int64_t step) {
  std::vector<Value> result;
  ForEachIndex(bounds, step, [&](size_t i) { result.push_back(items[i]); });
  return result;
}

Outcome<Value> SliceOf(Interpreter& interpreter, Value object, Bounds bounds, int64_t step) {
  Heap& heap = interpreter.heap();
  const auto most = static_cast<size_t>(std::max<int64_t>(Length(object), 0));
  if (!heap.Allows(most * (object.is_string() ? 1 : sizeof(Value))) && object.kind() != Kind::kRange) {
    return OutOfMemory(heap);
  }
  switch (object.kind()) {
    case Kind::kString: {
      const std::string_view text = object.text();
      if (step == 1) {
        return heap.NewString(bounds.start < bounds.end
                                  ? text.substr(static_cast<size_t>(bounds.start),
                                                static_cast<size_t>(bounds.end - bounds.start))
                                  : std::string_view());
      }
      std::string result;
      ForEachIndex(bounds, step, [&](size_t i) { result += text[i]; });
      return heap.NewString(std::move(result));
    }
    case Kind::kList:
      return heap.NewList(SliceItems(object.As<List>()->items(), bounds, step));
    case Kind::kTuple:
      return heap.NewTuple(SliceItems(object.As<Tuple>()->items(), bounds, step));
    default: {
      const Range& range = *object.As<Range>();
      int64_t start = 0;
      int64_t stop = 0;
      int64_t stride = 0;
      if (__builtin_mul_overflow(range.step(), bounds.start, &start) ||
          __builtin_add_overflow(range.start(), start, &start) ||
          __builtin_mul_overflow(range.step(), bounds.end, &stop) ||
          __builtin_add_overflow(range.start(), stop, &stop) ||
          __builtin_mul_overflow(range.step(), step, &stride)) {
        return EvalFailure("slice of range is out of range");
      }
      return Value(heap.New<Range>(start, stop, stride));
    }
  }
}

bool IsSequence(Value value) {
  switch (value.kind()) {
    case Kind::kString:
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kRange:
      return true;
    default:
      return false;
  }
}

EvalFailure NoKey(Value key, Value object) {
  return EvalFailure("key " + BriefRepr(key) + " not in " + std::string(TypeName(object)));
}

// A negative index counts from the end.
Outcome<int64_t> ResolveIndex(Value object, int64_t index) {
  const int64_t length = Length(object);
  const int64_t resolved = index < 0 ? index + length : index;
  if (resolved < 0 || resolved >= length) {
    return IndexOutOfRange(index, length, object);
  }
  return resolved;
}

Outcome<Value> SequenceItem(Interpreter& interpreter, Value object, Value index) {
  Outcome<int64_t> number = AsInt32(index);
  if (!number) {
    return EvalFailure(std::string(TypeName(object)) + " index: " + number.error().message);
  }
  Outcome<int64_t> resolved = ResolveIndex(object, *number);
  if (!resolved) {
    return resolved.Pass();
  }
  const auto i = static_cast<size_t>(*resolved);
  switch (object.kind()) {
    case Kind::kString:
      return interpreter.heap().NewString(object.text().substr(i, 1));
    case Kind::kList:
      return object.As<List>()->items()[i];
    case Kind::kTuple:
      return object.As<Tuple>()->items()[i];
    default:
      return object.As<Range>()->At(*resolved);
  }
}

constexpr size_t kMostNames = 8;

EvalFailure NoAttribute(Interpreter& interpreter, Value object, std::string_view name) {
  constexpr uint64_t kUnitsOfName = 128;  // sorted, with the distance of each from the requested name
  const std::vector<std::string> names = AttributeNames(object);
  interpreter.heap().work().Add(kUnitsOfName * names.size());
  std::string hint = MisuseHint(object);
  if (object.kind() == Kind::kStruct && !names.empty() && names.size() <= kMostNames) {
    for (const std::string& known : names) {
      hint += (hint.empty() ? "it has `." : ", `.") + known + "`";
    }
  }
  return EvalFailure(std::string(TypeName(object)) + " has no ." + std::string(name) + " field or method" +
                     SuggestionText(name, {names.begin(), names.end()}, "."))
      .Hint(std::move(hint));
}

}  // namespace

EvalFailure IndexOutOfRange(int64_t index, int64_t length, Value object) {
  const std::string type(TypeName(object));
  if (length == 0) {
    return EvalFailure("index " + std::to_string(index) + " out of range: empty " + type);
  }
  return EvalFailure(type + " index " + std::to_string(index) + " out of range [" + std::to_string(-length) +
                     ":" + std::to_string(length - 1) + "]");
}

Outcome<Bounds> SliceBounds(Value low, Value high, int64_t length) {
  Bounds bounds{0, length};
  if (Status taken = TakeBounds(low, high, length, bounds); !taken) {
    return taken.Pass();
  }
  return Bounds{Clamp(bounds.start, 0, length), Clamp(bounds.end, 0, length)};
}

Outcome<Value> Slice(Interpreter& interpreter, Value object, Value low, Value high, Value step) {
  if (!IsSequence(object)) {
    return EvalFailure("invalid slice operand " + std::string(TypeName(object)));
  }
  int64_t stride = 1;
  if (step.is_set() && !step.is_none()) {
    Outcome<int64_t> taken = AsInt32(step);
    if (!taken) {
      return EvalFailure("got " + std::string(TypeName(step)) + " for slice step, want int");
    }
    stride = *taken;
    if (stride == 0) {
      return EvalFailure("zero is not a valid slice step");
    }
  }
  const int64_t length = Length(object);
  Outcome<Bounds> bounds = stride > 0 ? ForwardBounds(low, high, length) : BackwardBounds(low, high, length);
  if (!bounds) {
    return bounds.Pass();
  }
  return SliceOf(interpreter, object, *bounds, stride);
}

Outcome<Value> GetIndex(Interpreter& interpreter, Value object, Value index) {
  if (IsSequence(object)) {
    return SequenceItem(interpreter, object, index);
  }
  if (const Dict* dict = object.As<Dict>()) {
    Outcome<const Value*> found = dict->table().Find(index, &interpreter.heap().work());
    if (!found) {
      return found.Pass();
    }
    if (!*found) {
      return NoKey(index, object);
    }
    return **found;
  }
  if (const Struct* record = object.As<Struct>()) {
    const Value found = index.is_string() ? record->Find(index.text()) : Value();
    if (!found.is_set()) {
      return NoKey(index, object);
    }
    return found;
  }
  if (HostValue* host = object.As<HostValue>()) {
    Outcome<Value> found = host->Index(interpreter, index);
    if (!found || found->is_set()) {
      return found;
    }
  }
  return EvalFailure("unhandled index operation " + std::string(TypeName(object)) + "[" +
                     std::string(TypeName(index)) + "]")
      .Hint(MisuseHint(object));
}

Status SetIndex(Interpreter& interpreter, Value object, Value index, Value value) {
  if (Dict* dict = object.As<Dict>()) {
    return DictInsert(interpreter, *dict, index, value);
  }
  if (List* list = object.As<List>()) {
    Outcome<int64_t> number = AsInt32(index);
    if (!number) {
      return number.Pass();
    }
    Outcome<int64_t> resolved = ResolveIndex(object, *number);
    if (!resolved) {
      return resolved.Pass();
    }
    if (std::string why = list->GetImmutableReason("assign to element of"); !why.empty()) {
      return EvalFailure(std::move(why));
    }
    list->mutable_items()[static_cast<size_t>(*resolved)] = value;
    return Success{};
  }
  if (HostValue* host = object.As<HostValue>()) {
    Outcome<bool> supported = host->SetIndex(interpreter, index, value);
    if (!supported) {
      return supported.Pass();
    }
    if (*supported) {
      return Success{};
    }
  }
  return EvalFailure(std::string(TypeName(object)) + " value does not support item assignment");
}

Outcome<Value> GetAttribute(Interpreter& interpreter, Value object, std::string_view name) {
  Outcome<Value> found = Attribute(interpreter, object, name);
  if (!found || found->is_set()) {
    return found;
  }
  return NoAttribute(interpreter, object, name);
}

Status SetAttribute(Interpreter& interpreter, Value object, std::string_view name, Value value) {
  if (HostValue* host = object.As<HostValue>()) {
    Outcome<bool> supported = host->SetAttr(interpreter, name, value);
    if (!supported) {
      return supported.Pass();
    }
    if (*supported) {
      return Success{};
    }
  }
  return EvalFailure("can't assign to ." + std::string(name) + " field of " + std::string(TypeName(object)));
}

}  // namespace kval::starlark
