#pragma once

#include <cstddef>
#include <vector>

#include "src/lang/starlark/ast.h"
#include "src/lang/starlark/function.h"
#include "src/lang/starlark/heap.h"
#include "src/lang/starlark/object.h"
#include "src/lang/starlark/value.h"

namespace kval::starlark {

// The variables of one call, and the outer variables that its code uses. Names are resolved to slots, so that
// each access is a direct one. A variable without a value is unset; if computing its value failed, which was
// reported, it is also poisoned.
class Variables {
 public:
  // The slots of the call are on `stack` during the lifetime of this object. `function` is null at top level.
  Variables(std::vector<Value>& stack, const FunctionCode& code, Module* module, const Function* function)
      : stack_(stack), code_(code), module_(module), function_(function), base_(stack.size()) {
    stack_.resize(base_ + code.slot_names.size());
  }
  ~Variables() { stack_.resize(base_); }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  // Moves captured parameters to cells; call once before anything runs.
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
  // Returns the cell to capture by a function that is created here.
  CaptureCell* Captured(const Capture& capture) const {
    return capture.from_frame ? Slot(capture.index).As<CaptureCell>() : function_->captured()[capture.index];
  }

 private:
  CaptureCell* CellOf(const Reference& ref) const {
    return ref.scope == Scope::kCell ? Slot(ref.index).As<CaptureCell>() : function_->captured()[ref.index];
  }

  std::vector<Value>& stack_;
  const FunctionCode& code_;
  Module* module_;
  const Function* function_;
  size_t base_;
  std::vector<bool> tainted_slots_;  // grown on demand
};

}  // namespace kval::starlark
