#include "schemas/key_collisions.h"

#include <algorithm>
#include <string>

#include "src/support/keyed_hash.h"
#include "src/value/compare.h"

namespace kval::schemas {

std::unordered_set<const types::Field*> FieldsWithCollidingKeys(const types::Record& record) {
  const auto is_text = [](const types::Field& field) { return field.key->kind == value::Kind::kString; };
  if (std::all_of(record.fields.begin(), record.fields.end(), is_text)) {
    return {};
  }
  TextSet<std::string> strings;
  for (const types::Field& field : record.fields) {
    if (is_text(field)) {
      strings.insert(value::PlainText(*field.key));
    }
  }
  std::unordered_set<const types::Field*> dropped;
  for (const types::Field& field : record.fields) {
    if (!is_text(field) && !strings.insert(value::PlainText(*field.key)).second) {
      dropped.insert(&field);
    }
  }
  return dropped;
}

}  // namespace kval::schemas
