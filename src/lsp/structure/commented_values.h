#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/lsp/structure/text_tree.h"

namespace kval::lsp {

// Returns the value at a path in the first document: names of keys, and `[]` for the first item of a list or
// value of a map. Nullopt if there is none.
std::optional<size_t> FindValue(const TextTree& tree, std::span<const std::string_view> path);

// Returns the description of a key in the comments of a values file, in Markdown: a line `@param PATH text`
// anywhere (Bitnami's generator), or the lines right above the key, which may begin with `--` (helm-docs).
// Empty if there is none.
std::string DescriptionInComments(const TextTree& tree, size_t key);

}  // namespace kval::lsp
