#pragma once

#include "src/check/fields.h"
#include "src/check/validation_state.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Returns whether `predicate(entry, field)` is true for an entry of the mapping that the record declares.
// Calls `predicate` in order, up to the first true result. If the mapping has many more entries than the
// record has fields, looks up the fields instead. Cost: one step per visited element.
template <typename Predicate>
bool AnyDeclaredEntry(const types::Model& model, const types::Record& record, const value::Value& mapping,
                      ValidationState& worker, const Predicate& predicate) {
  if (worker.ShouldLookUpFields(mapping, record)) {
    for (const value::Entry* entry : worker.EntriesOf(mapping, record, model)) {
      if (predicate(*entry, *FieldOf(model, record, *entry->key))) {
        return true;
      }
    }
    return false;
  }
  worker.Spend(mapping.entries().size());
  for (const value::Entry& entry : mapping.entries()) {
    const types::Field* field = FieldOf(model, record, *entry.key);
    if (field != nullptr && predicate(entry, *field)) {
      return true;
    }
  }
  return false;
}

}  // namespace kval::check
