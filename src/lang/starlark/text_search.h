#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kval::starlark {

// Searching in time proportional to the text, whatever the texts are: std::string_view::find compares the
// whole of `wanted` at every place in the worst case.

// The first place of `wanted` from `from` on, or npos.
size_t FindText(std::string_view text, std::string_view wanted, size_t from = 0);

// Finds from the end.
class LastFinder {
 public:
  LastFinder(std::string_view text, std::string_view wanted);
  // The last place of `wanted` that ends at `end` or before, or npos. `end` may only become smaller.
  size_t Find(size_t end) const;

 private:
  std::string_view text_;
  std::string_view wanted_;
  // Backwards, when the text wanted is long.
  std::string turned_text_;
  std::string turned_wanted_;
};

}  // namespace kval::starlark
