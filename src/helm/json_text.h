#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/helm/tables.h"

namespace kval::helm {

struct JsonText {
  Node node;
  size_t size = 0;  // the bytes that were read
};

// Parses one JSON value at the start of a text, as Go's json.Decoder does; ignores the rest. `begin` is the
// text's location. Returns nullopt and sets `message` for invalid JSON.
std::optional<JsonText> ReadJson(std::string_view text, uint32_t begin, Forest& forest, std::string& message);

struct JsonFault {
  size_t at = 0;  // the byte where it shows
  std::string message;
};

// Returns the error of a text that must be one JSON value with numbers of any size.
std::optional<JsonFault> FindJsonFault(std::string_view text);

}  // namespace kval::helm
