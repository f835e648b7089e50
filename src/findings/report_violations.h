#pragma once

#include "src/check/validation_state.h"
#include "src/diag/emitter.h"
#include "src/findings/report_options.h"
#include "src/types/model.h"
#include "src/value/value.h"

// Validates documents, and reports their violations with likely causes and fixes.
namespace kval::findings {

// Validates a document in one pass: types, keys, nulls, then rules and assertions where the shape is valid.
// Reports every violation. Returns false if there is one, or if the worker's budget is exhausted (KV023).
// A violation that most likely follows from another one is reported as superseded by it
// (Diagnostic::superseded_by). Requires a completed `document`: a missing optional field is not a violation.
// Rules evaluated by the schema language skip collections with violations or unreadable parts. Unreadable
// text and its possible consequences (missing keys, key counts, rules about partial collections) are not
// violations.
bool ReportViolations(const value::Value& document, const types::Model& model, const ReportOptions& options,
                      check::ValidationState& worker, diag::Emitter& emit);

// The two parts of ReportViolations, for documents validated after each merged layer. Rules skip values known
// to be invalid.
bool ReportShapeViolations(const value::Value& document, const types::Model& model,
                           const ReportOptions& options, check::ValidationState& worker, diag::Emitter& emit);
bool ReportShapeViolations(const value::Value& value, types::TypeId type, const types::Model& model,
                           const ReportOptions& options, check::ValidationState& worker, diag::Emitter& emit);
bool ReportRuleViolations(const value::Value& document, const types::Model& model,
                          check::ValidationState& worker, diag::Emitter& emit,
                          const ReportOptions& options = {});
bool ReportRuleViolations(const value::Value& value, types::TypeId type, const types::Model& model,
                          check::ValidationState& worker, diag::Emitter& emit);

}  // namespace kval::findings
