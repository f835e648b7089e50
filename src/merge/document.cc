// Overlaying sets of documents.

#include <optional>
#include <utility>
#include <vector>

#include "src/merge/annotation_names.h"
#include "src/merge/insertion_order.h"
#include "src/merge/merger.h"
#include "src/merge/scalar_leaf_index.h"
#include "src/support/substitute.h"

namespace kval::merge {

// A document set during a merge of several overlays. Removed documents have no value. Inserted documents are
// appended and linked until the order is needed.
class Merger::SetWork {
 public:
  explicit SetWork(std::vector<SetDocument> documents) : documents_(std::move(documents)) {}

  size_t size() const { return documents_.size(); }
  const SetDocument& at(size_t position) const { return documents_[position]; }
  bool IsRemoved(size_t position) const { return documents_[position].root == nullptr; }
  // Of the document with that index among those that were not removed.
  std::optional<size_t> PositionOf(size_t index) const {
    if (index >= size() - removed_) {
      return std::nullopt;
    }
    if (!links_.empty()) {
      size_t at = links_.first();
      for (size_t before = 0; IsRemoved(at) || before < index; at = links_.Next(at)) {
        before += IsRemoved(at) ? 0 : 1;
      }
      return at;
    }
    size_t position = removed_ == 0 ? index : 0;
    for (size_t before = 0; removed_ != 0 && (IsRemoved(position) || before < index); ++position) {
      before += IsRemoved(position) ? 0 : 1;
    }
    return position;
  }
  // Of the last document, which one that is added joins.
  uint32_t last_group() const {
    if (removed_ == size()) {
      return 0;
    }
    size_t at = links_.empty() ? size() - 1 : links_.last();
    while (IsRemoved(at)) {
      at = links_.empty() ? at - 1 : links_.Previous(at);
    }
    return documents_[at].group;
  }

  void Set(size_t position, const SetDocument& document) {
    documents_[position] = document;
    if (leaves_) {
      leaves_->Set(position, document.root);
    }
  }
  void Remove(size_t position) {
    removed_ += IsRemoved(position) ? 0 : 1;
    documents_[position].root = nullptr;
    if (leaves_) {
      leaves_->Set(position, nullptr);
    }
  }
  void Add(const SetDocument& document) {
    documents_.push_back(document);
    if (leaves_) {
      leaves_->Add(document.root);
    }
  }
  // Before or behind the document at a position, or both.
  void Insert(size_t position, const SetDocument& document, bool before, bool after) {
    if (links_.empty()) {
      links_.Begin(size());
    }
    for (const bool is_before : {true, false}) {
      if (is_before ? before : after) {
        documents_.push_back(document);
        is_before ? links_.InsertBefore(position) : links_.InsertAfter(position);
        if (leaves_) {
          leaves_->Add(document.root);
        }
      }
    }
  }
  void Exchange(std::vector<SetDocument> documents) {
    documents_ = std::move(documents);
    links_.Clear();
    leaves_.reset();
  }
  // From now on positions tell the order. Whether they did not.
  bool Settle() {
    if (links_.empty()) {
      return false;
    }
    Exchange(links_.Ordered(documents_));
    return true;
  }

  // Returns the documents that may contain the parts; nullopt if all must be tested.
  std::optional<std::vector<size_t>> FindCandidates(std::span<const value::Value* const> parts) {
    if (parts.empty()) {
      return std::nullopt;
    }
    if (!leaves_) {
      std::vector<const value::Value*> roots;
      roots.reserve(documents_.size());
      for (const SetDocument& document : documents_) {
        roots.push_back(document.root);
      }
      leaves_.emplace().Reset(std::move(roots));
    }
    return leaves_->FindCandidates(parts);
  }

  std::vector<SetDocument> Take() {
    Settle();
    std::erase_if(documents_, [](const SetDocument& document) { return document.root == nullptr; });
    return std::move(documents_);
  }

 private:
  std::vector<SetDocument> documents_;
  size_t removed_ = 0;
  std::optional<ScalarLeafIndex> leaves_;
  InsertionOrder links_;
};

void Merger::ApplySet(std::vector<SetDocument>& documents, const std::vector<SetDocument>& overlays) {
  SetWork work(std::move(documents));
  for (const SetDocument& overlay : overlays) {
    const OverlayFrame frame = DocumentFrame(overlay.node, *overlay.root, overlay.span);
    if (context_.should_continue && !context_.should_continue(overlay.span)) {
      ok_ = false;
      break;
    }
    if (frame.op != nullptr && frame.op->is_invalid) {
      ok_ = false;
      continue;
    }
    MergeDocument(work, frame, overlay);
  }
  documents = work.Take();
}

bool Merger::MatchesOne(const SetDocument& left, const OverlayFrame& frame) {
  if (frame.op == nullptr || !frame.op->expects || frame.op->action == Action::kAppend) {
    return true;
  }
  EntryPositions found;
  found.Add(0);
  return ShouldApply(
      found, frame, nullptr, [&left](size_t) { return left.span; },
      [] { return std::vector<const value::Value*>(); });
}

std::optional<EntryPositions> Merger::FindDocuments(SetWork& work, const OverlayFrame& frame) {
  const bool has_predicate = frame.op != nullptr && (std::holds_alternative<const Matcher*>(frame.op->by) ||
                                                     std::holds_alternative<MatchByIndex>(frame.op->by));
  if (!has_predicate) {
    Bad(frame, Substitute("an overlay document requires `@{} by=` with a function", kMatchAnnotation),
        "specify the documents that it applies to: by=overlay.all, by=overlay.subset({\"kind\": "
        "\"Deployment\"})");
    return std::nullopt;
  }
  EntryPositions found;
  if (const std::optional<size_t> index = GetSelectedIndex(frame)) {
    if (const std::optional<size_t> position = work.PositionOf(*index)) {
      found.Add(*position);
    }
    return found;
  }
  const std::optional<std::vector<size_t>> few = work.FindCandidates(GetRequiredParts(frame));
  if (!few) {
    work.Settle();
  }
  size_t index = 0;
  for (size_t i = 0; i < (few ? few->size() : work.size()); ++i) {
    const size_t position = few ? (*few)[i] : i;
    if (work.IsRemoved(position)) {
      continue;
    }
    const std::optional<bool> matches = EvaluateMatcher(frame, {index++, nullptr, work.at(position).root});
    if (!matches) {
      return std::nullopt;
    }
    if (*matches) {
      found.Add(position);
    }
  }
  return found;
}

void Merger::MergeDocument(SetWork& work, const OverlayFrame& frame, const SetDocument& overlay) {
  const Action action = frame.op == nullptr ? Action::kMerge : frame.op->action;
  if (action == Action::kAppend) {
    unused_.WarnUnused(frame);
    SetDocument added = overlay;
    added.group = work.last_group();
    work.Add(added);
    return;
  }
  std::optional<EntryPositions> found = FindDocuments(work, frame);
  if (found && found->size() > 1 && work.Settle()) {
    found = FindDocuments(work, frame);
  }
  if (!found) {
    return;
  }
  const auto span_of = [&work](size_t position) { return work.at(position).span; };
  const auto lefts = [&work] {
    work.Settle();
    std::vector<const value::Value*> all;
    for (size_t i = 0; i < work.size(); ++i) {
      if (!work.IsRemoved(i)) {
        all.push_back(work.at(i).root);
      }
    }
    return all;
  };
  if (ShouldApply(*found, frame, nullptr, span_of, lefts)) {
    ApplyToDocuments(work, action, frame, overlay, found->all());
  }
}

void Merger::ApplyToDocuments(SetWork& work, Action action, const OverlayFrame& frame,
                              const SetDocument& overlay, std::span<const size_t> found) {
  switch (action) {
    case Action::kMerge:
      for (const size_t position : found) {
        MergeInto(work, position, frame);
      }
      return;
    case Action::kReplace:
      for (const size_t position : found) {
        const SetDocument& left = work.at(position);
        if (const value::Value* made = Replacement(left.root, frame); made != nullptr) {
          work.Set(position, {overlay.node, made, overlay.span, left.group});
        }
      }
      if (found.empty() && frame.op->or_add) {
        if (const value::Value* made = Replacement(nullptr, frame); made != nullptr) {
          work.Add({overlay.node, made, overlay.span, work.last_group()});
        }
      }
      return;
    case Action::kRemove:
      for (const size_t position : found) {
        work.Remove(position);
      }
      return;
    case Action::kInsert:
      InsertDocuments(work, frame, overlay, found);
      return;
    case Action::kAssert:
      for (const size_t position : found) {
        if (Holds(*work.at(position).root, frame) && frame.value->is_collection()) {
          MergeInto(work, position, frame);
        }
      }
      return;
    case Action::kAppend:
      return;
  }
}

void Merger::MergeInto(SetWork& work, size_t position, const OverlayFrame& frame) {
  SetDocument left = work.at(position);
  const value::Value* merged = Merge(*left.root, frame);
  if (merged != nullptr && merged != left.root) {
    left.root = merged;
    work.Set(position, left);
  }
}

void Merger::InsertDocuments(SetWork& work, const OverlayFrame& frame, const SetDocument& overlay,
                             std::span<const size_t> found) {
  if (frame.op->transform == nullptr && !found.empty()) {
    unused_.WarnUnused(frame);
  }
  if (found.size() == 1) {
    const SetDocument& left = work.at(found[0]);
    const value::Value* made = frame.op->transform == nullptr ? frame.value : Transformed(left.root, frame);
    if (made != nullptr) {
      work.Insert(found[0], {overlay.node, made, overlay.span, left.group}, frame.op->before,
                  frame.op->after);
    }
    return;
  }
  std::vector<SetDocument> all;
  all.reserve(work.size() + found.size());
  size_t next = 0;
  for (size_t i = 0; i < work.size(); ++i) {
    const SetDocument& left = work.at(i);
    if (next == found.size() || found[next] != i) {
      all.push_back(left);
      continue;
    }
    ++next;
    const value::Value* made = frame.op->transform == nullptr ? frame.value : Transformed(left.root, frame);
    if (made == nullptr) {
      return;
    }
    const SetDocument inserted{overlay.node, made, overlay.span, left.group};
    if (frame.op->before) {
      all.push_back(inserted);
    }
    all.push_back(left);
    if (frame.op->after) {
      all.push_back(inserted);
    }
  }
  if (!found.empty()) {
    work.Exchange(std::move(all));
  }
}

}  // namespace kval::merge
