#pragma once

#include <vector>

#include "src/redaction/secret_line.h"
#include "src/source/source_file.h"

namespace kval::redaction {

// Returns the secrets of a KCL, Starlark or Python file, each within one line.
std::vector<source::Span> SecretsOfProgram(const source::SourceFile& file, SensitiveKeys sensitive);

}  // namespace kval::redaction
