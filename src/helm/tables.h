#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string_view>
#include <vector>

#include "src/support/arena.h"
#include "src/support/keyed_hash.h"
#include "src/value/builder.h"
#include "src/value/value.h"

// Mutable values for Helm's rules. Helm changes maps in place and shares them between values, and some
// results depend on it (imports that leak into their subchart); so a table is an object like a Go map. Lists
// are immutable once flags are read.
namespace kval::helm {

class Table;
struct TableList;

// A scalar, a list or a table, with its location.
struct TableValue {
  const value::Value* written = nullptr;  // the scalar; the source of a collection. Never null
  Table* table = nullptr;
  TableList* list = nullptr;
  const TableValue* below = nullptr;  // the value of a lower layer

  // An unreadable value is not null: it deletes nothing.
  bool is_null() const {
    return is_scalar() && written->kind == value::Kind::kNull && !IsRecovered(*written);
  }
  bool is_unreadable() const { return is_scalar() && written->gap == value::Recovery::kError; }
  bool is_scalar() const { return table == nullptr && list == nullptr; }
  value::Kind kind() const {
    return table != nullptr  ? value::Kind::kMapping
           : list != nullptr ? value::Kind::kSequence
                             : written->kind;
  }
};

struct TableList {
  std::vector<TableValue> items;
};

struct TableEntry {
  const value::Value* key;  // a string; null once it was erased
  TableValue node;
};

// Keys are strings, in the order in which they came.
class Table {
 public:
  TableValue* Find(std::string_view key);
  const TableValue* Find(std::string_view key) const;
  // Returns the slot with the key; null if there is none.
  const TableEntry* FindEntry(std::string_view key) const;
  // Sets a value. An existing key keeps its position and gets the span of `key`.
  void Set(const value::Value& key, const TableValue& node);
  void Erase(std::string_view key);

  // Records that unreadable keys may be missing. The merge of tables has the gaps of all of them.
  void AddRecovery(value::Recovery gap) { recovery_ = std::max(recovery_, gap); }
  // Adds the gap of an unreadable base value, which may have been a map.
  void AddRecoveryOf(const TableValue& below) {
    AddRecovery(below.is_unreadable() ? value::Recovery::kPartial : value::Recovery::kNone);
  }
  value::Recovery gap() const { return recovery_; }

  // False where no key has had null for its value.
  bool may_contain_nulls() const { return may_hold_nulls_; }
  size_t size() const { return live_; }
  // The number of slots, including erased ones. Iterate by index, because a table may grow during the
  // iteration.
  size_t slot_count() const { return slots_.size(); }
  const TableEntry& slot(size_t index) const { return slots_[index]; }
  TableEntry& slot(size_t index) { return slots_[index]; }

 private:
  size_t IndexOf(std::string_view key) const;

  std::vector<TableEntry> slots_;
  TextMap<std::string_view, size_t> index_;  // for large tables
  size_t live_ = 0;
  bool may_hold_nulls_ = false;
  value::Recovery recovery_ = value::Recovery::kNone;
};

// Owns tables and lists, and makes nodes.
class TableArena {
 public:
  explicit TableArena(Arena* arena) : build_(arena) {}

  Table* NewTable();
  TableList* NewList();
  TableValue MakeNode(Table* table, const value::Value* written = nullptr);
  TableValue MakeNode(TableList* list, const value::Value* written);
  TableValue MakeNode(const value::Value* scalar) const { return {scalar, nullptr, nullptr, nullptr}; }

  // Counts entries copied into tables of other charts, or inserted into lists before items that flags set.
  // Errors: throws BudgetExhausted if they far exceed the input, because each chart has a copy of its
  // parent's globals.
  void Count(size_t entries);
  // Copies a table with all nested tables; all other values are shared.
  Table* Copy(const Table& table);
  // `node` in the place of `below`.
  TableValue WithBase(const TableValue& node, const TableValue& below);
  // Returns the immutable value, with the replaced value as its origin.
  const value::Value* Freeze(const TableValue& node);

  value::Builder& build() { return build_; }

 private:
  const value::Value* FreezeNode(const TableValue& node);

  value::Builder build_;
  std::deque<Table> tables_;
  std::deque<TableList> lists_;
  size_t counted_ = 0;
};

}  // namespace kval::helm
