#pragma once

#include "src/check/options.h"
#include "src/check/worker.h"
#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// The worker of a document that is checked in parts.
using Poisoned = Worker;

// Adds what is missing, at any depth, wherever the shape allows it: fields with their defaults, in
// arrays' items too. Added keys stand behind the given ones. Values whose shape is wrong are left as they
// are. Nothing is reported. Subtrees that lack nothing are shared with the input.
// A null document root counts as missing when the root type is not nullable. Nothing is added where a fault
// in the text left a gap: the key may stand in it.
const value::Value* Complete(const value::Value& document, const types::Model& model, Arena& arena);
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Arena& arena);
// What members of unions become is remembered in the worker, whose document then has one arena. Defaults that
// are larger than its budget allows end there, which Check reports; without a worker WorkExhausted is thrown.
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Worker& worker, Arena& arena);

// The default of a field as Complete adds it, or null when it has none.
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Arena& arena);
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Worker& worker,
                              Arena& arena);

// Checks everything that the model says of a document, in one pass: types, keys, nulls, then rules and
// assertions where the shape is right. Reports every fault; false when there is one, or when the worker's
// budget did not suffice (KV023). `document` should be complete: a missing key of a filled field is not a
// fault, of a required one it is. Rules that the schema's language evaluates are not asked about collections
// that have a fault or a gap in them. What could not be read is no fault, nor is what may follow from it:
// keys that are missing beside it, counts of keys, rules about a collection that was read in part.
bool Check(const value::Value& document, const types::Model& model, const Options& options, Worker& worker,
           diag::Emitter& emit);

// Its two parts, for documents that are checked after each layer that is merged into them. The rules are
// asked only about what the worker does not know to be faulty.
bool CheckShape(const value::Value& document, const types::Model& model, const Options& options,
                Worker& worker, diag::Emitter& emit);
bool CheckShape(const value::Value& value, types::TypeId type, const types::Model& model,
                const Options& options, Worker& worker, diag::Emitter& emit);
bool CheckRules(const value::Value& document, const types::Model& model, Worker& worker, diag::Emitter& emit,
                const Options& options = {});
bool CheckRules(const value::Value& value, types::TypeId type, const types::Model& model, Worker& worker,
                diag::Emitter& emit);

// True when the value fits the type; silent, rules not looked at.
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model, Worker& worker);
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model);

struct NoticeOptions {
  value::Dialect dialect = value::Dialect::kYtt;
  bool odd_scalars = true;  // what odd_scalars.h tells; false where the reader told all that is ambiguous
  const source::SourceMap* sources = nullptr;  // for what odd_scalars.h tells of the lines of texts
};

// Reports deprecated and removed fields that `given`, one layer before it is merged, sets, and scalars that
// fit but that other readers take for something else.
void CheckNotices(const value::Value& given, const types::Model& model, const NoticeOptions& options,
                  diag::Emitter& emit);
void CheckNotices(const value::Value& given, types::TypeId type, const types::Model& model,
                  const NoticeOptions& options, diag::Emitter& emit);

}  // namespace kval::check
