#include "src/templating/duplicate_keys.h"

#include <unordered_set>

#include "src/merge/key_index.h"
#include "src/support/native_stack.h"
#include "src/templating/node_table.h"

namespace kval::templating {
namespace {

// Calls `fn` with each collection right below `value`.
template <typename Fn>
void EachCollection(const value::Value& value, Fn fn) {
  if (value.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value.entries()) {
      if (entry.value->is_collection()) {
        fn(*entry.value);
      }
    }
  } else if (value.kind == value::Kind::kSequence) {
    for (const value::Value* item : value.items()) {
      if (item->is_collection()) {
        fn(*item);
      }
    }
  }
}

// Looks at every collection once, however many aliases lead to it.
class Finder {
 public:
  using Found = std::unordered_map<const value::Value*, DuplicateKeyTable::NodeDuplicates>;

  explicit Finder(const std::vector<yaml::DuplicateKey>& keys) {
    for (const yaml::DuplicateKey& key : keys) {
      by_first_[key.first].push_back(key);
    }
  }

  bool Visit(const value::Value& value) {
    if (!seen_.insert(&value).second) {
      return found_.contains(&value);
    }
    NeedStack();
    DuplicateKeyTable::NodeDuplicates repeats;
    if (value.kind == value::Kind::kMapping) {
      for (const value::Entry& entry : value.entries()) {
        if (const auto keys = by_first_.find(entry.key); keys != by_first_.end()) {
          repeats.own.insert(repeats.own.end(), keys->second.begin(), keys->second.end());
        }
      }
    }
    EachCollection(value, [&](const value::Value& child) {
      if (Visit(child)) {
        repeats.below.push_back(&child);
      }
    });
    const bool has_some = !repeats.own.empty() || !repeats.below.empty();
    if (has_some) {
      found_.emplace(&value, std::move(repeats));
    }
    return has_some;
  }

  Found Take() { return std::move(found_); }

 private:
  std::unordered_map<const value::Value*, std::vector<yaml::DuplicateKey>> by_first_;
  std::unordered_set<const value::Value*> seen_;
  Found found_;
};

class Dropper {
 public:
  Dropper(const DuplicateKeyTable& repeated, value::Builder& builder)
      : repeated_(repeated), builder_(builder) {}

  const value::Value* Without(const value::Value* value) {
    if (repeated_.Find(*value) == nullptr) {
      return value;
    }
    if (const auto known = made_.find(value); known != made_.end()) {
      return known->second;
    }
    NeedStack();
    const value::Value* made = value->kind == value::Kind::kMapping ? Map(*value) : Array(*value);
    made_.emplace(value, made);
    return made;
  }

 private:
  // The effective entry keeps its position, as in ytt.
  const value::Value* Map(const value::Value& map) {
    std::vector<value::Entry> entries;
    merge::KeyIndex keys(&entries);
    for (const value::Entry& entry : map.entries()) {
      const merge::EntryPositions before = keys.Find(*entry.key);
      for (const size_t place : before.all()) {
        entries[place] = {nullptr, nullptr};
      }
      entries.push_back({entry.key, Without(entry.value)});
    }
    std::erase_if(entries, [](const value::Entry& entry) { return entry.key == nullptr; });
    return builder_.WithEntries(map, entries);
  }

  const value::Value* Array(const value::Value& array) {
    std::vector<const value::Value*> items;
    for (const value::Value* item : array.items()) {
      items.push_back(Without(item));
    }
    return builder_.WithItems(array, items);
  }

  const DuplicateKeyTable& repeated_;
  value::Builder& builder_;
  std::unordered_map<const value::Value*, const value::Value*> made_;
};

}  // namespace

DuplicateKeyTable DuplicateKeyTable::Of(const std::vector<TemplateNode>& nodes,
                                        const std::vector<yaml::DuplicateKey>& keys) {
  DuplicateKeyTable repeated;
  if (keys.empty()) {
    return repeated;
  }
  Finder finder(keys);
  for (const TemplateNode& node : nodes) {
    if (node.value != nullptr && node.value->is_collection()) {
      finder.Visit(*node.value);
    }
  }
  repeated.by_value_ = finder.Take();
  return repeated;
}

void RemoveOverriddenEntries(std::vector<TemplateNode>& nodes, const DuplicateKeyTable& repeated,
                             value::Builder& builder) {
  Dropper dropper(repeated, builder);
  for (TemplateNode& node : nodes) {
    if (node.value != nullptr) {
      node.value = dropper.Without(node.value);
    }
  }
}

}  // namespace kval::templating
