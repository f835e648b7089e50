// Overlaying maps.

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/merge/contains.h"
#include "src/merge/key_index.h"
#include "src/merge/key_table_cache.h"
#include "src/merge/key_text.h"
#include "src/merge/merger.h"
#include "src/merge/unindented_block.h"
#include "src/support/substitute.h"

namespace kval::merge {
namespace {

constexpr diag::Def<std::string, std::string> kUnindented{
    diag::Kind::kMissingOkNeeded,
    "expected to match exactly 1 map item with key `{}`, but found it in `{}` only"};
constexpr diag::Def<std::string> kRepeatedKey{diag::Kind::kBadOverlay,
                                              "the overlay sets the key `{}` of the map more than once"};

diag::DiagnosticBuilder RepeatedKey(diag::Emitter& emit, const OverlayFrame& item,
                                    std::array<const value::Value*, 2> keys) {
  diag::DiagnosticBuilder report = emit.Report(item.span, kRepeatedKey, KeyText(*item.name));
  for (const value::Value* key : keys) {
    if (key->span != item.span) {
      report.Related(key->span, "this one has the key, too");
    }
  }
  report.Hint("a replacement or new item has its own key; merge the item to keep the existing key");
  return report;
}

}  // namespace

// The left map during a merge of several items. Removed entries have no key. The map is copied on the first
// change of an entry, unless it may be modified in place.
class Merger::MapWork {
 public:
  // `tables` is null or outlives the work.
  MapWork(const value::Value& left, value::Builder& build, KeyTableCache* tables)
      : left_(left), build_(build), tables_(tables) {
    if (tables_ != nullptr) {
      KeyTableCache::TakenTable known = tables_->Take(left);
      table_ = std::move(known.table);
      own_ = known.exclusive;
    }
    is_own_ = own_ != nullptr;
  }

  // After the merge the map is incomplete: entries that the items do not set are unknown.
  void HideUntouched() {
    Edit();
    touched_.resize(rows().size());
    for (size_t i = 0; i < left_.entries().size(); ++i) {
      if (own_[i].key != nullptr && !touched_[i]) {
        own_[i].value = build_.MakeUnreadable(*own_[i].value);
      }
    }
  }
  void Touch(const EntryPositions& places) {
    for (const size_t place : places.all()) {
      touched_.resize(std::max(touched_.size(), place + 1));
      touched_[place] = true;
    }
  }

  const value::Value& left() const { return left_; }
  EntryRows rows() const {
    return {is_edited_ ? std::span<const value::Entry>(own_, left_.entries().size()) : left_.entries(),
            added_};
  }
  const value::Entry& at(size_t position) const { return rows()[position]; }
  EntryPositions Find(const value::Value& key) { return table_.Find(key, rows()); }
  // Returns the left map's own value for that key, or null.
  const value::Value* Below(const value::Value& key) {
    const EntryPositions places = Find(key);
    const bool has_one = !places.empty() && places.all().front() < left_.entries().size();
    return has_one ? left_.entries()[places.all().front()].value : nullptr;
  }

  void Set(size_t position, value::Entry entry) {
    value::Entry& edited = Edited(position);
    const bool same_key = SameKey(*edited.key, *entry.key);
    edited = entry;
    if (!same_key) {
      table_.Forget();
    }
  }
  // Never in place: the left map's entries may be needed for a hint or for provenance.
  void Remove(size_t position) {
    if (position < left_.entries().size() && own_ == left_.entries().data()) {
      own_ = build_.CopyOfEntries(left_).data();
    }
    Edited(position) = {nullptr, nullptr};
    has_holes_ = true;
  }
  void Add(value::Entry entry) { added_.push_back(entry); }

  // The map that became of it, with whose table the next layer goes on; the left one where nothing was
  // changed.
  const value::Value* Finish() {
    if (has_holes_) {
      table_ = {};
      std::erase_if(added_, IsRemoved);
    }
    const value::Value* made = &left_;
    if (is_edited_) {
      const std::span<value::Entry> all(own_, left_.entries().size());
      const auto end = has_holes_ ? std::remove_if(all.begin(), all.end(), IsRemoved) : all.end();
      made = build_.WithRow(left_, all.first(static_cast<size_t>(end - all.begin())));
    }
    if (!added_.empty()) {
      const value::Entry* const before = made->entries().data();
      made = build_.WithMore(*made, added_);
      // Entries appended in place may be shared with other values.
      is_own_ = is_own_ || made->entries().data() != before;
    }
    if (tables_ != nullptr) {
      tables_->Keep(*made, std::move(table_), is_own_);
    }
    return made;
  }

 private:
  static bool IsRemoved(const value::Entry& entry) { return entry.key == nullptr; }

  // From now on `own_` is what counts.
  void Edit() {
    if (own_ == nullptr) {
      own_ = build_.CopyOfEntries(left_).data();
      is_own_ = true;
    }
    is_edited_ = true;
  }
  value::Entry& Edited(size_t position) {
    const size_t below = left_.entries().size();
    if (position >= below) {
      return added_[position - below];
    }
    Edit();
    return own_[position];
  }

  const value::Value& left_;
  value::Builder& build_;
  KeyTableCache* tables_;
  value::Entry* own_ =
      nullptr;           // the left map's entries, to be changed; null as long as they are the map's alone
  bool is_own_ = false;  // whether no other value shares the new entries
  std::vector<value::Entry> added_;
  KeyTable table_;
  std::vector<bool> touched_;  // known as far as there is a gap
  bool is_edited_ = false;     // other than by adding
  bool has_holes_ = false;
};

void Merger::ReportUnindented(const OverlayFrame& map, const UnindentedBlock& block) {
  ok_ = false;
  const value::Entry& bare = map.value->entries()[block.bare];
  if (IsRecovered(*bare.value)) {
    return;
  }
  const value::Entry& first = map.value->entries()[block.bare + 1];
  const std::string name = KeyText(*bare.key);
  diag::DiagnosticBuilder report =
      context_.emit->Report(first.key->span, kUnindented, KeyText(*first.key), name);
  report.Related(bare.key->span, "this key has no value")
      .Hint(Substitute("indent it and its value if it belongs to `{}`", name));
  EmitAt(std::move(report),
         ItemFrame(map, OverlayNodeKind::kMapItem, first.key, first.value, block.bare + 1, first.key->span));
}

const value::Value* Merger::MergeMap(const value::Value& left, const OverlayFrame& frame) {
  const std::span<const value::Entry> entries = frame.value->entries();
  MapWork work(left, *context_.builder, context_.tables);
  UnindentedBlockFinder unindented([&work](const value::Value& key) { return work.Below(key); },
                                   *frame.value);
  for (size_t i = 0; i < entries.size(); ++i) {
    const value::Entry& entry = entries[i];
    const std::optional<UnindentedBlock> block =
        plan_.defaults() == Defaults::kAnnotated ? unindented.Find(i) : std::nullopt;
    if (block) {
      // The block is not merged, because its intended place is a guess.
      ReportUnindented(frame, *block);
      i = block->end - 1;
      continue;
    }
    MergeMapItem(work,
                 ItemFrame(frame, OverlayNodeKind::kMapItem, entry.key, entry.value, i, entry.key->span));
  }
  const bool has_gap = IsRecovered(left) || IsRecovered(*frame.value);
  if (left.gap == value::Recovery::kError || IsRecovered(*frame.value)) {
    work.HideUntouched();
  }
  const value::Value* merged = work.Finish();
  if (merged == &left) {
    return &left;
  }
  if (has_gap) {
    merged = context_.builder->MakePartial(*merged);
  }
  return MakeMerged(left, *frame.value, frame, merged);
}

std::optional<EntryPositions> Merger::FindItems(MapWork& work, const OverlayFrame& item) {
  if (item.op == nullptr || std::holds_alternative<MatchByItemKey>(item.op->by)) {
    return work.Find(*item.name);
  }
  // Asked for when there is something to compare it with: ytt calls its matcher for each entry.
  const MatchByKeyValue* by = std::get_if<MatchByKeyValue>(&item.op->by);
  const value::Value* expected = nullptr;
  EntryPositions found;
  size_t index = 0;
  const EntryRows rows = work.rows();
  for (size_t i = 0; i < rows.size(); ++i) {
    const value::Entry& entry = rows[i];
    if (entry.key == nullptr) {
      continue;
    }
    std::optional<bool> matches;
    if (by == nullptr) {
      matches = EvaluateMatcher(item, {index++, entry.key, entry.value});
    } else {
      expected = expected == nullptr ? KeyedValue(*item.value, by->key, item) : expected;
      const value::Value* have = expected == nullptr ? nullptr : KeyedValue(*entry.value, by->key, item);
      if (have != nullptr) {
        matches = EqualScalars(*have, *expected);
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

void Merger::MergeMapItem(MapWork& work, const OverlayFrame& item) {
  if (item.op != nullptr && item.op->is_invalid) {
    ok_ = false;
    return;
  }
  const Action action = GetAction(item);
  if (action == Action::kInsert || action == Action::kAppend) {
    Bad(item, Substitute("`@overlay/{}` cannot be used on a map item", ActionName(action)),
        "only array items and documents have an order");
    return;
  }
  const std::optional<EntryPositions> positions = FindItems(work, item);
  if (!positions) {
    return;
  }
  const auto span_of = [&work](size_t position) { return work.at(position).key->span; };
  const auto lefts = [&work] {
    std::vector<const value::Value*> all;
    const EntryRows rows = work.rows();
    for (size_t i = 0; i < rows.size(); ++i) {
      if (rows[i].key != nullptr) {
        all.push_back(rows[i].value);
      }
    }
    return all;
  };
  if (!ShouldApply(*positions, item, &work.left(), span_of, lefts)) {
    return;
  }
  if (IsRecovered(work.left()) || IsRecovered(*item.parent->value)) {
    work.Touch(*positions);
  }
  ApplyToMap(work, action, item, positions->all());
  // Found by something else than its key, an item may bring a key that another one has.
  if (MatchesByOwnKey(item)) {
    return;
  }
  if (const EntryPositions same = work.Find(*item.name); same.size() > 1) {
    Emit(RepeatedKey(*context_.emit, item, {work.at(same.all()[0]).key, work.at(same.all()[1]).key}), item);
  }
}

void Merger::ApplyToMap(MapWork& work, Action action, const OverlayFrame& item,
                        std::span<const size_t> found) {
  switch (action) {
    case Action::kMerge:
      if (found.empty()) {
        unused_.WarnUnused(item);
        work.Add({item.name, GetInitialValue(item)});
      }
      for (const size_t position : found) {
        const value::Entry old = work.at(position);
        const value::Value* merged = Merge(*old.value, item);
        if (merged == nullptr || merged == old.value) {
          continue;
        }
        // Replaced values have the overlay's span, merged ones keep their own.
        const bool is_replaced = merged->span != old.value->span || !merged->is_collection();
        const value::Value* key = old.key;
        if (is_replaced && item.name->span.has_value()) {
          key = context_.builder->WithSpan(*old.key, item.name->span);
          TransferAnnotations(old.key, key);
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
