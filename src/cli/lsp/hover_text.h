#pragma once

#include <string>

#include "src/api/schema_info.h"

namespace kval::cli {

// What a hover shows of a value that a schema describes, in Markdown: its path, type and description, its
// default, constraints and allowed values.
std::string HoverText(const api::SchemaInfo& meaning);

}  // namespace kval::cli
