#pragma once

#include <string>
#include <string_view>

#include "src/formats/format.h"

// The checks of the table in formats.def; some call each other. Each returns whether `text` is valid;
// otherwise it sets `why`.
namespace kval::formats {

#define KVAL_FORMAT(name, description, source, check) bool check(std::string_view text, std::string* why);
#include "src/formats/formats.def"
#undef KVAL_FORMAT

bool IsRelativeJsonPointer01(std::string_view text, std::string* why);

// Formats with the same name as others, but with Kubernetes' semantics.
bool IsGoMailAddress(std::string_view text, std::string* why);
bool IsGoRequestUri(std::string_view text, std::string* why);
bool IsStrfmtDuration(std::string_view text, std::string* why);
const FormatEntry* FindInKubernetes(std::string_view name);

}  // namespace kval::formats
