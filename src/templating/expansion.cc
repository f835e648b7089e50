#include "src/templating/expansion.h"

#include <algorithm>

#include "src/support/native_stack.h"

namespace kval::templating {

uint64_t Expansion::BytesOf(const value::Value& value) {
  if (!value.is_collection()) {
    return sizeof(value::Value) + value.raw.size();
  }
  if (const auto known = known_.find(&value); known != known_.end()) {
    return known->second;
  }
  NeedStack();
  uint64_t bytes = sizeof(value::Value);
  if (value.kind == value::Kind::kMapping) {
    for (const value::Entry& entry : value.entries()) {
      bytes = std::min(kMost, bytes + sizeof(value::Entry) + BytesOf(*entry.key) + BytesOf(*entry.value));
    }
  } else {
    for (const value::Value* item : value.items()) {
      bytes = std::min(kMost, bytes + sizeof(item) + BytesOf(*item));
    }
  }
  known_.emplace(&value, bytes);
  return bytes;
}

}  // namespace kval::templating
