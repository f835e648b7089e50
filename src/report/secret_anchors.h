#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/report/secret_shapes.h"

namespace kval::report {

// `&name` in a line of YAML, wherever a value is possible.
struct AnchorPlace {
  std::string_view name;
  Piece value;           // the rest of the line
  bool goes_on = false;  // lines below belong to it: a block, or a collection
};

std::vector<AnchorPlace> AnchorsOf(std::string_view line);

// The names of the `*name` in a text.
std::vector<std::string_view> AliasesOf(std::string_view text);

// Whether the text is an alias and nothing else: the name of a secret, not the secret.
bool IsAlias(std::string_view text);

// Behind the name of an anchor or an alias that begins at `at`.
size_t EndOfAnchorName(std::string_view line, size_t at);

}  // namespace kval::report
