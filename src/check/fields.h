#pragma once

#include "src/types/model.h"
#include "src/value/value.h"

// Which part of a record a key belongs to.
namespace kval::check {

// The field that `key` names, or null.
const types::Field* FieldOf(const types::Model& model, const types::Record& record, const value::Value& key);

// The field that the writer of an unknown `key` most likely meant, or null.
const types::Field* NearestField(const types::Model& model, const types::Record& record,
                                 const value::Value& key);

// The record that a value of the type is, if it can be one only; null otherwise.
const types::Record* OnlyRecord(const types::Model& model, types::TypeId id);
// The same of a list.
const types::List* OnlyList(const types::Model& model, types::TypeId id);

// FieldOf for the keys of one mapping in turn. Keys that come in the order of the fields, as those of
// defaults and of most files do, are found without a search.
class FieldCursor {
 public:
  FieldCursor(const types::Model& model, const types::Record& record) : model_(model), record_(record) {}

  const types::Field* Find(const value::Value& key);
  // Prefetches the type of the field that probably follows, because types of a large schema are not in the
  // CPU cache.
  void AskForTypesAhead() const {
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
types::Verdict AskForKey(const types::KeyRule& rule, const value::Value& key, const value::Value& mapping);
types::Verdict AskForCount(const types::KeyRule& rule, int64_t count, const value::Value& mapping);

// Whether a rule applies to `key` of `mapping`.
bool Allows(const types::KeyRule& rule, const value::Value& key, const value::Value& mapping);

// Returns the first key rule that allows `key`, or null. Requires a key that is not a field. `asked`: the
// rules that may allow it (Record::KeyRulesFor).
const types::KeyRule* KeyRuleOf(const types::Record& record, const types::AskedKeyRules& asked,
                                const value::Value& key, const value::Value& mapping);
const types::KeyRule* KeyRuleOf(const types::Record& record, const value::Value& key,
                                const value::Value& mapping);

// True when the type is for values of this kind: a list for sequences, a record for mappings…
bool TakesKind(const types::Model& model, types::TypeId type, value::Kind kind);
// The same of its shape alone, whether or not values of other kinds pass.
bool ShapeTakesKind(const types::Model& model, types::TypeId type, value::Kind kind);

}  // namespace kval::check
