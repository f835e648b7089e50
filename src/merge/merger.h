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

enum class NodeKind : uint8_t { kDocument, kMapItem, kArrayItem };

std::string_view NodeName(NodeKind kind);

// What `@overlay/match-child-defaults` of the nodes above say, each keyword by itself; null: nothing.
using ChildCounts = std::array<const Expectation*, kCountKeywords>;

// The position of the merge in the overlay: one frame per ancestor, on the stack.
struct Frame {
  const Frame* parent = nullptr;
  NodeKind kind = NodeKind::kDocument;
  const value::Value* name = nullptr;  // the node's identity in the plan: key, item, document; null: none
  const value::Value* value = nullptr;
  size_t index = 0;  // of an array item in its array
  source::Span span;
  const Op* op = nullptr;      // null: all defaults
  ChildCounts child_counts{};  // what holds for the items below
};

// The node of a frame, which must outlive it.
class FrameAsking final : public Asking {
 public:
  explicit FrameAsking(const Frame& frame) : frame_(frame) {}
  void Show(const std::function<void(source::Span place, std::string what)>& show) const override;

 private:
  const Frame& frame_;
};

// Whether a map item is looked for by its own key.
bool MatchesByOwnKey(const Frame& frame);

// Returns the array item or document that the node selects by an index alone.
std::optional<size_t> IndexOf(const Frame& frame);

// Returns the value to start from if the frame matched nothing.
inline const value::Value* BegunBy(const Frame& frame) {
  return frame.op != nullptr && frame.op->begun != nullptr ? frame.op->begun : frame.value;
}

// Returns the parts that matches of `frame`'s predicate must contain, if known.
std::span<const value::Value* const> PartsOf(const Frame& frame);

// Emits a report on `frame`, with the overlay's nodes above it and the path.
void EmitAt(diag::Builder report, const Frame& frame);

// Warns about operations without effect: those below a node that is used as a whole because it is new or
// replaces another node.
class UnusedOperations {
 public:
  UnusedOperations(const Plan& plan, diag::Emitter& emit) : plan_(plan), emit_(emit) {}

  // Warns, once, of each operation below `whole` that would have given another result.
  void WarnBelow(const Frame& whole);

 private:
  void Below(const value::Value& value, const Frame& whole);
  void Node(const value::Value& name, source::Span place, const value::Value& value, const Frame& whole);

  const Plan& plan_;
  diag::Emitter& emit_;
  std::unordered_set<const value::Value*> seen_;
};

// One run of a merge. The methods are spread over merge.cc, mapping.cc, sequence.cc, document.cc, match.cc.
class Merger {
 public:
  Merger(const Plan& plan, const Context& context) : plan_(plan), context_(context) {}

  bool ok() const { return ok_; }

  Frame DocumentFrame(const value::Value* node, const value::Value& root, source::Span span) const;
  // Applies the value of `frame` to `left`, which may be null if nothing matched. Returns null after
  // reporting an error.
  const value::Value* Merge(const value::Value& left, const Frame& frame);
  // The value that replaces `left` (null: nothing there) by the replace or insert operation of `frame`.
  const value::Value* Replacement(const value::Value* left, const Frame& frame);
  // Whether the assertion of `frame` holds for `left`. Other than without one, null is no place for a map or
  // an array then, which is reported (ytt's pkg/yttlibrary/overlay/map.go, assertMapItem).
  bool Holds(const value::Value& left, const Frame& frame);
  // Whether the operation of a document that matches `left` and no other is to be carried out; reports where
  // another number is wanted.
  bool MatchesOne(const Document& left, const Frame& frame);

  void ApplySet(std::vector<Document>& documents, const std::vector<Document>& overlays);

 private:
  // `made` as what became of `left` by laying `right` over it.
  const value::Value* Over(const value::Value& left, const value::Value& right, const Frame& frame,
                           const value::Value* made);
  Frame ItemFrame(const Frame& parent, NodeKind kind, const value::Value* name, const value::Value* value,
                  size_t index, source::Span span) const;

  class MapWork;
  class ArrayWork;
  const value::Value* MergeMap(const value::Value& left, const Frame& frame);
  void ReportUnindented(const Frame& map, const struct UnindentedBlock& block);
  void MergeMapItem(MapWork& work, const Frame& item);
  // The places that `item` matches; nothing after a report.
  std::optional<Places> FindItems(MapWork& work, const Frame& item);
  void ApplyToMap(MapWork& work, Action action, const Frame& item, std::span<const size_t> found);
  const value::Value* MergeArray(const value::Value& left, const Frame& frame);
  void MergeArrayItem(ArrayWork& work, const Frame& item);
  void ApplyUnmatched(ArrayWork& work, Action action, const Frame& item);
  std::optional<Places> FindItems(ArrayWork& work, const Frame& item);
  void ApplyToArray(ArrayWork& work, Action action, const Frame& item, std::span<const size_t> found);
  void InsertIntoArray(ArrayWork& work, const Frame& item, std::span<const size_t> found);
  class SetWork;
  void MergeDocument(SetWork& work, const Frame& frame, const Document& overlay);
  std::optional<Places> FindDocuments(SetWork& work, const Frame& frame);
  void ApplyToDocuments(SetWork& work, Action action, const Frame& frame, const Document& overlay,
                        std::span<const size_t> found);
  void MergeInto(SetWork& work, size_t position, const Frame& frame);
  void InsertDocuments(SetWork& work, const Frame& frame, const Document& overlay,
                       std::span<const size_t> found);
  // What `via=` makes of the two sides; null after a report.
  const value::Value* Transformed(const value::Value* left, const Frame& frame);
  // The value of `key` in `holder`, for `by="key"`; null after a report.
  const value::Value* KeyedValue(const value::Value& holder, std::string_view key, const Frame& item);
  void Missing(const Frame& item, const value::Value& holder, std::string message, std::string hint = {});

  std::optional<Places> ScanItems(ArrayWork& work, const Frame& item);
  // Whether the predicate (or the index) of `frame` takes `left`; nothing after a report.
  std::optional<bool> Asks(const Frame& frame, const Candidate& left);
  Action ActionOf(const Frame& frame) const;
  // Returns the match counts that the node and its ancestors declare.
  ChildCounts CountsOf(const Frame& frame) const;
  const Expectation& ExpectationOf(const Frame& frame) const;
  // Whether the operation of `frame` is to be carried out with this number of matches. Reports a wrong
  // number; `span_of` gives the place of a match, `left` the collection that was searched if it is one,
  // `lefts` the values.
  template <typename SpanOf, typename Lefts>
  bool MayUse(const Places& found, const Frame& frame, const value::Value* left, const SpanOf& span_of,
              const Lefts& lefts) {
    const Verdict verdict = Judge(found.size(), frame);
    // The target may be in text that could not be parsed, or may be such text.
    const bool may_be_unread = found.empty() && ((left != nullptr && HasGap(*left)) ||
                                                 (frame.name != nullptr && HasGap(*frame.name)));
    if (verdict == Verdict::kWrong && !may_be_unread) {
      const value::Value* left_map = left != nullptr && left->kind == value::Kind::kMapping ? left : nullptr;
      std::vector<source::Span> spans;
      for (const size_t position : found.all()) {
        spans.push_back(span_of(position));
      }
      const bool looks = found.empty() && looked_at_ < kMostLookedAt;
      ReportCount(spans, frame, left_map, looks ? lefts() : std::vector<const value::Value*>());
    }
    return verdict == Verdict::kUse;
  }
  // Whether two keywords for the number of matches hold for the node, which is reported.
  bool Contradicts(const Frame& frame);
  void ReportTwoCounts(const Expectation& first, const Expectation& second, const Frame& frame);
  enum class Verdict : uint8_t { kUse, kSkip, kWrong, kFault };
  Verdict Judge(size_t count, const Frame& frame);
  void ReportCount(const std::vector<source::Span>& found, const Frame& frame, const value::Value* left_map,
                   const std::vector<const value::Value*>& searched);
  void ReportKinds(const value::Value& left, const Frame& frame);
  // Whether a schema validates the kind of the value of `frame`.
  bool IsJudged(const Frame& frame) const;
  // Finishes a report on `frame`: the overlay's nodes above it, the path.
  void Emit(diag::Builder report, const Frame& frame);
  void Bad(const Frame& frame, std::string message, std::string hint = {});
  void Transferred(const value::Value* from, const value::Value* to);

  // What hints may look at in all: each looks at all siblings, and an overlay may have as many that fit none.
  static constexpr size_t kMostLookedAt = 2'000'000;

  const Plan& plan_;
  const Context& context_;
  bool ok_ = true;
  size_t looked_at_ = 0;
  UnusedOperations unused_{plan_, *context_.emit};
};

}  // namespace kval::merge
