#include "schemas/ytt/default_check.h"

#include <string>

#include "src/check/checker.h"
#include "src/diag/collector.h"

namespace kval::schemas::ytt {

bool ReportMisfit(std::string_view what, const value::Value& value, source::Span at, source::Span node,
                  types::TypeId type, const types::Model& model, diag::Emitter& emit) {
  diag::Collector collector;
  diag::Emitter inner(&collector);
  check::Worker poisoned;
  if (check::CheckShape(value, type, model, {}, poisoned, inner)) {
    return true;
  }
  for (const diag::Diagnostic& fault : collector.Sorted()) {
    if (fault.kind == diag::Kind::kLimitSteps || fault.kind == diag::Kind::kLimitCallDepth) {
      emit.Emit(fault);
      continue;
    }
    std::string headline = "the " + std::string(what) + " does not fit the type of its node: ";
    const std::string path = diag::Display(fault.path);
    headline += path.empty() ? fault.message : path + ": " + fault.message;
    const source::Span place = fault.labels.front().span;
    diag::Builder builder = emit.ReportText(at.has_value() ? at : place, diag::Kind::kBadDefault, headline);
    if (place.has_value() && place != at) {
      builder.Related(place, "this value");
    }
    if (node.has_value()) {
      builder.Schema(node, "the type comes from this node");
    }
    for (const diag::Label& label : fault.labels) {
      const bool is_below = !fault.path.empty() && label.span != node;
      if (label.role == diag::Role::kSchema && is_below) {
        builder.Schema(label.span, label.text);
      }
    }
    builder.Found(fault.found).Expected(fault.expected).Hint(fault.hint).Emit();
  }
  return false;
}

}  // namespace kval::schemas::ytt
