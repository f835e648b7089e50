#pragma once

#include <span>

#include "src/cli/command.h"
#include "src/value/value.h"

namespace kval::cli {

// Whether JSON can hold the documents: it has no infinity and no NaN. Those are reported; null in their place
// would be another value.
bool CheckJsonRepresentable(std::span<const value::Value* const> documents, CommandOutput& output);

}  // namespace kval::cli
