#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "src/diag/emitter.h"
#include "src/merge/key_index.h"
#include "src/merge/merge.h"
#include "src/merge/plan.h"
#include "src/value/value.h"

namespace kval::merge {

enum class OverlayNodeKind : uint8_t { kDocument, kMapItem, kArrayItem };

std::string_view NodeName(OverlayNodeKind kind);

// The `@overlay/match-child-defaults` of the ancestors, by keyword; null: none.
using ChildCounts = std::array<const Expectation*, kCountKeywords>;

// The position of the merge in the overlay: one frame per ancestor, on the stack.
struct OverlayFrame {
  const OverlayFrame* parent = nullptr;
  OverlayNodeKind kind = OverlayNodeKind::kDocument;
  const value::Value* name = nullptr;  // the node's identity in the plan: key, item, document; null: none
  const value::Value* value = nullptr;
  size_t index = 0;  // of an array item in its array
  source::Span span;
  const Op* op = nullptr;      // null: all defaults
  ChildCounts child_counts{};  // apply to the items below
};

// The node of a frame, which must outlive it.
class FrameCaller final : public OverlayCaller {
 public:
  explicit FrameCaller(const OverlayFrame& frame) : frame_(frame) {}
  void Show(const std::function<void(source::Span place, std::string what)>& show) const override;

 private:
  const OverlayFrame& frame_;
};

// Whether a map item is looked for by its own key.
bool MatchesByOwnKey(const OverlayFrame& frame);

// Returns the array item or document that the node selects by an index alone.
std::optional<size_t> GetSelectedIndex(const OverlayFrame& frame);

// Returns the value to start from if the frame matched nothing.
inline const value::Value* GetInitialValue(const OverlayFrame& frame) {
  return frame.op != nullptr && frame.op->initial != nullptr ? frame.op->initial : frame.value;
}

// Returns the parts that matches of `frame`'s predicate must contain, if known.
std::span<const value::Value* const> GetRequiredParts(const OverlayFrame& frame);

// Emits a report on `frame`, with the overlay's nodes above it and the path.
void EmitAt(diag::DiagnosticBuilder report, const OverlayFrame& frame);

// Warns about operations without effect: those below a node that is used as a whole because it is new or
// replaces another node.
class UnusedOperations {
 public:
  UnusedOperations(const MergePlan& plan, diag::Emitter& emit) : plan_(plan), emit_(emit) {}

  // Warns once about each operation below `whole` that would have changed the result.
  void WarnUnused(const OverlayFrame& whole);

 private:
  void Below(const value::Value& value, const OverlayFrame& whole);
  void Node(const value::Value& name, source::Span place, const value::Value& value,
            const OverlayFrame& whole);

  const MergePlan& plan_;
  diag::Emitter& emit_;
  std::unordered_set<const value::Value*> seen_;
};

// One run of a merge. The methods are spread over merge.cc, mapping.cc, sequence.cc, document.cc, match.cc.
class Merger {
 public:
  Merger(const MergePlan& plan, const MergeContext& context) : plan_(plan), context_(context) {}

  bool ok() const { return ok_; }

  OverlayFrame DocumentFrame(const value::Value* node, const value::Value& root, source::Span span) const;
  // Applies the value of `frame` to `left`, which may be null if nothing matched. Returns null after
  // reporting an error.
  const value::Value* Merge(const value::Value& left, const OverlayFrame& frame);
  // The value that replaces `left` (null: nothing there) by the replace or insert operation of `frame`.
  const value::Value* Replacement(const value::Value* left, const OverlayFrame& frame);
  // Returns whether the assertion of `frame` passes for `left`. With an assertion, null cannot be replaced by
  // a map or an array, which is reported (ytt's pkg/yttlibrary/overlay/map.go, assertMapItem).
  bool Holds(const value::Value& left, const OverlayFrame& frame);
  // Returns whether the operation of a document that matches only `left` is applied; reports if another
  // number of matches is expected.
  bool MatchesOne(const SetDocument& left, const OverlayFrame& frame);

  void ApplySet(std::vector<SetDocument>& documents, const std::vector<SetDocument>& overlays);

 private:
  // Returns `made` with the origin: `right` was applied on top of `left`.
  const value::Value* MakeMerged(const value::Value& left, const value::Value& right,
                                 const OverlayFrame& frame, const value::Value* made);
  OverlayFrame ItemFrame(const OverlayFrame& parent, OverlayNodeKind kind, const value::Value* name,
                         const value::Value* value, size_t index, source::Span span) const;

  class MapWork;
  class ArrayWork;
  const value::Value* MergeMap(const value::Value& left, const OverlayFrame& frame);
  void ReportUnindented(const OverlayFrame& map, const struct UnindentedBlock& block);
  void MergeMapItem(MapWork& work, const OverlayFrame& item);
  // Returns the positions that `item` matches; nullopt after an error, which is reported.
  std::optional<EntryPositions> FindItems(MapWork& work, const OverlayFrame& item);
  void ApplyToMap(MapWork& work, Action action, const OverlayFrame& item, std::span<const size_t> found);
  const value::Value* MergeArray(const value::Value& left, const OverlayFrame& frame);
  void MergeArrayItem(ArrayWork& work, const OverlayFrame& item);
  void ApplyUnmatched(ArrayWork& work, Action action, const OverlayFrame& item);
  std::optional<EntryPositions> FindItems(ArrayWork& work, const OverlayFrame& item);
  void ApplyToArray(ArrayWork& work, Action action, const OverlayFrame& item, std::span<const size_t> found);
  void InsertIntoArray(ArrayWork& work, const OverlayFrame& item, std::span<const size_t> found);
  class SetWork;
  void MergeDocument(SetWork& work, const OverlayFrame& frame, const SetDocument& overlay);
  std::optional<EntryPositions> FindDocuments(SetWork& work, const OverlayFrame& frame);
  void ApplyToDocuments(SetWork& work, Action action, const OverlayFrame& frame, const SetDocument& overlay,
                        std::span<const size_t> found);
  void MergeInto(SetWork& work, size_t position, const OverlayFrame& frame);
  void InsertDocuments(SetWork& work, const OverlayFrame& frame, const SetDocument& overlay,
                       std::span<const size_t> found);
  // Returns the result of `via=`; null after an error, which is reported.
  const value::Value* Transformed(const value::Value* left, const OverlayFrame& frame);
  // Returns the value of `key` in `holder`, for `by="key"`; null after an error, which is reported.
  const value::Value* KeyedValue(const value::Value& holder, std::string_view key, const OverlayFrame& item);
  void Missing(const OverlayFrame& item, const value::Value& holder, std::string message,
               std::string hint = {});

  std::optional<EntryPositions> ScanItems(ArrayWork& work, const OverlayFrame& item);
  // Returns whether the predicate (or the index) of `frame` matches `left`; nullopt after an error, which is
  // reported.
  std::optional<bool> EvaluateMatcher(const OverlayFrame& frame, const Candidate& left);
  Action GetAction(const OverlayFrame& frame) const;
  // Returns the match counts that the node and its ancestors declare.
  ChildCounts GetMatchCounts(const OverlayFrame& frame) const;
  const Expectation& GetExpectation(const OverlayFrame& frame) const;
  // Returns whether the operation of `frame` is applied with this number of matches. Reports a wrong number:
  // `span_of` returns the location of a match, `left` is the searched collection if there is one, `lefts`
  // returns its values.
  template <typename SpanOf, typename Lefts>
  bool ShouldApply(const EntryPositions& found, const OverlayFrame& frame, const value::Value* left,
                   const SpanOf& span_of, const Lefts& lefts) {
    const MatchCountResult verdict = Validate(found.size(), frame);
    // The target may be in unreadable text, or may be unreadable itself.
    const bool may_be_unread = found.empty() && ((left != nullptr && IsRecovered(*left)) ||
                                                 (frame.name != nullptr && IsRecovered(*frame.name)));
    if (verdict == MatchCountResult::kWrong && !may_be_unread) {
      const value::Value* left_map = left != nullptr && left->kind == value::Kind::kMapping ? left : nullptr;
      std::vector<source::Span> spans;
      for (const size_t position : found.all()) {
        spans.push_back(span_of(position));
      }
      const bool looks = found.empty() && hint_steps_ < kMaxHintSteps;
      ReportCount(spans, frame, left_map, looks ? lefts() : std::vector<const value::Value*>());
    }
    return verdict == MatchCountResult::kApply;
  }
  // Returns whether the node has two keywords for the number of matches, which is reported.
  bool Contradicts(const OverlayFrame& frame);
  void ReportTwoCounts(const Expectation& first, const Expectation& second, const OverlayFrame& frame);
  enum class MatchCountResult : uint8_t { kApply, kSkip, kWrong, kError };
  MatchCountResult Validate(size_t count, const OverlayFrame& frame);
  void ReportCount(const std::vector<source::Span>& found, const OverlayFrame& frame,
                   const value::Value* left_map, const std::vector<const value::Value*>& searched);
  void ReportKinds(const value::Value& left, const OverlayFrame& frame);
  // Whether a schema validates the kind of the value of `frame`.
  bool IsValidated(const OverlayFrame& frame) const;
  // Finishes a report on `frame`: the overlay's nodes above it, the path.
  void Emit(diag::DiagnosticBuilder report, const OverlayFrame& frame);
  void Bad(const OverlayFrame& frame, std::string message, std::string hint = {});
  void TransferAnnotations(const value::Value* from, const value::Value* to);

  // The limit on values that hints compare: each hint compares all siblings, and an overlay may have many
  // nodes without a match.
  static constexpr size_t kMaxHintSteps = 2'000'000;

  const MergePlan& plan_;
  const MergeContext& context_;
  bool ok_ = true;
  size_t hint_steps_ = 0;
  UnusedOperations unused_{plan_, *context_.emit};
};

}  // namespace kval::merge
