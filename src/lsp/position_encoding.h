#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "src/lsp/text_position.h"

// The units in which a client counts the characters of positions (LSP 3.17, `positionEncodings`). The server
// counts UTF-16 code units everywhere; positions of clients that count bytes are converted when they enter
// and leave it.
namespace kval::lsp {

enum class PositionEncoding : uint8_t { kUtf16, kUtf8 };

// Converts a position of a text from bytes of UTF-8 to UTF-16 code units. A position within a character moves
// to its start; one after the end of a line or of the text to that end.
TextPosition ToUtf16(std::string_view text, TextPosition utf8);

// Returns the text of a file by its URI; nullopt if it is not known.
using TextOfUri = std::function<std::optional<std::string>(std::string_view uri)>;

// Converts all positions in JSON of the protocol, a result or the parameters of a notification, from UTF-16
// code units to bytes of UTF-8. A position belongs to the innermost `uri` around it, also as
// `textDocument.uri` or as a key of `changes`, or else to `uri`. Positions in unknown files do not change.
// Returns `json` if it is not JSON.
std::string WithUtf8Positions(std::string_view json, std::string_view uri, const TextOfUri& text_of);

}  // namespace kval::lsp
