#include "src/kubernetes/pem.h"

#include <cstddef>
#include <cstdint>

#include "src/support/base64.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr Text kBegin = "-----BEGIN ";
constexpr Text kEnd = "-----END ";
constexpr Text kDashes = "-----";

Text TakeLine(Text& rest) {
  const size_t end = rest.find('\n');
  Text line = rest.substr(0, end);
  rest.remove_prefix(end == Text::npos ? rest.size() : end + 1);
  line.remove_suffix(line.ends_with('\r') ? 1 : 0);
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

// Behind the next of these marks that begins a line; false when there is none.
bool SkipTo(Text mark, Text& rest) {
  for (size_t at = rest.find(mark); at != Text::npos; at = rest.find(mark, at + 1)) {
    if (at == 0 || rest[at - 1] == '\n') {
      rest.remove_prefix(at + mark.size());
      return true;
    }
  }
  return false;
}

std::optional<PemBlock> BlockAt(Text& rest) {
  Text type = TakeLine(rest);
  if (!type.ends_with(kDashes)) {
    return std::nullopt;
  }
  type.remove_suffix(kDashes.size());
  const char* const first = rest.data();
  for (Text next = rest; !rest.empty() && TakeLine(next).find(':') != Text::npos;) {
    rest = next;
  }
  const Text body = rest;
  const bool has_headers = body.data() != first;
  if (!SkipTo(kEnd, rest)) {
    return std::nullopt;
  }
  const size_t size = body.size() - rest.size() - kEnd.size();
  Text after = rest;
  if (TakeLine(after) != std::string(type) + std::string(kDashes)) {
    return std::nullopt;
  }
  PemBlock block{type, {}, has_headers};
  Base64 spelling;
  spelling.ignores_spaces = true;
  return DecodeBase64(body.substr(0, size), block.bytes, spelling) ? std::nullopt : std::optional(block);
}

constexpr uint8_t kSequence = 0x30;
constexpr uint8_t kBits = 0x03;
constexpr uint8_t kOctets = 0x04;

// Consumes one DER element with this tag; returns its content.
std::optional<Text> TakeElement(uint8_t tag, Text& rest) {
  const auto byte = [&](size_t at) { return static_cast<uint8_t>(rest[at]); };
  constexpr uint8_t kLong = 0x80;
  constexpr size_t kMostDigits = 4;
  if (rest.size() < 2 || byte(0) != tag) {
    return std::nullopt;
  }
  size_t size = byte(1);
  size_t head = 2;
  if (size >= kLong) {
    const size_t digits = size - kLong;
    if (digits == 0 || digits > kMostDigits || rest.size() < 2 + digits) {
      return std::nullopt;
    }
    size = 0;
    for (; head < 2 + digits; ++head) {
      size = size << 8U | byte(head);
    }
  }
  if (rest.size() - head < size) {
    return std::nullopt;
  }
  const Text held = rest.substr(head, size);
  rest.remove_prefix(head + size);
  return held;
}

}  // namespace

std::optional<PemBlock> TakePemBlock(Text& text) {
  while (SkipTo(kBegin, text)) {
    if (std::optional<PemBlock> block = BlockAt(text)) {
      return block;
    }
  }
  return std::nullopt;
}

bool IsAuthority(Text certificate) {
  constexpr Text kBasicConstraints = "\x06\x03\x55\x1d\x13";
  constexpr Text kTrue = "\x01\x01\xff";
  const size_t at = certificate.find(kBasicConstraints);
  if (at == Text::npos) {
    return false;
  }
  Text rest = certificate.substr(at + kBasicConstraints.size());
  rest.remove_prefix(rest.starts_with(kTrue) ? kTrue.size() : 0);  // critical
  std::optional<Text> value = TakeElement(kOctets, rest);
  const std::optional<Text> constraints = value ? TakeElement(kSequence, *value) : std::nullopt;
  return constraints && constraints->starts_with(kTrue);
}

bool HasFormOfSigned(Text bytes) {
  std::optional<Text> held = TakeElement(kSequence, bytes);
  return held && bytes.empty() && TakeElement(kSequence, *held) && TakeElement(kSequence, *held) &&
         TakeElement(kBits, *held) && held->empty();
}

}  // namespace kval::kubernetes
