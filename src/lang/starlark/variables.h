#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

// The variables of one call, and those that its code reaches beyond it. Names were resolved to places, so
// that a variable is one access. A variable that has no value is unset; one whose value failed to be made,
// which was reported, is poisoned besides.
class Variables {
 public:
  // The slots of the call are on `stack` as long as this lives. `function` is null at the top level.
  Variables(std::vector<Value>& stack, const FunctionCode& code, Module* module, const Function* function)
      : stack_(stack), code_(code), module_(module), function_(function), base_(stack.size()) {
    stack_.resize(base_ + code.slot_names.size());
  }
  ~Variables() { stack_.resize(base_); }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  // Boxes captured parameters; to be called once before anything runs.
  void MakeCells(Heap& heap);

  Value& Slot(size_t slot) { return stack_[base_ + slot]; }
  const Value& Slot(size_t slot) const { return stack_[base_ + slot]; }
  Value Find(const NameExpr& name) const {
    switch (name.ref.scope) {
      case Scope::kLocal:
        return Slot(name.ref.index);
      case Scope::kCell:
      case Scope::kFree:
        return CellOf(name.ref)->value;
      case Scope::kGlobal:
        return module_->member(name.ref.index);
      case Scope::kPredeclared:
        return *name.ref.predeclared;
      case Scope::kUndefined:
        return {};
    }
    return {};
  }
  void Assign(const NameExpr& name, Value value);
  void Poison(const NameExpr& name);
  bool IsPoisoned(const NameExpr& name) const;
  // The captured cell of a function that is created here.
  Cell* Captured(const Capture& capture) const {
    return capture.from_frame ? Slot(capture.index).As<Cell>() : function_->captured()[capture.index];
  }

 private:
  Cell* CellOf(const Reference& ref) const {
    return ref.scope == Scope::kCell ? Slot(ref.index).As<Cell>() : function_->captured()[ref.index];
  }

  std::vector<Value>& stack_;
  const FunctionCode& code_;
  Module* module_;
  const Function* function_;
  size_t base_;
  std::vector<bool> poisoned_slots_;  // grown on demand
};

}  // namespace kval::starlark
