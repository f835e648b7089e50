#include "src/json/reader.h"

#include <string>
#include <vector>

#include "src/support/ascii.h"
#include "src/support/ascii_text.h"
#include "src/support/utf8.h"

namespace kval::json {
namespace {

constexpr bool IsHighSurrogate(uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
constexpr bool IsLowSurrogate(uint32_t unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

class Reader {
 public:
  Reader(std::string_view text, Handler& handler, JsonReadOptions options)
      : text_(text), handler_(handler), options_(options) {}

  JsonReadResult Read() {
    while (outcome_.ok()) {
      SkipSpace();
      if (at_ == text_.size() || (state_ == State::kEnd && options_.is_prefix)) {
        break;
      }
      Step();
    }
    if (outcome_.ok() && state_ != State::kEnd) {
      FailAtState();
    }
    outcome_.at = outcome_.ok() ? value_end_ : outcome_.at;
    return outcome_;
  }

 private:
  // The next expected token.
  enum class State : uint8_t {
    kStart,        // the value of the text
    kEnd,          // nothing
    kFirstKey,     // a key, or the end of the object
    kKey,          // a key, after a comma
    kColon,        // after a key
    kMember,       // the value of a key
    kAfterMember,  // a comma, or the end of the object
    kFirstItem,    // an item, or the end of the array
    kItem,         // an item, after a comma
    kAfterItem,    // a comma, or the end of the array
  };

  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Take(char c) {
    const bool is_it = at_ < text_.size() && text_[at_] == c;
    at_ += is_it ? 1 : 0;
    return is_it;
  }
  void SkipSpace() {
    while (at_ < text_.size() && std::string_view(" \t\n\r").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
  }
  void Fail(JsonError error, size_t at) { outcome_ = {error, at}; }
  void FailAtState();

  void Step();
  void Value();
  void Open(bool is_object);
  void Close();
  void EndValue();
  void Literal(std::string_view word);
  void Number();
  bool Digits(JsonError error);
  // Reads the string at `at_` into `string_`.
  bool String();
  bool Escape();
  bool Unit(size_t escape, uint32_t* unit);
  bool CodePoint();

  std::string_view text_;
  Handler& handler_;
  JsonReadOptions options_;
  size_t at_ = 0;
  size_t value_end_ = 0;
  State state_ = State::kStart;
  std::vector<bool> open_;  // the collections around `at_`: whether each is an object
  std::string string_;
  JsonReadResult outcome_;
};

void Reader::FailAtState() {
  switch (state_) {
    case State::kStart:
      return Fail(JsonError::kEmpty, at_);
    case State::kEnd:
      return Fail(JsonError::kMoreAfterValue, at_);
    case State::kFirstKey:
    case State::kKey:
      return Fail(JsonError::kNoKey, at_);
    case State::kColon:
      return Fail(JsonError::kNoColon, at_);
    case State::kAfterMember:
      return Fail(JsonError::kNoCommaInObject, at_);
    case State::kMember:
    case State::kFirstItem:
    case State::kItem:
      return Fail(JsonError::kNoValue, at_);
    case State::kAfterItem:
      return Fail(JsonError::kNoCommaInArray, at_);
  }
}

void Reader::Step() {
  const char c = Peek();
  switch (state_) {
    case State::kEnd:
      return FailAtState();
    case State::kFirstKey:
    case State::kKey:
      if (c == '}' && state_ == State::kFirstKey) {
        return Close();
      }
      if (c != '"') {
        return FailAtState();
      }
      if (const size_t begin = at_; String()) {
        handler_.Key(string_, {begin, at_}) ? static_cast<void>(state_ = State::kColon)
                                            : Fail(JsonError::kStopped, at_);
      }
      return;
    case State::kColon:
      return Take(':') ? static_cast<void>(state_ = State::kMember) : FailAtState();
    case State::kAfterMember:
    case State::kAfterItem: {
      const bool is_object = state_ == State::kAfterMember;
      if (c == (is_object ? '}' : ']')) {
        return Close();
      }
      return Take(',') ? static_cast<void>(state_ = is_object ? State::kKey : State::kItem) : FailAtState();
    }
    case State::kFirstItem:
      if (c == ']') {
        return Close();
      }
      [[fallthrough]];
    case State::kStart:
    case State::kMember:
    case State::kItem:
      return Value();
  }
}

void Reader::Value() {
  switch (Peek()) {
    case '{':
      return Open(true);
    case '[':
      return Open(false);
    case '"': {
      const size_t begin = at_;
      if (String()) {
        handler_.String(string_, {begin, at_}) ? EndValue() : Fail(JsonError::kStopped, at_);
      }
      return;
    }
    case 'n':
      return Literal("null");
    case 't':
      return Literal("true");
    case 'f':
      return Literal("false");
    case ']':
    case '}':
    case ',':
    case ':':
      return FailAtState();
    default:
      return Number();
  }
}

void Reader::Open(bool is_object) {
  const ByteOffsets place = {at_, at_ + 1};
  if (!(is_object ? handler_.BeginObject(place) : handler_.BeginArray(place))) {
    return Fail(JsonError::kStopped, at_);
  }
  ++at_;
  open_.push_back(is_object);
  state_ = is_object ? State::kFirstKey : State::kFirstItem;
}

void Reader::Close() {
  const ByteOffsets place = {at_, at_ + 1};
  if (!(open_.back() ? handler_.EndObject(place) : handler_.EndArray(place))) {
    return Fail(JsonError::kStopped, at_);
  }
  ++at_;
  open_.pop_back();
  EndValue();
}

void Reader::EndValue() {
  value_end_ = at_;
  state_ = open_.empty() ? State::kEnd : open_.back() ? State::kAfterMember : State::kAfterItem;
}

void Reader::Literal(std::string_view word) {
  const size_t begin = at_;
  for (const char c : word) {
    if (!Take(c)) {
      return Fail(JsonError::kNoValue, at_);
    }
  }
  const ByteOffsets place = {begin, at_};
  (word == "null" ? handler_.Null(place) : handler_.Bool(word == "true", place))
      ? EndValue()
      : Fail(JsonError::kStopped, at_);
}

// At least one.
bool Reader::Digits(JsonError error) {
  if (!IsDigit(Peek())) {
    Fail(error, at_);
    return false;
  }
  while (IsDigit(Peek())) {
    ++at_;
  }
  return true;
}

void Reader::Number() {
  const size_t begin = at_;
  Take('-');
  if (!Take('0') && !Digits(JsonError::kNoValue)) {
    return;
  }
  if (Take('.') && !Digits(JsonError::kNoFraction)) {
    return;
  }
  if (Take('e') || Take('E')) {
    Take('+') || Take('-');
    if (!Digits(JsonError::kNoExponent)) {
      return;
    }
  }
  handler_.Number(text_.substr(begin, at_ - begin), {begin, at_}) ? EndValue()
                                                                  : Fail(JsonError::kStopped, begin);
}

bool Reader::String() {
  string_.clear();
  ++at_;
  while (at_ < text_.size()) {
    const size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' &&
           static_cast<unsigned char>(text_[at_]) >= 0x20) {
      ++at_;
    }
    const std::string_view plain = text_.substr(begin, at_ - begin);
    if (options_.validates_utf8) {
      if (const size_t invalid = utf8::FirstInvalid(plain); invalid != plain.size()) {
        Fail(JsonError::kEncoding, begin + invalid);
        return false;
      }
    }
    string_ += plain;
    if (Take('"')) {
      return true;
    }
    if (Peek() == '\\') {
      if (!Escape()) {
        return false;
      }
    } else if (at_ < text_.size()) {
      Fail(JsonError::kControlCharacter, at_);
      return false;
    }
  }
  Fail(JsonError::kUnclosedString, at_);
  return false;
}

bool Reader::Escape() {
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kCharacters = "\"\\/\b\f\n\r\t";
  const size_t escape = at_++;
  if (Peek() == 'u' && at_ < text_.size()) {
    at_ = escape;
    return CodePoint();
  }
  const size_t letter = at_ < text_.size() ? kLetters.find(text_[at_]) : std::string_view::npos;
  if (letter == std::string_view::npos) {
    Fail(JsonError::kEscape, escape);
    return false;
  }
  string_ += kCharacters[letter];
  ++at_;
  return true;
}

// `\uXXXX` at `at_`.
bool Reader::Unit(size_t escape, uint32_t* unit) {
  at_ += 2;
  *unit = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const int digit = HexValue(Peek());
    if (digit < 0) {
      Fail(JsonError::kHexDigit, escape);
      return false;
    }
    *unit = *unit * 16 + static_cast<uint32_t>(digit);
  }
  return true;
}

bool Reader::CodePoint() {
  const size_t escape = at_;
  uint32_t unit = 0;
  if (!Unit(escape, &unit)) {
    return false;
  }
  uint32_t low = 0;
  const size_t following = at_;
  if (IsHighSurrogate(unit) && text_.substr(at_, 2) == "\\u" && !Unit(escape, &low)) {
    return false;
  }
  if (IsHighSurrogate(unit) && IsLowSurrogate(low)) {
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  } else if (IsHighSurrogate(unit) || IsLowSurrogate(unit)) {
    if (!options_.is_go) {
      Fail(JsonError::kSurrogate, escape);
      return false;
    }
    at_ = following;
    unit = 0xFFFD;
  }
  utf8::Append(string_, unit);
  return true;
}

}  // namespace

JsonReadResult Read(std::string_view text, Handler& handler, JsonReadOptions options) {
  return Reader(text, handler, options).Read();
}

std::string_view MessageOf(JsonError error) {
  switch (error) {
    case JsonError::kNone:
      return "no error";
    case JsonError::kEmpty:
      return "expected a JSON value";
    case JsonError::kMoreAfterValue:
      return "unexpected text after the JSON value";
    case JsonError::kNoValue:
      return "expected a value";
    case JsonError::kNoKey:
      return "expected a quoted key";
    case JsonError::kNoColon:
      return "expected `:` after the key";
    case JsonError::kNoCommaInObject:
      return "expected `,` or `}` after the member";
    case JsonError::kNoCommaInArray:
      return "expected `,` or `]` after the item";
    case JsonError::kHexDigit:
      return "expected four hexadecimal digits after `\\u`";
    case JsonError::kSurrogate:
      return "surrogate without its other half in a `\\u` escape";
    case JsonError::kEscape:
      return "unknown escape in a string";
    case JsonError::kUnclosedString:
      return "missing closing quote";
    case JsonError::kControlCharacter:
      return "control character in a string";
    case JsonError::kEncoding:
      return "invalid UTF-8 in a string";
    case JsonError::kNoFraction:
      return "expected a digit after the decimal point";
    case JsonError::kNoExponent:
      return "expected a digit in the exponent";
    case JsonError::kStopped:
      return "stopped";
  }
  return "";
}

}  // namespace kval::json
