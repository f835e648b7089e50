#pragma once

#include <string_view>
#include <vector>

#include "src/redaction/secret_line.h"

namespace kval::redaction {

// The secrets of a line that are no values of entries in it: `<password>x</password>`, entries that are
// misspelt
// (`password:x`, `password x`), `curl -u user:x`. Linear.
std::vector<OffsetRange> SecretsOfText(std::string_view line, SensitiveKeys sensitive);

// Returns the literals of an annotation that contains values for the next key: `#@schema/default "x"`.
std::vector<OffsetRange> LiteralsOfAnnotation(std::string_view comment);

}  // namespace kval::redaction
