#include "schemas/ytt/default_check.h"

#include <string>

#include "src/check/validation_state.h"
#include "src/diag/collector.h"
#include "src/findings/report_violations.h"

namespace kval::schemas::ytt {

bool ReportTypeMismatch(std::string_view what, const value::Value& value, source::Span at, source::Span node,
                        types::TypeId type, const types::Model& model, diag::Emitter& emit) {
  diag::Collector collector;
  diag::Emitter inner(&collector);
  check::ValidationState poisoned;
  if (findings::ReportShapeViolations(value, type, model, {}, poisoned, inner)) {
    return true;
  }
  for (const diag::Diagnostic& error : collector.Sorted()) {
    if (error.kind == diag::Kind::kLimitSteps || error.kind == diag::Kind::kLimitCallDepth) {
      emit.Emit(error);
      continue;
    }
    std::string headline = "the " + std::string(what) + " does not fit the type of its node: ";
    const std::string path = diag::Display(error.path);
    headline += path.empty() ? error.message : path + ": " + error.message;
    const source::Span place = error.labels.front().span;
    diag::DiagnosticBuilder builder =
        emit.ReportText(at.has_value() ? at : place, diag::Kind::kBadDefault, headline);
    if (place.has_value() && place != at) {
      builder.Related(place, "this value");
    }
    if (node.has_value()) {
      builder.Schema(node, "the type comes from this node");
    }
    for (const diag::Label& label : error.labels) {
      const bool is_below = !error.path.empty() && label.span != node;
      if (label.role == diag::LabelRole::kSchema && is_below) {
        builder.Schema(label.span, label.text);
      }
    }
    builder.Found(error.found).Expected(error.expected).Hint(error.hint).Emit();
  }
  return false;
}

}  // namespace kval::schemas::ytt
