#pragma once

#include <string_view>

namespace kval::redaction {

// Returns whether the key is `data` or `stringData` of a Secret, or a misspelling of one.
bool IsDataOfSecret(std::string_view key);

// Returns whether the key is another field of a Secret.
bool IsFieldOfSecret(std::string_view key);

// Returns whether a line in JSON or flow style contains `kind: Secret`, or that of a list of Secrets.
bool HasKindOfSecret(std::string_view line);

}  // namespace kval::redaction
