#include "annotations/overlay/apply.h"

#include <utility>

#include "annotations/idle.h"
#include "annotations/overlay/plan.h"
#include "src/merge/kept_tables.h"

namespace kval::annotations {
namespace {

using merge::Document;
using templating::AnnotatedDocument;

void CarryOut(const std::vector<merge::Transfer>& transfers, templating::AnnotationTable& table) {
  if (table.empty()) {
    return;
  }
  for (const merge::Transfer& transfer : transfers) {
    table.Copy(transfer.from, transfer.to);
  }
}

// Overlays that change large collections again and again hold much more than was read: what they make counts
// to the memory of Starlark's values.
class MadeByOverlays {
 public:
  explicit MadeByOverlays(const OverlayContext& context)
      : context_(context), counted_(context.builder->made()) {}

  // Whether there is room for another overlay, which stands there; reports where there is none.
  bool HasRoom(source::Span overlay) {
    starlark::Heap& heap = context_.interpreter->heap();
    heap.Charge(context_.builder->made() - std::exchange(counted_, context_.builder->made()));
    if (!heap.exhausted()) {
      return true;
    }
    const starlark::Status failed = starlark::OutOfMemory(heap).At(overlay);
    starlark::Report(failed.error(), *context_.emit);
    return false;
  }

 private:
  const OverlayContext& context_;
  size_t counted_;
};

}  // namespace

OverlaidDocument Overlay(const AnnotatedDocument& base, const AnnotatedDocument& overlay,
                         merge::Defaults defaults, const OverlayContext& context) {
  WarnOfIdleAnnotations(overlay, DocumentUse::kOther, *context.table, *context.emit);
  OverlayPlan plan(defaults, OverlayPlan::Documents::kOneToOne);
  plan.Add(overlay, context);
  std::vector<merge::Transfer> transfers;
  const merge::Context merging{context.builder, context.emit, &transfers, context.tables, context.is_judged};
  const merge::Merged merged =
      merge::Apply(Document{base.node, base.root, base.span, 0},
                   Document{overlay.node, overlay.root, overlay.span, 0}, plan.plan(), merging);
  CarryOut(transfers, *context.table);
  return {{base.node, merged.root, base.span}, merged.ok};
}

OverlaidSet OverlayAll(const std::vector<AnnotatedDocument>& base, const std::vector<uint32_t>& groups,
                       const std::vector<AnnotatedDocument>& overlays, const OverlayContext& context) {
  OverlayPlan plan(merge::Defaults::kAnnotated);
  std::vector<Document> left;
  for (size_t i = 0; i < base.size(); ++i) {
    left.push_back({base[i].node, base[i].root, base[i].span, i < groups.size() ? groups[i] : 0});
  }
  // Of each document the last result alone counts.
  merge::KeptTables tables(merge::Below::kIsGivenUp);
  OverlayContext chain = context;
  chain.tables = &tables;
  std::vector<Document> right;
  for (const AnnotatedDocument& overlay : overlays) {
    WarnOfIdleAnnotations(overlay, DocumentUse::kOther, *context.table, *context.emit);
    plan.Add(overlay, chain);
    right.push_back({overlay.node, overlay.root, overlay.span, 0});
  }
  std::vector<merge::Transfer> transfers;
  MadeByOverlays made(context);
  merge::Context merging{context.builder, context.emit, &transfers, &tables, {}, {}};
  merging.may_go_on = [&made](source::Span overlay) { return made.HasRoom(overlay); };
  const merge::MergedSet merged = merge::ApplySet(left, right, plan.plan(), merging);
  CarryOut(transfers, *context.table);
  OverlaidSet result;
  result.ok = merged.ok;
  for (const Document& document : merged.documents) {
    result.documents.push_back({document.node, document.root, document.span});
    result.groups.push_back(document.group);
  }
  return result;
}

}  // namespace kval::annotations
