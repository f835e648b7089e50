#include "src/lang/starlark/text_search.h"

#include <cstring>

namespace kval::starlark {
namespace {

// Comparing so few bytes at every place is nothing.
constexpr size_t kShort = 16;

}  // namespace

size_t FindText(std::string_view text, std::string_view wanted, size_t from) {
  if (wanted.size() <= kShort || from > text.size()) {
    return text.find(wanted, from);
  }
  // The C library's two-way algorithm is linear.
  const void* found = ::memmem(text.data() + from, text.size() - from, wanted.data(), wanted.size());
  return found == nullptr ? std::string_view::npos
                          : static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

LastFinder::LastFinder(std::string_view text, std::string_view wanted) : text_(text), wanted_(wanted) {
  if (wanted.size() > kShort) {
    turned_text_.assign(text.rbegin(), text.rend());
    turned_wanted_.assign(wanted.rbegin(), wanted.rend());
  }
}

size_t LastFinder::Find(size_t end) const {
  if (end < wanted_.size()) {
    return std::string_view::npos;
  }
  if (wanted_.size() <= kShort) {
    return text_.rfind(wanted_, end - wanted_.size());
  }
  const size_t at = FindText(turned_text_, turned_wanted_, text_.size() - end);
  return at == std::string_view::npos ? at : text_.size() - at - wanted_.size();
}

}  // namespace kval::starlark
