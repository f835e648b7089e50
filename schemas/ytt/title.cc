#include "schemas/ytt/title.h"

#include "src/lang/starlark/string_case.h"
#include "src/support/utf8.h"

namespace kval::schemas::ytt {

std::string TitleOf(std::string_view key) {
  std::string title;
  size_t word_end = 0;  // one past the last letter or digit: the rest is left out
  for (size_t at = 0; at < key.size();) {
    const std::string_view character = key.substr(at, utf8::Decode(key, at).length);
    at += character.size();
    if (starlark::IsAlnum(character)) {
      title += title.empty() ? starlark::Upper(character) : std::string(character);
      word_end = title.size();
    } else if (!title.empty()) {
      title += ' ';
    }
  }
  title.resize(word_end);
  return title;
}

}  // namespace kval::schemas::ytt
