#pragma once

#include <cstdint>
#include <unordered_set>

#include "src/diag/emitter.h"
#include "src/support/arena.h"
#include "src/types/model.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::check {

// Values whose shape was found wrong. Their subtrees are not looked at again, so that one mistake gives
// one diagnostic; and a fault at a place that was reported before is not reported twice, which is how
// the same document can be checked after each layer that is merged into it.
class Poisoned {
 public:
  bool Holds(const value::Value* value) const { return values_.contains(value); }
  void Add(const value::Value* value) { values_.insert(value); }
  // Collections with a fault somewhere in them: what is said about them as a whole may follow from it.
  bool HoldsPartOf(const value::Value* value) const { return partly_.contains(value); }
  void AddPartOf(const value::Value* value) { partly_.insert(value); }
  // True the first time that this kind of fault is seen at this place.
  bool IsNew(source::Span at, diag::Kind kind, const diag::Path& path);

 private:
  std::unordered_set<const value::Value*> values_;
  std::unordered_set<const value::Value*> partly_;
  std::unordered_set<uint64_t> places_;
};

struct Options {
  // How plain scalars resolve, for hints about quotes.
  value::Dialect dialect = value::Dialect::kYtt;
  // More is going to be merged: keys that are still missing are no faults yet.
  bool partial = false;
};

// Adds what is missing, at any depth, wherever the shape allows it: fields with their defaults, in
// arrays' items too. Added keys stand behind the given ones. Values whose shape is wrong are left as they
// are. Nothing is reported. Subtrees that lack nothing are shared with the input.
// A null document root counts as missing when the root type is not nullable.
const value::Value* Complete(const value::Value& document, const types::Model& model, Arena& arena);
const value::Value* Complete(const value::Value& value, types::TypeId type, const types::Model& model,
                             Arena& arena);

// The default of a field as Complete adds it, or null when it has none.
const value::Value* DefaultOf(const types::Field& field, const types::Model& model, Arena& arena);

// Checks types, keys and nulls; reports every fault. False when there is one. `document` should be
// complete: a missing key of a filled field is not a fault, of a required one it is.
bool CheckShape(const value::Value& document, const types::Model& model, const Options& options,
                Poisoned& poisoned, diag::Emitter& emit);
bool CheckShape(const value::Value& value, types::TypeId type, const types::Model& model,
                const Options& options, Poisoned& poisoned, diag::Emitter& emit);

// True when the value fits the type; silent, rules not looked at.
bool Fits(const value::Value& value, types::TypeId type, const types::Model& model);

// Runs the rules on every value that is not poisoned; reports every violation. False when there is one. Rules
// that the schema's language evaluates are not asked about collections that have a fault in them.
bool CheckRules(const value::Value& document, const types::Model& model, const Poisoned& poisoned,
                diag::Emitter& emit);

// Reports deprecated and removed fields that `given`, one layer before it is merged, sets.
void CheckNotices(const value::Value& given, const types::Model& model, diag::Emitter& emit);

}  // namespace kval::check
