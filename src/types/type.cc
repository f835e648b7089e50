#include "src/types/type.h"

namespace kval::types {
namespace {

// Below this a linear search beats hashing.
constexpr size_t kSmall = 8;

}  // namespace

const Field* Record::Find(Symbol name) const {
  if (index_.empty()) {
    for (const Field& field : fields) {
      if (field.name == name) {
        return &field;
      }
    }
    return nullptr;
  }
  const auto found = index_.find(name);
  return found == index_.end() ? nullptr : &fields[found->second];
}

void Record::Index() {
  index_.clear();
  if (fields.size() <= kSmall) {
    return;
  }
  index_.reserve(fields.size());
  for (uint32_t i = 0; i < fields.size(); ++i) {
    index_.emplace(fields[i].name, i);
  }
}

}  // namespace kval::types
