#include "annotations/overlay/apply.h"

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
  const merge::MergedSet merged = merge::ApplySet(
      left, right, plan.plan(), merge::Context{context.builder, context.emit, &transfers, &tables, {}});
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
