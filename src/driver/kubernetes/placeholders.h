#pragma once

#include <string>
#include <string_view>

namespace kval::driver {

// Returns the hint for a scalar that has a placeholder, which a program or a person replaces before the
// manifest is applied: `${NAME}`, `{{ name }}`, `$(NAME)`, `__NAME__`, `<name>`, `%NAME%`, `@NAME@`, and
// words such as `CHANGEME`, `YOUR_HOST` and `IMAGE_PLACEHOLDER`. `text`: the source text of the scalar. Empty
// if it has none.
std::string HintForPlaceholder(std::string_view text);

// Whether a scalar, which is no valid name, has a word that may be a placeholder: `HOST_NAME`,
// `node-HOSTNAME`.
bool MayHavePlaceholder(std::string_view text);

}  // namespace kval::driver
