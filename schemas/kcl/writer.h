#pragma once

#include <string>

#include "schemas/losses.h"
#include "src/types/model.h"

namespace kval::schemas::kcl {

// The model as a KCL program: a schema for each record, the root's first; documentation as docstrings, titles
// and examples as `@info`, notices as `@deprecated`, rules as lines of `check:`.
//
// The program is one that the real KCL accepts, too. Compiling it gives a model that dumps alike, but for
// what was reported to `losses`; a comment stands in its place.
std::string WriteProgram(const types::Model& model, Losses& losses);

}  // namespace kval::schemas::kcl
