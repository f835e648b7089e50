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
struct List;

// A scalar, a list or a table, with the place where it was written.
struct Node {
  const value::Value* written = nullptr;  // the scalar; the source of a collection. Never null
  Table* table = nullptr;
  List* list = nullptr;
  const Node* below = nullptr;  // the value of a lower layer

  // What could not be read is no null: it deletes nothing.
  bool is_null() const { return is_scalar() && written->kind == value::Kind::kNull && !HasGap(*written); }
  bool is_unread() const { return is_scalar() && written->gap == value::Gap::kAll; }
  bool is_scalar() const { return table == nullptr && list == nullptr; }
  value::Kind kind() const {
    return table != nullptr  ? value::Kind::kMapping
           : list != nullptr ? value::Kind::kSequence
                             : written->kind;
  }
};

struct List {
  std::vector<Node> items;
};

struct Slot {
  const value::Value* key;  // a string; null once it was erased
  Node node;
};

// Keys are strings, in the order in which they came.
class Table {
 public:
  Node* Find(std::string_view key);
  const Node* Find(std::string_view key) const;
  // With its key; null when it is not there.
  const Slot* SlotOf(std::string_view key) const;
  // A key that is there keeps its place among the others and gets this one's span.
  void Set(const value::Value& key, const Node& node);
  void Erase(std::string_view key);

  // Keys that could not be read may be missing. A merge of tables has the gaps of all.
  void AddGap(value::Gap gap) { gap_ = std::max(gap_, gap); }
  // Applied on top of an unreadable value, which may have been a map.
  void AddGapOf(const Node& below) { AddGap(below.is_unread() ? value::Gap::kPart : value::Gap::kNone); }
  value::Gap gap() const { return gap_; }

  // False where no key has had null for its value.
  bool may_hold_nulls() const { return may_hold_nulls_; }
  size_t size() const { return live_; }
  // Erased ones among them. By index: a table may grow while it is walked.
  size_t slot_count() const { return slots_.size(); }
  const Slot& slot(size_t index) const { return slots_[index]; }
  Slot& slot(size_t index) { return slots_[index]; }

 private:
  size_t IndexOf(std::string_view key) const;

  std::vector<Slot> slots_;
  TextMap<std::string_view, size_t> index_;  // when there are many
  size_t live_ = 0;
  bool may_hold_nulls_ = false;
  value::Gap gap_ = value::Gap::kNone;
};

// Owns tables and lists, and makes nodes.
class Forest {
 public:
  explicit Forest(Arena* arena) : build_(arena) {}

  Table* NewTable();
  List* NewList();
  Node NodeOf(Table* table, const value::Value* written = nullptr);
  Node NodeOf(List* list, const value::Value* written);
  Node NodeOf(const value::Value* scalar) const { return {scalar, nullptr, nullptr, nullptr}; }

  // Counts entries copied into tables of other charts, or inserted into lists before items that flags set.
  // Throws WorkExhausted when they far exceed the input: each chart has a copy of its parent's globals.
  void Count(size_t entries);
  // Tables at every depth are new, all else is shared.
  Table* Copy(const Table& table);
  // `node` in the place of `below`.
  Node Over(const Node& node, const Node& below);
  // Returns the immutable value, with the replaced value as its origin.
  const value::Value* Freeze(const Node& node);

  value::Builder& build() { return build_; }

 private:
  const value::Value* FreezeAlone(const Node& node);

  value::Builder build_;
  std::deque<Table> tables_;
  std::deque<List> lists_;
  size_t counted_ = 0;
};

}  // namespace kval::helm
