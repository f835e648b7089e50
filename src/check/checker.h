#pragma once

#include "src/check/check_options.h"
#include "src/check/validation_state.h"
#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The worker of a document that is checked in parts.
using LayeredValidationState = ValidationState;

// Adds missing fields with their defaults at any depth, also in array items. Added keys come after existing
// ones. Values of the wrong shape are unchanged. Reports nothing. Shares unchanged subtrees. A null root
// counts as missing if the root type is not nullable. Adds nothing to values with unreadable parts, which may
// contain the key.
const value::Value* Complete(const value::Value& document, const types::Model& model, Arena& arena);
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Arena& arena);
// The worker caches completed members of unions; its document must then use one arena. Errors: defaults that
// exceed the worker's budget are truncated, which Check reports; without a worker throws BudgetExhausted.
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             ValidationState& worker, Arena& arena);

// Returns the default of a field as Complete adds it, or null if it has none.
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Arena& arena);
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, ValidationState& worker,
                              Arena& arena);

// Validates a document in one pass: types, keys, nulls, then rules and assertions where the shape is valid.
// Reports every violation. Returns false if there is one, or if the worker's budget is exhausted (KV023).
// Requires a completed `document`: a missing optional field is not a violation. Rules evaluated by the schema
// language skip collections with violations or unreadable parts. Unreadable text and its possible
// consequences (missing keys, key counts, rules about partial collections) are not violations.
bool Check(const value::Value& document, const types::Model& model, const CheckOptions& options,
           ValidationState& worker, diag::Emitter& emit);

// The two parts of Check, for documents validated after each merged layer. Rules skip values known to be
// invalid.
bool CheckShape(const value::Value& document, const types::Model& model, const CheckOptions& options,
                ValidationState& worker, diag::Emitter& emit);
bool CheckShape(const value::Value& value, types::TypeId type, const types::Model& model,
                const CheckOptions& options, ValidationState& worker, diag::Emitter& emit);
bool CheckRules(const value::Value& document, const types::Model& model, ValidationState& worker,
                diag::Emitter& emit, const CheckOptions& options = {});
bool CheckRules(const value::Value& value, types::TypeId type, const types::Model& model,
                ValidationState& worker, diag::Emitter& emit);

// Returns whether the value fits the type, without rules. Reports nothing.
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model, ValidationState& worker);
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model);

struct NoticeOptions {
  value::Dialect dialect = value::Dialect::kYtt;
  bool suspicious_scalars =
      true;  // findings of suspicious_scalars.h; false if the reader reports every ambiguity
  const source::SourceMap* sources = nullptr;  // for the lines of strings in suspicious_scalars.h
};

// Reports deprecated and removed fields that `given`, one layer before merging, sets, and valid scalars that
// other readers interpret differently.
void CheckNotices(const value::Value& given, const types::Model& model, const NoticeOptions& options,
                  diag::Emitter& emit);
void CheckNotices(const value::Value& given, types::TypeId type, const types::Model& model,
                  const NoticeOptions& options, diag::Emitter& emit);

}  // namespace kval::check
