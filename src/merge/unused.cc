// Warnings about operations that have no effect because a node above them is new or replaces another node.

#include <algorithm>
#include <string>

#include "src/merge/annotation_names.h"
#include "src/merge/merger.h"
#include "src/support/native_stack.h"
#include "src/support/substitute.h"

namespace kval::merge {
namespace {

constexpr diag::Def<std::string_view> kUnused{
    diag::Kind::kBadOverlay, "`@overlay/{}` has no effect: nothing is merged below a node that is new"};
constexpr diag::Def<std::string_view> kUnusedWhen{
    diag::Kind::kBadOverlay, "`when=` of `@{}` has no effect: nothing is merged below a node that is new"};

// Whether the node would have been left out where nothing matches it.
bool NeedsMatch(const Op& op) {
  if (!op.expects || op.expects->keyword != CountKeyword::kWhen) {
    return false;
  }
  return std::ranges::none_of(op.expects->ranges, [&](const CountRange& range) {
    return range.matcher != nullptr || range.at_least == 0;
  });
}

// What happens in place of the operation; empty where the result is the same without it.
std::string_view EffectInstead(const Op& op) {
  if (op.action == Action::kRemove) {
    return "the node below it is added to the result; leave it out, or match a node that is there";
  }
  if (op.action == Action::kAssert) {
    return "nothing is tested, and the value is added to the result";
  }
  if (op.transform != nullptr) {
    return "the function is not called; the value is used as it is";
  }
  if (op.action == Action::kInsert) {
    return "the item is added once, in the order of the overlay";
  }
  return NeedsMatch(op) ? "the node is added to the result, although nothing matches it" : std::string_view();
}

}  // namespace

void UnusedOperations::WarnUnused(const OverlayFrame& whole) {
  if (plan_.defaults() == Defaults::kAnnotated && !plan_.empty() && whole.value->is_collection()) {
    Below(*whole.value, whole);
  }
}

void UnusedOperations::Below(const value::Value& value, const OverlayFrame& whole) {
  if (!value.is_collection() || !seen_.insert(&value).second) {
    return;
  }
  NeedStack();
  if (value.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value.entries()) {
      Node(*entry.key, entry.key->span, *entry.value, whole);
    }
    return;
  }
  for (const value::Value* item : value.items()) {
    Node(*item, item->span, *item, whole);
  }
}

void UnusedOperations::Node(const value::Value& name, source::Span place, const value::Value& value,
                            const OverlayFrame& whole) {
  const Op* op = plan_.Find(&name);
  const std::string_view instead = op == nullptr || op->is_invalid ? std::string_view() : EffectInstead(*op);
  if (instead.empty()) {
    Below(value, whole);
    return;
  }
  const bool is_when = op->action == Action::kMerge;
  diag::DiagnosticBuilder report = is_when ? emit_.Report(op->expects->span, kUnusedWhen, kMatchAnnotation)
                                           : emit_.Report(op->span, kUnused, ActionName(op->action));
  report.As(diag::Severity::kWarning)
      .Related(place, "on this node")
      .Related(whole.span, Substitute("this {} is added or replaced as a whole", NodeName(whole.kind)))
      .Hint(std::string(instead));
  EmitAt(std::move(report), whole);
}

}  // namespace kval::merge
