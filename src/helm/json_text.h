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

// One JSON value at the beginning of a text, as Go's json.Decoder reads it; what follows is not looked at.
// `begin` is the text's place. Nothing, and why, when it is not JSON.
std::optional<JsonText> ReadJson(std::string_view text, uint32_t begin, Forest& forest, std::string& message);

struct JsonFault {
  size_t at = 0;  // the byte where it shows
  std::string message;
};

// What is wrong with a text that must be one JSON value; numbers may be of any size.
std::optional<JsonFault> FindJsonFault(std::string_view text);

}  // namespace kval::helm
