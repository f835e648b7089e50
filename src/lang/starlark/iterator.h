#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/starlark/object.h"

namespace kval::starlark {

// Iterates over a value. While it lives, a list, dict or set cannot be modified. Elements of host values are
// copied at the start.
class Iterator {
 public:
  Iterator(Interpreter& interpreter, Value value);
  ~Iterator();
  Iterator(const Iterator&) = delete;
  Iterator& operator=(const Iterator&) = delete;

  bool is_iterable() const { return is_iterable_; }
  bool Next(Value& item);

 private:
  bool NextEntry(const HashTable& table, Value& item);
  bool NextOfString(Value& item);

  Heap& heap_;
  Value value_;
  Mutable* locked_ = nullptr;
  bool is_iterable_;
  size_t position_ = 0;
  std::vector<Value> items_;
};

// Appends all items of an iterable; for a dict its keys. Returns false if the value is not iterable; fails if
// the items exceed the memory limit.
Outcome<bool> Items(Interpreter& interpreter, Value value, std::vector<Value>& items);

}  // namespace kval::starlark
