#pragma once

#include <functional>
#include <initializer_list>
#include <string_view>

#include "src/check/value_cursor.h"

namespace kval::kubernetes {

// Whether a map has an undeclared key that is probably a misspelling of this one; the validator reports that
// key, so this one is not missing. `declared` lists similar keys that are declared.
bool HasSimilarKey(const check::ValueCursor& map, std::string_view key,
                   std::initializer_list<std::string_view> declared = {});
// The same with a function that recognizes declared keys.
bool HasSimilarUndeclaredKey(const check::ValueCursor& map, std::string_view key,
                             const std::function<bool(std::string_view)>& is_declared);

}  // namespace kval::kubernetes
