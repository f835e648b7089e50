#pragma once

#include <cstddef>
#include <string_view>

namespace kval::starlark {

// Searching in time proportional to the text, whatever the texts are: std::string_view::find compares the
// whole of `wanted` at every place in the worst case.

// The first place of `wanted` from `from` on, or npos.
size_t FindText(std::string_view text, std::string_view wanted, size_t from = 0);

}  // namespace kval::starlark
