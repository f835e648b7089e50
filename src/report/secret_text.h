#pragma once

#include <string_view>
#include <vector>

#include "src/report/secret_line.h"

namespace kval::report {

// The secrets of a line that are no values of entries in it: `<password>x</password>`, entries that are
// misspelt
// (`password:x`, `password x`), `curl -u user:x`. Linear.
std::vector<OffsetRange> SecretsOfText(std::string_view line, SensitiveKeys sensitive);

}  // namespace kval::report
