#include "src/merge/key_text.h"

#include <cstdint>

namespace kval::merge {

std::string KeyText(const value::Value& key) {
  if (!key.raw.empty()) {
    return std::string(key.raw);
  }
  switch (key.kind) {
    case value::Kind::kBool:
      return key.boolean ? "true" : "false";
    case value::Kind::kInt:
      return key.is_unsigned ? std::to_string(static_cast<uint64_t>(key.integer))
                             : std::to_string(key.integer);
    case value::Kind::kFloat:
      return std::to_string(key.real);
    case value::Kind::kString:
      return {};
    case value::Kind::kNull:
    case value::Kind::kSequence:
    case value::Kind::kMapping:
      break;
  }
  return std::string(value::KindName(key.kind));
}

}  // namespace kval::merge
