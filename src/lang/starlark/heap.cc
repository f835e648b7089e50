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
  Charge(text.size());
  return Value(New<String>(std::move(text)));
}

Value Heap::NewList(std::vector<Value> items) {
  Charge(items.size() * sizeof(Value));
  return Value(New<List>(std::move(items)));
}

Value Heap::NewTuple(std::vector<Value> items) {
  Charge(items.size() * sizeof(Value));
  return Value(New<Tuple>(std::move(items)));
}

Value Heap::NewStruct(std::vector<Struct::Field> fields) {
  for (const Struct::Field& field : fields) {
    Charge(sizeof(Struct::Field) + field.first.size());
  }
  return Value(New<Struct>(std::move(fields)));
}

Value Heap::NewBuiltin(std::string name, NativeFunction run, Value receiver) {
  return Value(New<Builtin>(std::move(name), std::move(run), receiver));
}

Failed OutOfMemory(const Heap& heap) {
  return Failed(diag::Kind::kLimitMemory, "evaluation used more memory than the limit of " +
                                              std::to_string(heap.limit() >> 20) + " MiB");
}

}  // namespace kval::starlark
