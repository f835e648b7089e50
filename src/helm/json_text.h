#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/helm/tables.h"

namespace kval::helm {

struct JsonText {
  TableValue node;
  size_t size = 0;  // number of bytes read
};

// Parses one JSON value at the start of a string, as Go's json.Decoder does; ignores the rest. `begin` is the
// location of the string. Returns nullopt and sets `message` for invalid JSON.
std::optional<JsonText> ReadJson(std::string_view text, uint32_t begin, TableArena& forest,
                                 std::string& message);

struct JsonError {
  size_t at = 0;  // byte offset of the error
  std::string message;
};

// Returns the error in a string that must be one JSON value with numbers of any size; nullopt if it is valid.
std::optional<JsonError> FindJsonError(std::string_view text);

}  // namespace kval::helm
