#include "src/lang/starlark/heap.h"

namespace kval::starlark {

Heap::~Heap() {
  while (objects_) {
    Object* next = objects_->next_;
    delete objects_;
    objects_ = next;
  }
}

Value Heap::NewString(std::string text) {
  Charge(MemoryOf(text));
  return Value(New<String>(std::move(text)));
}

Value Heap::NewList(std::vector<Value> items) {
  Charge(MemoryOf(items.capacity() * sizeof(Value)));
  return Value(New<List>(std::move(items)));
}

Value Heap::NewTuple(std::vector<Value> items) {
  Charge(MemoryOf(items.capacity() * sizeof(Value)));
  return Value(New<Tuple>(std::move(items)));
}

Value Heap::NewStruct(std::vector<Struct::Field> fields) {
  // In addition to each field: its node and slot in the index of a large struct.
  constexpr size_t kIndexed = 64;
  Charge(MemoryOf(fields.capacity() * sizeof(Struct::Field)));
  for (const Struct::Field& field : fields) {
    Charge(MemoryOf(field.first) + kIndexed);
  }
  return Value(New<Struct>(std::move(fields)));
}

Value Heap::NewBuiltin(std::string name, NativeFunction run, Value receiver, Builtin::BuiltinState keeps) {
  // Estimated size of a closure's captures; few are larger.
  constexpr size_t kClosure = 64;
  Charge(MemoryOf(name) + kClosure);
  return Value(New<Builtin>(std::move(name), std::move(run), receiver, keeps));
}

void Heap::HashStrings() {
  for (const Object* object = objects_; object != nullptr; object = object->next_) {
    if (object->kind() == Kind::kString) {
      static_cast<const String*>(object)->Hash(nullptr);
    }
  }
}

EvalFailure OutOfMemory(const Heap& heap) {
  return EvalFailure(diag::Kind::kLimitMemory, "evaluation used more memory than the limit of " +
                                                   std::to_string(heap.limit() >> 20) + " MiB");
}

}  // namespace kval::starlark
