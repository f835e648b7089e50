#include "src/lsp/text_position.h"

#include <algorithm>

namespace kval::lsp {
namespace {

// Where a line begins.
size_t LineBegin(std::string_view text, uint32_t line) {
  size_t at = 0;
  for (; line > 0; --line) {
    at = text.find_first_of("\r\n", at);
    if (at == std::string_view::npos) {
      return text.size();
    }
    at += text.substr(at, 2) == "\r\n" ? 2 : 1;
  }
  return at;
}

// Returns the length of the character that starts with this byte; 1 if the byte starts no character.
size_t SizeOf(unsigned char lead) {
  return lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
}

constexpr size_t kCheckpointBytes = 64;

// Moves a position over one byte. The first byte of a character counts the whole character.
void Advance(std::string_view text, size_t at, TextPosition& position) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == '\n' || (byte == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'))) {
    position = {position.line + 1, 0};
  } else if (byte < 0x80 || byte >= 0xC0) {
    position.character += byte >= 0xF0 ? 2 : 1;
  }
}

}  // namespace

size_t ByteAt(std::string_view text, TextPosition position) {
  size_t at = LineBegin(text, position.line);
  const size_t end = std::min(text.find_first_of("\r\n", at), text.size());
  for (uint32_t left = position.character; left > 0 && at < end;) {
    const size_t size = SizeOf(static_cast<unsigned char>(text[at]));
    const uint32_t units = size == 4 ? 2 : 1;
    if (units > left) {
      break;
    }
    left -= units;
    at = std::min(at + size, end);
  }
  return at;
}

TextPosition PositionInLine(std::string_view text, uint32_t line, size_t at) {
  TextPosition position{line, 0};
  for (size_t byte = LineBegin(text, line); byte < at;) {
    const size_t size = SizeOf(static_cast<unsigned char>(text[byte]));
    position.character += size == 4 ? 2 : 1;
    byte += size;
  }
  return position;
}

TextPositions::TextPositions(std::string_view text) : text_(text) {
  checkpoints_.reserve(text.size() / kCheckpointBytes + 1);
  TextPosition position;
  for (size_t at = 0; at < text.size(); ++at) {
    if (at % kCheckpointBytes == 0) {
      checkpoints_.push_back(position);
    }
    Advance(text, at, position);
  }
  if (text.size() % kCheckpointBytes == 0) {
    checkpoints_.push_back(position);
  }
}

TextPosition TextPositions::At(size_t at) const {
  at = std::min(at, text_.size());
  TextPosition position = checkpoints_[at / kCheckpointBytes];
  for (size_t byte = at - at % kCheckpointBytes; byte < at; ++byte) {
    Advance(text_, byte, position);
  }
  return position;
}

}  // namespace kval::lsp
