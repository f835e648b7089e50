#pragma once

#include "src/types/model.h"
#include "src/value/value.h"

// Finds the part of a record that declares a key.
namespace kval::check {

// Returns the field with the key, or null.
const types::Field* FieldOf(const types::Model& model, const types::Record& record, const value::Value& key);

// Returns the field with the name most similar to an unknown `key`, or null.
const types::Field* NearestField(const types::Model& model, const types::Record& record,
                                 const value::Value& key);

// Returns the record type if `id` admits exactly one, else null.
const types::Record* OnlyRecord(const types::Model& model, types::TypeId id);
// Returns the list type if `id` admits exactly one, else null.
const types::List* OnlyList(const types::Model& model, types::TypeId id);

// FieldOf for the keys of one mapping in turn. Keys that come in the order of the fields, as those of
// defaults and of most files do, are found without a search.
class FieldCursor {
 public:
  FieldCursor(const types::Model& model, const types::Record& record) : model_(model), record_(record) {}

  const types::Field* Find(const value::Value& key);
  // Prefetches the type of the field that probably follows, because types of a large schema are not in the
  // CPU cache.
  void PrefetchNextType() const {
    constexpr size_t kAhead = 1;
    if (next_ + kAhead < record_.fields.size()) {
      const types::Type& type = model_.Get(record_.fields[next_ + kAhead].type);
      __builtin_prefetch(reinterpret_cast<const char*>(&type));
      __builtin_prefetch(reinterpret_cast<const char*>(&type) + sizeof(types::Shape));
    }
  }

 private:
  const types::Model& model_;
  const types::Record& record_;
  size_t next_ = 0;  // the field after the one that was found last
};

// Evaluates a rule for `key` of `mapping`, and the number of matching keys.
types::PredicateResult EvaluateKeyRule(const types::KeyRule& rule, const value::Value& key,
                                       const value::Value& mapping);
types::PredicateResult EvaluateKeyCount(const types::KeyRule& rule, int64_t count,
                                        const value::Value& mapping);

// Whether a rule applies to `key` of `mapping`.
bool Allows(const types::KeyRule& rule, const value::Value& key, const value::Value& mapping);

// Returns the first key rule that allows `key`, or null. Requires a key that is not a field. `requested`: the
// rules that may allow it (Record::KeyRulesFor).
const types::KeyRule* KeyRuleOf(const types::Record& record, const types::CandidateKeyRules& requested,
                                const value::Value& key, const value::Value& mapping);
const types::KeyRule* KeyRuleOf(const types::Record& record, const value::Value& key,
                                const value::Value& mapping);

// Returns whether the type accepts values of this kind: a list accepts sequences, a record mappings…
bool AcceptsKind(const types::Model& model, types::TypeId type, value::Kind kind);
// The same for its shape only, ignoring whether values of other kinds are valid.
bool ShapeAcceptsKind(const types::Model& model, types::TypeId type, value::Kind kind);

}  // namespace kval::check
