#include "src/lang/starlark/iterator.h"

#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/interpreter.h"
#include "src/lang/starlark/ops.h"
#include "src/support/utf8.h"

namespace kval::starlark {

Iterator::Iterator(Interpreter& interpreter, Value value)
    : heap_(interpreter.heap()), value_(value), is_iterable_(IsIterable(value)) {
  switch (value.kind()) {
    case Kind::kList:
    case Kind::kDict:
    case Kind::kSet:
      locked_ = static_cast<Mutable*>(value.object());
      locked_->BeginIteration();
      break;
    case Kind::kHost:
      is_iterable_ = is_iterable_ && value.As<HostValue>()->Iterate(interpreter, items_);
      break;
    default:
      break;
  }
}

Iterator::~Iterator() {
  if (locked_) {
    locked_->EndIteration();
  }
}

bool Iterator::NextEntry(const HashTable& table, Value& item) {
  const std::vector<HashTable::Entry>& entries = table.entries();
  while (position_ < entries.size() && !entries[position_].key.is_set()) {
    ++position_;
  }
  if (position_ >= entries.size()) {
    return false;
  }
  item = entries[position_++].key;
  return true;
}

bool Iterator::NextOfString(Value& item) {
  const StringIterable& iterable = *value_.As<StringIterable>();
  const std::string_view text = iterable.text().text();
  if (position_ >= text.size()) {
    return false;
  }
  size_t length = 1;
  int64_t number = static_cast<unsigned char>(text[position_]);
  if (iterable.by_codepoint()) {
    const utf8::CodePoint point = utf8::Decode(text, position_);
    length = point.length;
    number = point.value;
  }
  item = iterable.as_numbers() ? Value::Int(number) : heap_.NewString(text.substr(position_, length));
  position_ += length;
  return true;
}

bool Iterator::Next(Value& item) {
  const auto next_of = [&](const std::vector<Value>& items) {
    if (position_ >= items.size()) {
      return false;
    }
    item = items[position_++];
    return true;
  };
  if (!is_iterable_) {
    return false;
  }
  switch (value_.kind()) {
    case Kind::kList:
      return next_of(value_.As<List>()->items());
    case Kind::kTuple:
      return next_of(value_.As<Tuple>()->items());
    case Kind::kDict:
      return NextEntry(value_.As<Dict>()->table(), item);
    case Kind::kSet:
      return NextEntry(value_.As<Set>()->table(), item);
    case Kind::kRange: {
      const Range& range = *value_.As<Range>();
      if (position_ >= static_cast<size_t>(range.length())) {
        return false;
      }
      item = range.At(static_cast<int64_t>(position_++));
      return true;
    }
    case Kind::kStringIterable:
      return NextOfString(item);
    case Kind::kStruct: {
      const auto& fields = value_.As<Struct>()->fields();
      if (position_ >= fields.size()) {
        return false;
      }
      item = heap_.NewString(fields[position_++].first);
      return true;
    }
    default:
      return next_of(items_);
  }
}

Outcome<bool> Items(Interpreter& interpreter, Value value, std::vector<Value>& items) {
  Iterator iterator(interpreter, value);
  if (!iterator.is_iterable()) {
    return false;
  }
  const int64_t length = Length(value);
  if (length > 0 && !interpreter.heap().Allows(static_cast<size_t>(length) * sizeof(Value))) {
    return OutOfMemory(interpreter.heap());
  }
  if (length > 0) {
    items.reserve(items.size() + static_cast<size_t>(length));
  }
  for (Value item; iterator.Next(item);) {
    items.push_back(item);
    if (Status step = items.size() % 64 == 0 ? interpreter.Step(64) : Status(Success{}); !step) {
      return step.Pass();
    }
  }
  return true;
}

}  // namespace kval::starlark
