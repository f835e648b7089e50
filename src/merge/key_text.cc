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

std::vector<std::string_view> SplitKey(std::string_view dotted) {
  std::vector<std::string_view> parts;
  for (size_t dot = dotted.find('.'); dot != std::string_view::npos; dot = dotted.find('.')) {
    parts.push_back(dotted.substr(0, dot));
    dotted.remove_prefix(dot + 1);
  }
  parts.push_back(dotted);
  return parts;
}

std::string DottedKeyHint(std::string_view key) {
  if (key.find('.') == std::string_view::npos) {
    return {};
  }
  std::string steps;
  for (size_t dot = 0; dot != std::string_view::npos;) {
    dot = key.find('.');
    steps += "[\"" + std::string(key.substr(0, dot)) + "\"]";
    key.remove_prefix(dot == std::string_view::npos ? key.size() : dot + 1);
  }
  return "`by=` accepts one key; for a key within a map write by=lambda index, left, right: left" + steps +
         " == right" + steps;
}

}  // namespace kval::merge
