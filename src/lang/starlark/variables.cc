#include "src/lang/starlark/variables.h"

namespace kval::starlark {

void Variables::MakeCells(Heap& heap) {
  for (const uint32_t slot : code_.cell_slots) {
    CaptureCell* cell = heap.New<CaptureCell>();
    cell->value = Slot(slot);
    Slot(slot) = Value(cell);
  }
}

void Variables::Assign(const NameExpr& name, Value value) {
  switch (name.ref.scope) {
    case Scope::kLocal:
      Slot(name.ref.index) = value;
      return;
    case Scope::kCell:
    case Scope::kFree:
      CellOf(name.ref)->value = value;
      return;
    case Scope::kGlobal:
      module_->Assign(name.ref.index, value);
      return;
    case Scope::kPredeclared:
    case Scope::kUndefined:
      return;
  }
}

void Variables::Poison(const NameExpr& name) {
  const size_t index = name.ref.index;
  switch (name.ref.scope) {
    case Scope::kLocal:
      Slot(index) = {};
      if (tainted_slots_.size() <= index) {
        tainted_slots_.resize(index + 1);
      }
      tainted_slots_[index] = true;
      return;
    case Scope::kCell:
    case Scope::kFree: {
      CaptureCell* cell = CellOf(name.ref);
      cell->value = {};
      cell->is_tainted = true;
      return;
    }
    case Scope::kGlobal:
      module_->Poison(index);
      return;
    case Scope::kPredeclared:
    case Scope::kUndefined:
      return;
  }
}

bool Variables::IsPoisoned(const NameExpr& name) const {
  const size_t index = name.ref.index;
  switch (name.ref.scope) {
    case Scope::kLocal:
      return index < tainted_slots_.size() && tainted_slots_[index];
    case Scope::kCell:
    case Scope::kFree:
      return CellOf(name.ref)->is_tainted;
    case Scope::kGlobal:
      return module_->IsPoisoned(index);
    case Scope::kPredeclared:
    case Scope::kUndefined:
      return false;
  }
  return false;
}

}  // namespace kval::starlark
