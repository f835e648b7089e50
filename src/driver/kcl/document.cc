#include "src/driver/kcl/document.h"
#include "src/check/complete.h"
#include "src/check/fits.h"

#include <string>
#include <utility>

namespace kval::driver {

using schemas::kcl::KclSchema;
using schemas::kcl::ValidationContext;

KclDocument::KclDocument(const KclSchema& schema, const types::Model& model, const value::Value* first,
                         const ValidationContext& validating, value::Dialect dialect, const Limits& limits,
                         std::string_view other_schema, diag::Emitter& emit)
    : schema_(schema),
      model_(model),
      validating_(validating),
      type_(first == nullptr ? model.root().type : schema.TypeOf(*first)),
      worker_(limits.check_steps),
      sink_(schema, other_schema, emit),
      shape_violations_(&sink_),
      emit_(emit) {
  shape_.dialect = dialect;
  worker_.SetEvaluators(validating.evaluators);
}

const value::Value* KclDocument::CompleteLayer(const value::Value& values) {
  return check::Complete(values, type_, model_, worker_, validating_.arena);
}

const value::Value* KclDocument::CheckLayer(const value::Value& values) {
  const value::Value* complete = CompleteLayer(values);
  CheckPart(*complete);
  return complete;
}

void KclDocument::CheckPart(const value::Value& complete) {
  shape_.partial = true;
  findings::ReportShapeViolations(*schema_.WithoutNulls(complete, validating_), type_, model_, shape_,
                                  worker_, shape_violations_);
}

const value::Value* KclDocument::CheckLast(const value::Value& layer, const value::Value& values,
                                           bool may_be_incomplete) {
  const value::Value* complete = schema_.Complete(values, validating_, true);
  const bool fits = !may_be_incomplete && check::Fits(*complete, type_, model_, worker_);
  if (fits && !worker_.IsExhausted() && !worker_.IsTooDeep()) {
    return complete;
  }
  CheckPart(layer);
  shape_.partial = may_be_incomplete;
  findings::ReportShapeViolations(*complete, type_, model_, shape_, worker_, shape_violations_);
  return complete;
}

const value::Value* KclDocument::CheckShape(const value::Value& values, bool may_be_incomplete) {
  shape_.partial = may_be_incomplete;
  const value::Value* complete = schema_.Complete(values, validating_);
  findings::ReportShapeViolations(*complete, type_, model_, shape_, worker_, shape_violations_);
  return complete;
}

void KclDocument::CheckRules(const value::Value& values) {
  findings::ReportRuleViolations(values, type_, model_, worker_, emit_);
}

void KclDocument::SchemaChoiceSink::Consume(diag::Diagnostic finding) {
  const bool is_root_key = finding.kind == diag::Kind::kUnknownKey && finding.path.size() == 1;
  const std::string others = is_root_key ? schema_.OtherSchemasDeclaring(finding.path[0].key) : std::string();
  if (!others.empty()) {
    finding.notes.push_back(others);
    if (finding.hint.empty()) {
      finding.hint = hint_;
    }
  }
  emit_.Emit(std::move(finding));
}

source::Span BeginOf(const value::Value& document) {
  const bool is_block = document.kind == value::Kind::kMapping && document.style == value::Style::kBlock;
  return is_block && !document.entries().empty() ? document.entries().front().key->span : document.span;
}

}  // namespace kval::driver
