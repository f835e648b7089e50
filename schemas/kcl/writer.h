#pragma once

#include <string>

#include "schemas/conversion_warnings.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// Writes the model as a KCL program: one schema for each record, the root's first; documentation as
// docstrings; titles and examples as `@info`; deprecations as `@deprecated`; rules as lines of `check:`.
//
// KCL accepts the program. Compiling it gives a model with the same dump, except for parts reported to
// `losses`, which are replaced by a comment.
std::string WriteProgram(const types::Model& model, ConversionWarnings& losses);

}  // namespace kval::schemas::kcl
