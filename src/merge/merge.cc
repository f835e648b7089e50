#include "src/merge/merge.h"

#include <string>
#include <utility>

#include "src/merge/contains.h"
#include "src/merge/merger.h"
#include "src/support/native_stack.h"
#include "src/value/encrypted.h"

namespace kval::merge {
namespace {

constexpr diag::Def<> kTooDeep{diag::Kind::kLimitCallDepth,
                               "the overlay is nested more deeply than the stack allows"};
constexpr diag::Def<> kNotHeld{diag::Kind::kOverlayAssert, "the assertion of the overlay failed"};
constexpr diag::Def<std::string> kNotHeldBecause{diag::Kind::kOverlayAssert,
                                                 "the assertion of the overlay failed: {}"};

void AddChildCounts(const Op* op, ChildCounts& counts) {
  if (op != nullptr && op->child_expects) {
    counts.at(static_cast<size_t>(op->child_expects->keyword)) = &*op->child_expects;
  }
}

}  // namespace

std::string_view ActionName(Action action) {
  switch (action) {
    case Action::kMerge:
      return "merge";
    case Action::kReplace:
      return "replace";
    case Action::kRemove:
      return "remove";
    case Action::kInsert:
      return "insert";
    case Action::kAppend:
      return "append";
    case Action::kAssert:
      return "assert";
  }
  return "";
}

OverlayFrame Merger::DocumentFrame(const value::Value* node, const value::Value& root,
                                   source::Span span) const {
  const Op* op = node == nullptr ? nullptr : plan_.Find(node);
  OverlayFrame frame;
  frame.kind = OverlayNodeKind::kDocument;
  frame.name = node;
  frame.value = &root;
  frame.span = span;
  frame.op = op;
  AddChildCounts(op, frame.child_counts);
  return frame;
}

OverlayFrame Merger::ItemFrame(const OverlayFrame& parent, OverlayNodeKind kind, const value::Value* name,
                               const value::Value* value, size_t index, source::Span span) const {
  OverlayFrame frame;
  frame.parent = &parent;
  frame.kind = kind;
  frame.name = name;
  frame.value = value;
  frame.index = index;
  frame.span = span;
  frame.op = plan_.Find(name);
  frame.child_counts = parent.child_counts;
  AddChildCounts(frame.op, frame.child_counts);
  return frame;
}

const value::Value* Merger::Merge(const value::Value& left, const OverlayFrame& frame) {
  const value::Value& right = *frame.value;
  if (!HasStack()) {
    ok_ = false;
    context_.emit->Report(frame.span, kTooDeep).Emit();
    return nullptr;
  }
  // Unreadable text only means that the value below it may not be final; an encrypted value replaces it.
  if (right.gap == value::Recovery::kError) {
    return MakeMerged(
        left, right, frame,
        value::IsEncrypted(right.raw) ? GetInitialValue(frame) : context_.builder->MakeUnreadable(left));
  }
  // In a plain layer the schema decides whether a map is allowed here.
  const bool is_plain = plan_.defaults() == Defaults::kPlain;
  const bool is_map_over_other = right.kind == value::Kind::kMapping && left.kind != value::Kind::kMapping &&
                                 left.kind != value::Kind::kNull;
  if (is_plain && is_map_over_other && !IsValidated(frame)) {
    ReportKinds(left, frame);
    return nullptr;
  }
  const bool is_replaced = left.kind == value::Kind::kNull || !right.is_collection() ||
                           (is_plain && (right.kind == value::Kind::kSequence || left.kind != right.kind));
  if (is_replaced) {
    // A layer that is applied twice repeats its values.
    const bool is_reported =
        right.kind != value::Kind::kMapping && left.has_origin && left.origin()->right == &right;
    unused_.WarnUnused(frame);
    return is_reported && frame.op == nullptr ? &left
                                              : MakeMerged(left, right, frame, GetInitialValue(frame));
  }
  if (left.kind != right.kind) {
    ReportKinds(left, frame);
    return nullptr;
  }
  return right.kind == value::Kind::kMapping ? MergeMap(left, frame) : MergeArray(left, frame);
}

const value::Value* Merger::MakeMerged(const value::Value& left, const value::Value& right,
                                       const OverlayFrame& frame, const value::Value* made) {
  return context_.builder->WithOrigin(*made, &left, &right,
                                      frame.op == nullptr ? source::Span() : frame.op->span);
}

const value::Value* Merger::Replacement(const value::Value* left, const OverlayFrame& frame) {
  const value::Value* made = frame.value;
  if (frame.op != nullptr && frame.op->transform != nullptr) {
    made = Transformed(left, frame);
  } else {
    unused_.WarnUnused(frame);
  }
  return made == nullptr || left == nullptr ? made : MakeMerged(*left, *made, frame, made);
}

const value::Value* Merger::Transformed(const value::Value* left, const OverlayFrame& frame) {
  const value::Value* made = frame.op->transform->Apply(left, *frame.value, FrameCaller(frame));
  if (made == nullptr) {
    ok_ = false;
  }
  return made;
}

bool Merger::Holds(const value::Value& left, const OverlayFrame& frame) {
  std::optional<AssertionResult> assessment;
  source::Span differs = left.span;
  if (frame.op != nullptr && frame.op->assertion != nullptr) {
    assessment = frame.op->assertion->Assess(left, *frame.value, FrameCaller(frame));
  } else {
    const Difference difference = FindDifference(left, *frame.value);
    assessment = AssertionResult{!difference.exists, difference.text};
    differs = difference.exists ? difference.left : differs;
  }
  if (!assessment) {
    ok_ = false;
    return false;
  }
  if (assessment->holds && frame.value->is_collection() && left.kind == value::Kind::kNull) {
    ReportKinds(left, frame);
    return false;
  }
  if (assessment->holds) {
    return true;
  }
  diag::DiagnosticBuilder report = assessment->why.empty()
                                       ? context_.emit->Report(frame.span, kNotHeld)
                                       : context_.emit->Report(frame.span, kNotHeldBecause, assessment->why);
  report.Related(frame.op->span, "the assertion").Related(differs, "this value is tested");
  Emit(std::move(report), frame);
  return false;
}

void Merger::TransferAnnotations(const value::Value* from, const value::Value* to) {
  if (context_.transfers != nullptr && from != to) {
    context_.transfers->push_back({from, to});
  }
}

MergeResult Apply(const value::Value& base, const value::Value& overlay, const value::Value* document_node,
                  const MergePlan& plan, const MergeContext& context) {
  const SetDocument left{nullptr, &base, base.span, 0};
  const SetDocument right{document_node, &overlay, overlay.span, 0};
  return Apply(left, right, plan, context);
}

MergeResult Apply(const SetDocument& base, const SetDocument& overlay, const MergePlan& plan,
                  const MergeContext& context) {
  Merger merger(plan, context);
  const OverlayFrame frame = merger.DocumentFrame(overlay.node, *overlay.root, overlay.span);
  if (frame.op != nullptr && frame.op->is_invalid) {
    return {base.root, false};
  }
  if (!merger.MatchesOne(base, frame)) {
    return {base.root, merger.ok()};
  }
  const value::Value* merged = nullptr;
  switch (frame.op == nullptr ? Action::kMerge : frame.op->action) {
    case Action::kMerge:
      merged = merger.Merge(*base.root, frame);
      break;
    case Action::kInsert:  // the first of the documents counts
      merged = frame.op->before ? merger.Replacement(base.root, frame) : base.root;
      break;
    case Action::kAppend:
      merged = base.root;
      break;
    case Action::kReplace:
      merged = merger.Replacement(base.root, frame);
      break;
    case Action::kRemove:
      merged = context.builder->WithOrigin(*context.builder->Null(frame.op->span), base.root, overlay.root,
                                           frame.op->span);
      break;
    case Action::kAssert:
      merged = merger.Holds(*base.root, frame) ? base.root : nullptr;
      break;
  }
  return {merged == nullptr ? base.root : merged, merger.ok()};
}

MergeSetResult ApplySet(const std::vector<SetDocument>& base, const std::vector<SetDocument>& overlays,
                        const MergePlan& plan, const MergeContext& context) {
  Merger merger(plan, context);
  MergeSetResult result;
  result.documents = base;
  merger.ApplySet(result.documents, overlays);
  result.ok = merger.ok();
  return result;
}

}  // namespace kval::merge
