// Overlaying arrays.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/merge/annotation_names.h"
#include "src/merge/insertion_order.h"
#include "src/merge/key_index.h"
#include "src/merge/key_text.h"
#include "src/merge/merger.h"
#include "src/merge/scalar_leaf_index.h"
#include "src/support/substitute.h"

namespace kval::merge {
namespace {

constexpr diag::Def<std::string_view, std::string_view> kNothingMatched{
    diag::Kind::kBadOverlay, "`@overlay/{}` on an array item does nothing without `@{} by=`"};

}  // namespace

// The left array during a merge of several items. Removed items are null. The array is copied on the first
// operation other than appending. Inserted items are appended and linked until the order is needed, so that
// indexes by key or part stay valid.
class Merger::ArrayWork {
 public:
  explicit ArrayWork(const value::Value& left) : left_(left), count_(left.items().size()) {}

  const value::Value& left() const { return left_; }
  const std::vector<const value::Value*>& items() {
    Copy();
    return items_;
  }
  const value::Value* at(size_t position) { return items()[position]; }
  // Whether all items were removed, or there was none.
  bool is_empty() const { return count_ == 0; }

  // Of the item with that index among those that were not removed.
  std::optional<size_t> PositionOf(size_t index) {
    if (index >= count_) {
      return std::nullopt;
    }
    if (!links_.empty()) {
      size_t at = links_.first();
      for (size_t before = 0; items_[at] == nullptr || before < index; at = links_.Next(at)) {
        before += items_[at] == nullptr ? 0 : 1;
      }
      return at;
    }
    size_t position = has_holes_ ? 0 : index;
    for (size_t before = 0; has_holes_ && (items_[position] == nullptr || before < index); ++position) {
      before += items_[position] == nullptr ? 0 : 1;
    }
    return position;
  }

  void Set(size_t position, const value::Value* item) {
    Copy();
    items_[position] = item;
    is_changed_ = true;
    if (leaves_) {
      leaves_->Set(position, item);
    }
    if (position < by_key_.size()) {
      const value::Value* keyed =
          item->kind == value::Kind::kMapping ? value::Find(*item, indexed_key_) : nullptr;
      if (keyed != nullptr && by_key_[position].key != nullptr && SameKey(*keyed, *by_key_[position].key)) {
        return;
      }
      Forget();
    }
  }
  void Remove(size_t position) {
    Copy();
    count_ -= items_[position] == nullptr ? 0 : 1;
    items_[position] = nullptr;
    is_changed_ = has_holes_ = true;
    if (leaves_) {
      leaves_->Set(position, nullptr);
    }
    if (position < by_key_.size()) {
      by_key_[position].key = nullptr;
    }
  }
  void Add(const value::Value* item) {
    (is_copied_ ? items_ : added_).push_back(item);
    ++count_;
    is_changed_ = true;
    if (leaves_) {
      leaves_->Add(item);
    }
    if (!links_.empty()) {
      links_.Append();
    }
  }
  // Appends `null`s up to the index of a new item if its operation requires them.
  void PadFor(const Op& op, const value::Value* null) {
    const MatchByIndex* by = op.fills_with_nulls ? std::get_if<MatchByIndex>(&op.by) : nullptr;
    if (by == nullptr) {
      return;
    }
    for (size_t size = items().size(); size < static_cast<size_t>(by->index); ++size) {
      Add(null);
    }
  }
  // Before or behind the item at a position, or both.
  void Insert(size_t position, const value::Value* item, bool before, bool after) {
    Copy();
    if (links_.empty()) {
      links_.Begin(items_.size());
    }
    for (const bool is_before : {true, false}) {
      if (is_before ? before : after) {
        items_.push_back(item);
        ++count_;
        is_before ? links_.InsertBefore(position) : links_.InsertAfter(position);
        if (leaves_) {
          leaves_->Add(item);
        }
      }
    }
    is_changed_ = true;
  }
  void Exchange(std::vector<const value::Value*> items) {
    Copy();
    count_ += items.size() - items_.size();  // more of them, and none less
    Order(std::move(items));
    is_changed_ = true;
  }
  // From now on positions tell the order. Whether they did not.
  bool Settle() {
    if (links_.empty()) {
      return false;
    }
    Order(links_.Ordered(items_));
    return true;
  }

  // The array that became of it; the left one where nothing was changed.
  const value::Value* Finish(value::Builder& build) {
    if (!is_changed_) {
      return &left_;
    }
    if (!is_copied_) {
      return build.WithMoreItems(left_, added_);
    }
    Settle();
    if (has_holes_) {
      std::erase(items_, nullptr);
    }
    return build.WithItems(left_, items_);
  }

  // Value of `key` in each item, in a list whose keys those values are, for a KeyIndex: matching many items
  // by the same key is linear. `keyed` gives the value, or null after a report.
  template <typename Keyed>
  std::optional<EntryPositions> FindByKey(std::string_view key, const value::Value& expected,
                                          const Keyed& keyed) {
    if (key != indexed_key_) {
      indexed_key_ = std::string(key);
      Forget();
    }
    Copy();
    for (size_t i = by_key_.size(); i < items_.size(); ++i) {
      const value::Value* have = items_[i] == nullptr ? nullptr : keyed(*items_[i]);
      if (items_[i] != nullptr && have == nullptr) {
        return std::nullopt;
      }
      by_key_.push_back({have, nullptr});
    }
    if (!index_) {
      index_.emplace(&by_key_);
    }
    return index_->Find(expected);
  }

  // Returns the items that may contain the parts; nullopt if all must be tested.
  std::optional<std::vector<size_t>> FindCandidates(std::span<const value::Value* const> parts) {
    if (parts.empty()) {
      return std::nullopt;
    }
    if (!leaves_) {
      leaves_.emplace().Reset(items());
    }
    return leaves_->FindCandidates(parts);
  }

 private:
  // From now on `items_` is what counts.
  void Copy() {
    if (is_copied_) {
      return;
    }
    is_copied_ = true;
    items_.reserve(left_.items().size() + added_.size());
    items_.assign(left_.items().begin(), left_.items().end());
    items_.insert(items_.end(), added_.begin(), added_.end());
  }
  void Forget() {
    by_key_.clear();
    index_.reset();
  }
  void Order(std::vector<const value::Value*> items) {
    items_ = std::move(items);
    links_.Clear();
    Forget();
    leaves_.reset();
  }

  const value::Value& left_;
  std::vector<const value::Value*> added_;  // as long as there is no copy
  std::vector<const value::Value*> items_;
  bool is_copied_ = false;
  size_t count_;  // of items that were not removed
  std::string indexed_key_;
  std::vector<value::Entry> by_key_;
  std::optional<KeyIndex> index_;
  std::optional<ScalarLeafIndex> leaves_;
  InsertionOrder links_;
  bool is_changed_ = false;
  bool has_holes_ = false;
};

const value::Value* Merger::MergeArray(const value::Value& left, const OverlayFrame& frame) {
  ArrayWork work(left);
  size_t index = 0;
  for (const value::Value* item : frame.value->items()) {
    if (context_.should_continue && !context_.should_continue(item->span)) {
      ok_ = false;
      break;
    }
    MergeArrayItem(work, ItemFrame(frame, OverlayNodeKind::kArrayItem, item, item, index++, item->span));
  }
  const value::Value* merged = work.Finish(*context_.builder);
  if (merged == &left) {
    return &left;
  }
  if (IsRecovered(left) || IsRecovered(*frame.value)) {
    merged = context_.builder->MakePartial(*merged);
  }
  return MakeMerged(left, *frame.value, frame, merged);
}

std::optional<EntryPositions> Merger::FindItems(ArrayWork& work, const OverlayFrame& item) {
  if (std::holds_alternative<const Matcher*>(item.op->by) ||
      std::holds_alternative<MatchByIndex>(item.op->by)) {
    return ScanItems(work, item);
  }
  const MatchByKeyValue* by = std::get_if<MatchByKeyValue>(&item.op->by);
  if (by == nullptr) {
    Bad(item, Substitute("`@{}` on an array item requires `by=`", kMatchAnnotation),
        "specify how to find the item: by=\"name\", by=overlay.index(0), by=overlay.subset({…})");
    return std::nullopt;
  }
  if (work.is_empty()) {
    return EntryPositions();  // ytt calls its matcher for each item on the left
  }
  const value::Value* expected = KeyedValue(*item.value, by->key, item);
  if (expected == nullptr) {
    return std::nullopt;
  }
  return work.FindByKey(by->key, *expected,
                        [&](const value::Value& left) { return KeyedValue(left, by->key, item); });
}

std::optional<EntryPositions> Merger::ScanItems(ArrayWork& work, const OverlayFrame& item) {
  EntryPositions found;
  if (const std::optional<size_t> index = GetSelectedIndex(item)) {
    if (const std::optional<size_t> position = work.PositionOf(*index)) {
      found.Add(*position);
    }
    return found;
  }
  if (const std::optional<std::vector<size_t>> few = work.FindCandidates(GetRequiredParts(item))) {
    for (const size_t i : *few) {
      // The index among siblings is irrelevant for a search by parts.
      const std::optional<bool> matches = EvaluateMatcher(item, {i, nullptr, work.at(i)});
      if (!matches) {
        return std::nullopt;
      }
      if (*matches) {
        found.Add(i);
      }
    }
    return found;
  }
  work.Settle();
  size_t index = 0;
  for (size_t i = 0; i < work.items().size(); ++i) {
    if (work.at(i) == nullptr) {
      continue;
    }
    const std::optional<bool> matches = EvaluateMatcher(item, {index++, nullptr, work.at(i)});
    if (!matches) {
      return std::nullopt;
    }
    if (*matches) {
      found.Add(i);
    }
  }
  return found;
}

const value::Value* Merger::KeyedValue(const value::Value& holder, std::string_view key,
                                       const OverlayFrame& item) {
  if (holder.kind != value::Kind::kMapping) {
    Missing(item, holder,
            Substitute("matching by `{}` requires maps, found {}", key, value::KindName(holder.kind)));
    return nullptr;
  }
  const value::Value* found = value::Find(holder, key);
  if (found == nullptr) {
    Missing(item, holder, Substitute("matching by `{}` requires this key, which is missing", key),
            DottedKeyHint(key));
  }
  return found;
}

void Merger::Missing(const OverlayFrame& item, const value::Value& holder, std::string message,
                     std::string hint) {
  const source::Span at =
      item.op != nullptr && item.op->match_span.has_value() ? item.op->match_span : item.span;
  Emit(std::move(context_.emit->ReportText(item.span, diag::Kind::kBadOverlay, std::move(message))
                     .Related(at, "matched by this")
                     .Related(holder.span, "in this value")
                     .Hint(std::move(hint))),
       item);
}

// As in ytt, an item without `@overlay/match` matches nothing, whatever its operation.
void Merger::ApplyUnmatched(ArrayWork& work, Action action, const OverlayFrame& item) {
  if (action == Action::kMerge) {
    unused_.WarnUnused(item);
    work.Add(item.value);
    return;
  }
  if (action == Action::kReplace && item.op->or_add) {
    if (const value::Value* made = Replacement(nullptr, item); made != nullptr) {
      work.Add(made);
    }
    return;
  }
  diag::DiagnosticBuilder report =
      context_.emit->Report(item.op->span, kNothingMatched, ActionName(action), kMatchAnnotation);
  report.As(diag::Severity::kWarning)
      .Related(item.span, "on this array item")
      .Hint(Substitute("specify which items to match: `@{} by=\"name\"`, by=overlay.index(0), by=overlay.all",
                       kMatchAnnotation));
  EmitAt(std::move(report), item);
}

void Merger::MergeArrayItem(ArrayWork& work, const OverlayFrame& item) {
  if (item.op != nullptr && item.op->is_invalid) {
    ok_ = false;
    return;
  }
  const Action action = GetAction(item);
  if (item.op == nullptr || action == Action::kAppend) {
    unused_.WarnUnused(item);
    work.Add(item.value);
    return;
  }
  if (!item.op->has_match) {
    ApplyUnmatched(work, action, item);
    return;
  }
  std::optional<EntryPositions> positions = FindItems(work, item);
  if (positions && positions->size() > 1 && work.Settle()) {
    positions = FindItems(work, item);
  }
  if (!positions) {
    return;
  }
  const auto span_of = [&work](size_t position) { return work.at(position)->span; };
  const auto lefts = [&work] {
    work.Settle();
    std::vector<const value::Value*> all = work.items();
    std::erase(all, nullptr);
    return all;
  };
  if (ShouldApply(*positions, item, &work.left(), span_of, lefts)) {
    ApplyToArray(work, action, item, positions->all());
  }
}

void Merger::ApplyToArray(ArrayWork& work, Action action, const OverlayFrame& item,
                          std::span<const size_t> found) {
  switch (action) {
    case Action::kMerge:
      if (found.empty()) {
        unused_.WarnUnused(item);
        work.PadFor(*item.op, context_.builder->Null(item.span));
        work.Add(GetInitialValue(item));
      }
      for (const size_t position : found) {
        const value::Value* old = work.at(position);
        const value::Value* merged = Merge(*old, item);
        if (merged != nullptr && merged != old) {
          TransferAnnotations(old, merged);
          work.Set(position, merged);
        }
      }
      return;
    case Action::kReplace:
      if (found.empty() && item.op->or_add) {
        if (const value::Value* made = Replacement(nullptr, item); made != nullptr) {
          TransferAnnotations(item.name, made);
          work.PadFor(*item.op, context_.builder->Null(item.span));
          work.Add(made);
        }
      }
      for (const size_t position : found) {
        if (const value::Value* made = Replacement(work.at(position), item); made != nullptr) {
          TransferAnnotations(item.name, made);
          work.Set(position, made);
        }
      }
      return;
    case Action::kRemove:
      for (const size_t position : found) {
        work.Remove(position);
      }
      return;
    case Action::kInsert:
      InsertIntoArray(work, item, found);
      return;
    case Action::kAssert:
      for (const size_t position : found) {
        const value::Value* old = work.at(position);
        if (!Holds(*old, item) || !item.value->is_collection()) {
          continue;
        }
        if (const value::Value* merged = Merge(*old, item); merged != nullptr && merged != old) {
          TransferAnnotations(old, merged);
          work.Set(position, merged);
        }
      }
      return;
    case Action::kAppend:
      return;
  }
}

void Merger::InsertIntoArray(ArrayWork& work, const OverlayFrame& item, std::span<const size_t> found) {
  if (item.op->transform == nullptr && !found.empty()) {
    unused_.WarnUnused(item);
  }
  if (found.size() == 1) {
    const value::Value* made =
        item.op->transform == nullptr ? item.value : Transformed(work.at(found[0]), item);
    if (made != nullptr) {
      if (item.op->transform != nullptr) {
        TransferAnnotations(item.name, made);
      }
      work.Insert(found[0], made, item.op->before, item.op->after);
    }
    return;
  }
  std::vector<const value::Value*> items;
  items.reserve(work.items().size() + found.size());
  size_t next = 0;
  for (size_t i = 0; i < work.items().size(); ++i) {
    if (next == found.size() || found[next] != i) {
      items.push_back(work.at(i));
      continue;
    }
    ++next;
    const value::Value* made = item.value;
    if (item.op->transform != nullptr) {
      made = Transformed(work.at(i), item);
      if (made == nullptr) {
        return;
      }
      TransferAnnotations(item.name, made);
    }
    if (item.op->before) {
      items.push_back(made);
    }
    items.push_back(work.at(i));
    if (item.op->after) {
      items.push_back(made);
    }
  }
  if (!found.empty()) {
    work.Exchange(std::move(items));
  }
}

}  // namespace kval::merge
