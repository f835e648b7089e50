#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/redaction/secret_shapes.h"

namespace kval::redaction {

// `&name` in a line of YAML, wherever a value is possible.
struct AnchorOccurrence {
  std::string_view name;
  OffsetRange value;       // the rest of the line
  bool continues = false;  // lines below belong to it: a block, or a collection
};

// Returns the anchors in a line of YAML.
std::vector<AnchorOccurrence> FindAnchors(std::string_view line);

// Returns the names of aliases (`*name`) in a string.
std::vector<std::string_view> FindAliases(std::string_view text);

// Returns whether the string is only an alias, which names a secret but does not contain it.
bool IsAlias(std::string_view text);

// Returns the offset after the name of an anchor or alias that begins at `at`.
size_t EndOfAnchorName(std::string_view line, size_t at);

}  // namespace kval::redaction
