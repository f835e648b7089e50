#include "src/yaml/message_text.h"

namespace kval::yaml {
namespace {

constexpr size_t kLongest = 60;

}  // namespace

std::string WithArticle(std::string_view name) {
  if (name == "null") {
    return std::string(name);
  }
  return (name.find_first_of("aeiou") == 0 ? "an " : "a ") + std::string(name);
}

std::string Truncate(std::string_view text) {
  if (text.size() <= kLongest) {
    return std::string(text);
  }
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
    --end;
  }
  return std::string(text.substr(0, end)) + "…";
}

}  // namespace kval::yaml
