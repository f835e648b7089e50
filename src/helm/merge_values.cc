#include "src/helm/merge_values.h"

#include "src/support/native_stack.h"

namespace kval::helm {

void MergeValues(Table& base, const Table& over, TableArena& forest) {
  NeedStack();
  base.AddRecovery(over.gap());
  for (size_t i = 0; i < over.slot_count(); ++i) {
    const TableEntry& slot = over.slot(i);
    if (slot.key == nullptr) {
      continue;
    }
    const TableValue* below = base.Find(slot.key->raw);
    if (below != nullptr && below->table != nullptr && slot.node.table != nullptr) {
      MergeValues(*below->table, *slot.node.table, forest);
      const TableValue merged = forest.MakeNode(below->table, slot.node.written);
      base.Set(*slot.key, merged);
    } else {
      base.Set(*slot.key, below == nullptr ? slot.node : forest.WithBase(slot.node, *below));
    }
  }
}

}  // namespace kval::helm
