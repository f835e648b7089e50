// Overlaying maps.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/merge/contains.h"
#include "src/merge/key_index.h"
#include "src/merge/key_text.h"
#include "src/merge/merger.h"
#include "src/merge/unindented.h"
#include "src/support/substitute.h"

namespace kval::merge {
namespace {

constexpr diag::Def<std::string, std::string> kUnindented{
    diag::Kind::kMissingOkNeeded,
    "expected to match exactly 1 map item with key `{}`, but found it in `{}` only"};
constexpr diag::Def<std::string> kRepeatedKey{diag::Kind::kBadOverlay,
                                              "the overlay gives the map more than one key `{}`"};

diag::Builder RepeatedKey(diag::Emitter& emit, const Frame& item, std::array<const value::Value*, 2> keys) {
  diag::Builder report = emit.Report(item.span, kRepeatedKey, KeyText(*item.name));
  for (const value::Value* key : keys) {
    if (key->span != item.span) {
      report.Related(key->span, "this one has the key, too");
    }
  }
  report.Hint(
      "what replaces an item, or is added, brings its own key; merge it to keep the key that is there");
  return report;
}

}  // namespace

// The left map while items are laid over it, one after the other. Removed entries have no key.
class Merger::MapWork {
 public:
  // At most `more` entries are added.
  MapWork(const value::Value& left, size_t more) : left_(left), index_(&entries_) {
    entries_.reserve(left.entries().size() + more);
    entries_.assign(left.entries().begin(), left.entries().end());
  }

  // The map has a gap once the items are laid over it: what they leave alone is not known any more.
  void HideUntouched(value::Builder& build) {
    touched_.resize(entries_.size());
    for (size_t i = 0; i < left_.entries().size(); ++i) {
      if (entries_[i].key != nullptr && !touched_[i]) {
        entries_[i].value = build.Unread(*entries_[i].value);
      }
    }
    is_changed_ = is_edited_ = true;
  }
  void Touch(const Places& places) {
    for (const size_t place : places.all()) {
      touched_.resize(std::max(touched_.size(), place + 1));
      touched_[place] = true;
    }
  }

  const value::Value& left() const { return left_; }
  const std::vector<value::Entry>& entries() const { return entries_; }
  const value::Entry& at(size_t position) const { return entries_[position]; }
  KeyIndex& index() { return index_; }

  void Set(size_t position, value::Entry entry) {
    const bool same_key = SameKey(*entries_[position].key, *entry.key);
    entries_[position] = entry;
    // The table holds pointers to keys, so it only survives when the old key stays alive: it does, in the
    // arena.
    if (!same_key) {
      index_.Forget();
    }
    is_changed_ = is_edited_ = true;
  }
  void Remove(size_t position) {
    entries_[position] = {nullptr, nullptr};
    is_changed_ = is_edited_ = has_holes_ = true;
  }
  void Add(value::Entry entry) {
    entries_.push_back(entry);
    is_changed_ = true;
  }

  bool is_changed() const { return is_changed_; }
  // What was added, where nothing else was changed.
  std::span<const value::Entry> added() const {
    return std::span<const value::Entry>(entries_).subspan(left_.entries().size());
  }
  bool has_only_added() const { return !is_edited_; }
  std::vector<value::Entry> Take() {
    if (has_holes_) {
      std::erase_if(entries_, [](const value::Entry& entry) { return entry.key == nullptr; });
    }
    return std::move(entries_);
  }

 private:
  const value::Value& left_;
  std::vector<value::Entry> entries_;
  KeyIndex index_;
  std::vector<bool> touched_;  // known as far as there is a gap
  bool is_changed_ = false;
  bool is_edited_ = false;  // other than by adding
  bool has_holes_ = false;
};

void Merger::ReportUnindented(const Frame& map, const UnindentedBlock& block) {
  ok_ = false;
  const value::Entry& bare = map.value->entries()[block.bare];
  if (HasGap(*bare.value)) {
    return;
  }
  const value::Entry& first = map.value->entries()[block.bare + 1];
  const std::string name = KeyText(*bare.key);
  diag::Builder report = context_.emit->Report(first.key->span, kUnindented, KeyText(*first.key), name);
  report.Related(bare.key->span, "this key has no value")
      .Hint(Substitute("indent it, and what belongs to it, if it was meant for `{}`", name));
  EmitAt(std::move(report),
         ItemFrame(map, NodeKind::kMapItem, first.key, first.value, block.bare + 1, first.key->span));
}

const value::Value* Merger::MergeMap(const value::Value& left, const Frame& frame) {
  const std::span<const value::Entry> entries = frame.value->entries();
  MapWork work(left, entries.size());
  UnindentedBlocks unindented(left, *frame.value);
  for (size_t i = 0; i < entries.size(); ++i) {
    const value::Entry& entry = entries[i];
    const std::optional<UnindentedBlock> block =
        plan_.defaults() == Defaults::kAnnotated ? unindented.Find(i) : std::nullopt;
    if (block) {
      // What stands there is not merged: where it belongs is a guess.
      ReportUnindented(frame, *block);
      i = block->end - 1;
      continue;
    }
    MergeMapItem(work, ItemFrame(frame, NodeKind::kMapItem, entry.key, entry.value, i, entry.key->span));
  }
  const bool has_gap = HasGap(left) || HasGap(*frame.value);
  if (left.gap == value::Gap::kAll || HasGap(*frame.value)) {
    work.HideUntouched(*context_.builder);
  }
  if (!work.is_changed()) {
    return &left;
  }
  const value::Value* merged = work.has_only_added() ? context_.builder->WithMore(left, work.added())
                                                     : context_.builder->WithEntries(left, work.Take());
  if (has_gap) {
    merged = context_.builder->Partial(*merged);
  }
  return Over(left, *frame.value, frame, merged);
}

std::optional<Places> Merger::FindItems(MapWork& work, const Frame& item) {
  if (item.op == nullptr || std::holds_alternative<ByOwnKey>(item.op->by)) {
    return work.index().Find(*item.name);
  }
  // Asked for when there is something to compare it with: ytt calls its matcher for each entry.
  const ByKey* by = std::get_if<ByKey>(&item.op->by);
  const value::Value* wanted = nullptr;
  Places found;
  size_t index = 0;
  for (size_t i = 0; i < work.entries().size(); ++i) {
    const value::Entry& entry = work.at(i);
    if (entry.key == nullptr) {
      continue;
    }
    std::optional<bool> matches;
    if (by == nullptr) {
      matches = Asks(item, {index++, entry.key, entry.value});
    } else {
      wanted = wanted == nullptr ? KeyedValue(*item.value, by->key, item) : wanted;
      const value::Value* have = wanted == nullptr ? nullptr : KeyedValue(*entry.value, by->key, item);
      if (have != nullptr) {
        matches = SameLeaf(*have, *wanted);
      }
    }
    if (!matches) {
      return std::nullopt;
    }
    if (*matches) {
      found.Add(i);
    }
  }
  return found;
}

void Merger::MergeMapItem(MapWork& work, const Frame& item) {
  if (item.op != nullptr && item.op->is_faulty) {
    ok_ = false;
    return;
  }
  const Action action = ActionOf(item);
  if (action == Action::kInsert || action == Action::kAppend) {
    Bad(item, Substitute("`@overlay/{}` cannot be used on a map item", ActionName(action)),
        "only array items and documents have a place among others");
    return;
  }
  const std::optional<Places> positions = FindItems(work, item);
  if (!positions) {
    return;
  }
  const auto span_of = [&work](size_t position) { return work.at(position).key->span; };
  const auto lefts = [&work] {
    std::vector<const value::Value*> all;
    for (const value::Entry& entry : work.entries()) {
      if (entry.key != nullptr) {
        all.push_back(entry.value);
      }
    }
    return all;
  };
  if (!MayUse(*positions, item, &work.left(), span_of, lefts)) {
    return;
  }
  if (HasGap(work.left()) || HasGap(*item.parent->value)) {
    work.Touch(*positions);
  }
  ApplyToMap(work, action, item, positions->all());
  // Found by something else than its key, an item may bring a key that another one has.
  if (MatchesByOwnKey(item)) {
    return;
  }
  if (const Places same = work.index().Find(*item.name); same.size() > 1) {
    Emit(RepeatedKey(*context_.emit, item, {work.at(same.all()[0]).key, work.at(same.all()[1]).key}), item);
  }
}

void Merger::ApplyToMap(MapWork& work, Action action, const Frame& item, std::span<const size_t> found) {
  switch (action) {
    case Action::kMerge:
      if (found.empty()) {
        work.Add({item.name, BegunBy(item)});
      }
      for (const size_t position : found) {
        const value::Entry old = work.at(position);
        const value::Value* merged = Merge(*old.value, item);
        if (merged == nullptr || merged == old.value) {
          continue;
        }
        // What was replaced carries the overlay's place, what was merged keeps its own.
        const bool is_replaced = merged->span != old.value->span || !merged->is_collection();
        const value::Value* key = old.key;
        if (is_replaced && item.name->span.has_value()) {
          key = context_.builder->WithSpan(*old.key, item.name->span);
          Transferred(old.key, key);
        }
        work.Set(position, {key, merged});
      }
      return;
    case Action::kReplace:
      if (found.empty() && item.op->or_add) {
        if (const value::Value* made = Replacement(nullptr, item); made != nullptr) {
          work.Add({item.name, made});
        }
      }
      for (const size_t position : found) {
        if (const value::Value* made = Replacement(work.at(position).value, item); made != nullptr) {
          work.Set(position, {item.name, made});
        }
      }
      return;
    case Action::kRemove:
      for (const size_t position : found) {
        work.Remove(position);
      }
      return;
    case Action::kAssert:
      for (const size_t position : found) {
        const value::Entry old = work.at(position);
        if (!Holds(*old.value, item) || !item.value->is_collection()) {
          continue;
        }
        if (const value::Value* merged = Merge(*old.value, item); merged != nullptr && merged != old.value) {
          work.Set(position, {old.key, merged});
        }
      }
      return;
    case Action::kInsert:
    case Action::kAppend:
      return;
  }
}

}  // namespace kval::merge
