#include "src/value/string_keys.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "src/support/keyed_hash.h"
#include "src/support/native_stack.h"
#include "src/value/builder.h"
#include "src/value/compare.h"

namespace kval::value {
namespace {

// Returns whether a key may be a non-string; false for most documents. Visits at most `left` children without
// recording them, because aliases can make the tree larger than its source.
bool MayHaveOthers(const Value& value, size_t& left) {
  NeedStack();
  const size_t count = value.entries().size() + value.items().size();
  if (left < count) {
    return true;
  }
  left -= count;
  for (const Entry& entry : value.entries()) {
    if (entry.key->kind != Kind::kString ||
        (entry.value->is_collection() && MayHaveOthers(*entry.value, left))) {
      return true;
    }
  }
  for (const Value* item : value.items()) {
    if (item->is_collection() && MayHaveOthers(*item, left)) {
      return true;
    }
  }
  return false;
}

class KeyStrings {
 public:
  KeyStrings(Arena& arena, const KeyCollisionCallback& tell, KeyTextFunction text_of)
      : arena_(arena), build_(&arena), tell_(tell), text_of_(text_of) {}

  const Value* Of(const Value& value) {
    NeedStack();
    if (value.kind == Kind::kMapping) {
      return IsCheap(value) ? Mapping(value) : Once(value, value.entries().data());
    }
    if (value.kind == Kind::kSequence) {
      return IsCheap(value) ? Sequence(value) : Once(value, value.items().data());
    }
    return &value;
  }

 private:
  // Whether visiting again costs less than recording.
  static bool IsCheap(const Value& collection) {
    constexpr size_t kMost = 16;
    return collection.entries().size() + collection.items().size() <= kMost &&
           std::none_of(collection.entries().begin(), collection.entries().end(),
                        [](const Entry& entry) { return entry.value->is_collection(); }) &&
           std::none_of(collection.items().begin(), collection.items().end(),
                        [](const Value* item) { return item->is_collection(); });
  }

  // Aliases of a collection are separate nodes with the same children.
  const Value* Once(const Value& collection, const void* children) {
    const auto known = made_.find(children);
    if (known == made_.end()) {
      const Value* made = collection.kind == Kind::kMapping ? Mapping(collection) : Sequence(collection);
      made_.emplace(children, made == &collection ? nullptr : made);
      return made;
    }
    return known->second == nullptr ? &collection : WithChildrenOf(collection, *known->second);
  }

  const Value* Mapping(const Value& mapping) {
    std::vector<Entry> changed;  // empty as long as nothing does
    bool has_other_keys = false;
    for (size_t i = 0; i < mapping.entries().size(); ++i) {
      const Entry& entry = mapping.entries()[i];
      const Entry now{Key(*entry.key), Of(*entry.value)};
      has_other_keys = has_other_keys || now.key != entry.key;
      if (changed.empty() && now.key == entry.key && now.value == entry.value) {
        continue;
      }
      if (changed.empty()) {
        changed.assign(mapping.entries().begin(), mapping.entries().end());
      }
      changed[i] = now;
    }
    if (has_other_keys && tell_) {
      ReportCollisions(changed);
    }
    return changed.empty() ? &mapping : build_.WithEntries(mapping, changed);
  }

  void ReportCollisions(const std::vector<Entry>& entries) {
    TextMap<std::string_view, const Value*> first;
    for (const Entry& entry : entries) {
      const auto [known, is_new] = first.try_emplace(entry.key->raw.view(), entry.key);
      if (!is_new && !IsRecovered(*entry.key)) {
        tell_(*known->second, *entry.key);
      }
    }
  }

  const Value* Sequence(const Value& sequence) {
    std::vector<const Value*> changed;  // the same
    for (size_t i = 0; i < sequence.items().size(); ++i) {
      const Value* now = Of(*sequence.items()[i]);
      if (changed.empty() && now == sequence.items()[i]) {
        continue;
      }
      if (changed.empty()) {
        changed.assign(sequence.items().begin(), sequence.items().end());
      }
      changed[i] = now;
    }
    return changed.empty() ? &sequence : build_.WithItems(sequence, changed);
  }

  const Value* WithChildrenOf(const Value& collection, const Value& other) {
    Value* made = collection.has_origin ? arena_.New<MergedValue>(collection, *collection.origin())
                                        : arena_.New<Value>(collection);
    if (other.kind == Kind::kMapping) {
      made->entry_list = other.entry_list;
    } else {
      made->item_list = other.item_list;
    }
    return made;
  }

  const Value* Key(const Value& key) {
    if (key.kind == Kind::kString || IsRecovered(key)) {
      return &key;
    }
    const bool is_given = text_of_ != nullptr && !key.is_collection();
    return build_.String(is_given ? text_of_(key) : PlainText(key), key.span);
  }

  Arena& arena_;
  Builder build_;
  const KeyCollisionCallback& tell_;
  const KeyTextFunction text_of_;
  // Results by address of a collection's children; null if unchanged.
  std::unordered_map<const void*, const Value*> made_;
};

}  // namespace

const Value* StringifyKeys(const Value& root, Arena& arena, const KeyCollisionCallback& tell,
                           KeyTextFunction text_of) {
  size_t most_looked_at = size_t{1} << 20;
  return MayHaveOthers(root, most_looked_at) ? KeyStrings(arena, tell, text_of).Of(root) : &root;
}

}  // namespace kval::value
