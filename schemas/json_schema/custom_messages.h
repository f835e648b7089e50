#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "src/diag/diagnostic.h"
#include "src/value/value.h"

namespace kval::schemas::json_schema {

// The author's messages (`errorMessage`, `x-kval-message`) for violations of a shape, by diagnostic kind and
// location in the schema. Rules store their messages themselves.
using CustomMessages = std::map<std::pair<diag::Kind, uint32_t>, std::string>;

// Replaces the message of a finding by the schema's `errorMessage`; the message of kval becomes a note.
void SetCustomMessage(const CustomMessages& messages, diag::Diagnostic& finding);

// Index of a mapping by string key, for repeated lookup. Empty if `map` is null.
std::map<std::string_view, const value::Value*> EntriesOf(const value::Value* map);

}  // namespace kval::schemas::json_schema
