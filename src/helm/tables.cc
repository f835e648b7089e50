#include "src/helm/tables.h"

#include "src/support/budget_exhausted.h"
#include "src/support/native_stack.h"

namespace kval::helm {
namespace {

constexpr size_t kFewKeys = 16;  // are searched one by one
constexpr size_t kNotThere = static_cast<size_t>(-1);

}  // namespace

size_t Table::IndexOf(std::string_view key) const {
  if (!index_.empty()) {
    const auto found = index_.find(key);
    return found == index_.end() ? kNotThere : found->second;
  }
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (slots_[i].key != nullptr && slots_[i].key->raw == key) {
      return i;
    }
  }
  return kNotThere;
}

TableValue* Table::Find(std::string_view key) {
  const size_t index = IndexOf(key);
  return index == kNotThere ? nullptr : &slots_[index].node;
}

const TableValue* Table::Find(std::string_view key) const {
  const size_t index = IndexOf(key);
  return index == kNotThere ? nullptr : &slots_[index].node;
}

const TableEntry* Table::FindEntry(std::string_view key) const {
  const size_t index = IndexOf(key);
  return index == kNotThere ? nullptr : &slots_[index];
}

void Table::Set(const value::Value& key, const TableValue& node) {
  may_hold_nulls_ = may_hold_nulls_ || node.is_null();
  const size_t index = IndexOf(key.raw);
  if (index != kNotThere) {
    slots_[index] = {&key, node};
    return;
  }
  slots_.push_back({&key, node});
  ++live_;
  if (!index_.empty()) {
    index_.emplace(key.raw, slots_.size() - 1);
  } else if (slots_.size() > kFewKeys) {
    for (size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].key != nullptr) {
        index_.emplace(slots_[i].key->raw, i);
      }
    }
  }
}

void Table::Erase(std::string_view key) {
  const size_t index = IndexOf(key);
  if (index == kNotThere) {
    return;
  }
  index_.erase(slots_[index].key->raw);
  slots_[index].key = nullptr;
  --live_;
  if (live_ == 0) {
    slots_.clear();
    index_.clear();
  }
}

Table* TableArena::NewTable() {
  return &tables_.emplace_back();
}

TableList* TableArena::NewList() {
  return &lists_.emplace_back();
}

TableValue TableArena::MakeNode(Table* table, const value::Value* written) {
  return {written == nullptr ? build_.Mapping({}) : written, table, nullptr, nullptr};
}

TableValue TableArena::MakeNode(TableList* list, const value::Value* written) {
  return {written, nullptr, list, nullptr};
}

void TableArena::Count(size_t entries) {
  constexpr size_t kMost = 4'000'000;
  counted_ += entries;
  if (counted_ > kMost) {
    throw BudgetExhausted(BudgetExhausted::BudgetKind::kCharts);
  }
}

Table* TableArena::Copy(const Table& table) {
  NeedStack();
  Count(table.size());
  Table* copy = NewTable();
  copy->AddRecovery(table.gap());
  for (size_t i = 0; i < table.slot_count(); ++i) {
    const TableEntry& slot = table.slot(i);
    if (slot.key == nullptr) {
      continue;
    }
    TableValue node = slot.node;
    if (node.table != nullptr) {
      node.table = Copy(*node.table);
    }
    copy->Set(*slot.key, node);
  }
  return copy;
}

TableValue TableArena::WithBase(const TableValue& node, const TableValue& below) {
  TableValue result = node;
  if (result.table != nullptr) {
    result.table->AddRecoveryOf(below);
  }
  if (result.below == nullptr && below.written != node.written && below.written->span.has_value()) {
    result.below = build_.arena().New<TableValue>(below);
  }
  return result;
}

const value::Value* TableArena::FreezeNode(const TableValue& node) {
  if (node.list != nullptr) {
    std::vector<const value::Value*> items;
    items.reserve(node.list->items.size());
    for (const TableValue& item : node.list->items) {
      items.push_back(Freeze(item));
    }
    return node.written->kind == value::Kind::kSequence ? build_.WithItems(*node.written, items)
                                                        : build_.Sequence(items, node.written->span);
  }
  if (node.table == nullptr) {
    return node.written;
  }
  std::vector<value::Entry> entries;
  entries.reserve(node.table->size());
  for (size_t i = 0; i < node.table->slot_count(); ++i) {
    const TableEntry& slot = node.table->slot(i);
    if (slot.key != nullptr) {
      entries.push_back({slot.key, Freeze(slot.node)});
    }
  }
  const value::Value* map = node.written->kind == value::Kind::kMapping
                                ? build_.WithEntries(*node.written, entries)
                                : build_.Mapping(entries, node.written->span);
  return node.table->gap() == value::Recovery::kNone ? map : build_.MakePartial(*map);
}

const value::Value* TableArena::Freeze(const TableValue& node) {
  NeedStack();
  const value::Value* value = FreezeNode(node);
  if (node.below == nullptr) {
    return value;
  }
  // Of a collection below, its place is enough.
  return build_.WithOrigin(*value, node.below->written, value, {});
}

}  // namespace kval::helm
