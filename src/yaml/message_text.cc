#include "src/yaml/message_text.h"

#include "src/support/utf8.h"

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
  return utf8::Shorten(text, kLongest);
}

}  // namespace kval::yaml
