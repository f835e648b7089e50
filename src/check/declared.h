#pragma once

#include "src/check/fields.h"
#include "src/check/worker.h"
#include "src/types/model.h"
#include "src/value/value.h"

namespace kval::check {

// Returns whether `asks(entry, field)` is true for an entry of the mapping that the record declares. Calls
// `asks` in order, up to the first true result. If the mapping has many more entries than the record has
// fields, looks up the fields instead. Cost: one step per visited element.
template <typename Asks>
bool AnyDeclared(const types::Model& model, const types::Record& record, const value::Value& mapping,
                 Worker& worker, const Asks& asks) {
  if (worker.IsWorthAsking(mapping, record)) {
    for (const value::Entry* entry : worker.EntriesOf(mapping, record, model)) {
      if (asks(*entry, *FieldOf(model, record, *entry->key))) {
        return true;
      }
    }
    return false;
  }
  worker.Spend(mapping.entries().size());
  for (const value::Entry& entry : mapping.entries()) {
    const types::Field* field = FieldOf(model, record, *entry.key);
    if (field != nullptr && asks(entry, *field)) {
      return true;
    }
  }
  return false;
}

}  // namespace kval::check
