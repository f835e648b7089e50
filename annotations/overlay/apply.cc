#include "annotations/overlay/apply.h"

#include <utility>

#include "annotations/ineffective.h"
#include "annotations/overlay/plan.h"
#include "src/merge/key_table_cache.h"

namespace kval::annotations {
namespace {

using merge::SetDocument;
using templating::AnnotatedDocument;

void CarryOut(const std::vector<merge::AnnotationTransfer>& transfers, templating::AnnotationTable& table) {
  if (table.empty()) {
    return;
  }
  for (const merge::AnnotationTransfer& transfer : transfers) {
    table.Copy(transfer.from, transfer.to);
  }
}

// Repeated overlays of large collections allocate much more than the input; their results are charged to
// Starlark's memory budget.
class OverlayMemoryCharge {
 public:
  OverlayMemoryCharge(const OverlayContext& context, const std::vector<merge::AnnotationTransfer>& transfers)
      : context_(context), transfers_(transfers), counted_(Made()) {}

  // Returns whether the budget permits another overlay, located there; reports once if not.
  bool HasCapacity(source::Span overlay) {
    starlark::Heap& heap = context_.interpreter->heap();
    const size_t made = Made();
    heap.Charge(made - std::exchange(counted_, made));
    if (!heap.exhausted()) {
      return true;
    }
    if (std::exchange(is_reported_, true)) {
      return false;
    }
    const starlark::Status failed = starlark::OutOfMemory(heap).At(overlay);
    starlark::Report(failed.error(), *context_.emit);
    return false;
  }

 private:
  // Transfers are recorded for each node, with spare capacity.
  size_t Made() const {
    return context_.builder->made() + 3 * transfers_.size() * sizeof(merge::AnnotationTransfer);
  }

  const OverlayContext& context_;
  const std::vector<merge::AnnotationTransfer>& transfers_;
  size_t counted_;
  bool is_reported_ = false;
};

}  // namespace

DocumentAfterOverlays Overlay(const AnnotatedDocument& base, const AnnotatedDocument& overlay,
                              merge::Defaults defaults, const OverlayContext& context) {
  WarnIneffective(overlay, AnnotationContext::kOther, *context.table, *context.emit);
  OverlayPlan plan(defaults, OverlayPlan::DocumentMatching::kOneToOne);
  plan.Add(overlay, context);
  std::vector<merge::AnnotationTransfer> transfers;
  const merge::MergeContext merging{context.builder, context.emit, &transfers, context.tables,
                                    context.is_validated};
  const merge::MergeResult merged =
      merge::Apply(SetDocument{base.node, base.root, base.span, 0},
                   SetDocument{overlay.node, overlay.root, overlay.span, 0}, plan.plan(), merging);
  CarryOut(transfers, *context.table);
  return {{base.node, merged.root, base.span}, merged.ok};
}

SetAfterOverlays OverlayAll(const std::vector<AnnotatedDocument>& base, const std::vector<uint32_t>& groups,
                            const std::vector<AnnotatedDocument>& overlays, const OverlayContext& context) {
  OverlayPlan plan(merge::Defaults::kAnnotated);
  std::vector<SetDocument> left;
  for (size_t i = 0; i < base.size(); ++i) {
    left.push_back({base[i].node, base[i].root, base[i].span, i < groups.size() ? groups[i] : 0});
  }
  // Of each document the last result alone counts.
  merge::KeyTableCache tables(merge::BaseReuse::kConsumed);
  OverlayContext chain = context;
  chain.tables = &tables;
  std::vector<SetDocument> right;
  for (const AnnotatedDocument& overlay : overlays) {
    WarnIneffective(overlay, AnnotationContext::kOther, *context.table, *context.emit);
    plan.Add(overlay, chain);
    right.push_back({overlay.node, overlay.root, overlay.span, 0});
  }
  std::vector<merge::AnnotationTransfer> transfers;
  OverlayMemoryCharge made(context, transfers);
  merge::MergeContext merging{context.builder, context.emit, &transfers, &tables, {}, {}};
  merging.should_continue = [&made](source::Span overlay) { return made.HasCapacity(overlay); };
  const merge::MergeSetResult merged = merge::ApplySet(left, right, plan.plan(), merging);
  CarryOut(transfers, *context.table);
  SetAfterOverlays result;
  result.ok = merged.ok;
  for (const SetDocument& document : merged.documents) {
    result.documents.push_back({document.node, document.root, document.span});
    result.groups.push_back(document.group);
  }
  return result;
}

}  // namespace kval::annotations
