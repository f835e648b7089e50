#include "src/templating/expanded_size.h"

#include <algorithm>

#include "src/support/native_stack.h"

namespace kval::templating {

uint64_t ExpandedSize::GetSize(const value::Value& value) {
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
      bytes = std::min(kMax, bytes + sizeof(value::Entry) + GetSize(*entry.key) + GetSize(*entry.value));
    }
  } else {
    for (const value::Value* item : value.items()) {
      bytes = std::min(kMax, bytes + sizeof(item) + GetSize(*item));
    }
  }
  known_.emplace(&value, bytes);
  return bytes;
}

}  // namespace kval::templating
