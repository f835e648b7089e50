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

}  // namespace kval::starlark
