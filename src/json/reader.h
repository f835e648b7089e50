#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

// The JSON parser (RFC 8259). Nesting uses no native stack. Numbers are returned as written, so that every
// exponent is supported.
namespace kval::json {

enum class JsonError : uint8_t {
  kNone,
  kEmpty,             // no value
  kMoreAfterValue,    // something follows the value
  kNoValue,           // a value is expected
  kNoKey,             // a quoted key is expected
  kNoColon,           // after a key
  kNoCommaInObject,   // `,` or `}` is expected
  kNoCommaInArray,    // `,` or `]` is expected
  kHexDigit,          // of `\u`
  kSurrogate,         // of `\u`, without its other half
  kEscape,            // an unknown one
  kUnclosedString,    // the text ends in a string
  kControlCharacter,  // in a string
  kEncoding,          // ill-formed UTF-8 in a string
  kNoFraction,        // no digit follows `.`
  kNoExponent,        // no digit follows `e`
  kStopped,           // the handler returned false
};

// Byte offsets in the text.
struct ByteOffsets {
  size_t begin = 0;
  size_t end = 0;
};

// Receives the parts of a text in order. Returning false stops the reader.
class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  virtual bool Null(ByteOffsets) { return true; }
  virtual bool Bool(bool, ByteOffsets) { return true; }
  virtual bool Number(std::string_view /*spelling*/, ByteOffsets) { return true; }
  // `text` is decoded and valid during the call. The place includes the quotes.
  virtual bool String(std::string_view /*text*/, ByteOffsets) { return true; }
  virtual bool Key(std::string_view /*text*/, ByteOffsets) { return true; }
  virtual bool BeginObject(ByteOffsets /*brace*/) { return true; }
  virtual bool EndObject(ByteOffsets /*brace*/) { return true; }
  virtual bool BeginArray(ByteOffsets /*bracket*/) { return true; }
  virtual bool EndArray(ByteOffsets /*bracket*/) { return true; }
};

struct JsonReadOptions {
  bool is_prefix = false;       // stop after the value: the rest is not read
  bool is_go = false;           // a lone surrogate is U+FFFD, as in Go; otherwise it is an error
  bool validates_utf8 = false;  // reject strings that are not UTF-8; otherwise their bytes are handed over
};

struct JsonReadResult {
  JsonError error = JsonError::kNone;
  size_t at = 0;  // where the error is; without one the end of the value

  bool ok() const { return error == JsonError::kNone; }
};

// Parses one JSON value and passes its events to `handler`.
JsonReadResult Read(std::string_view text, Handler& handler, JsonReadOptions options = {});

// Returns the message of an error: "expected `:` after the key".
std::string_view MessageOf(JsonError error);

}  // namespace kval::json
