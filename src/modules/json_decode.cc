#include "src/modules/json_decode.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/support/nearest_float.h"
#include "src/support/throwing_allocator.h"
#include "src/support/utf8.h"

namespace kval::modules {

using starlark::Failed;
using starlark::Interpreter;
using starlark::Outcome;
using starlark::Value;

namespace {

constexpr size_t kDepth = 1000;
constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;

// Ill-formed bytes become U+FFFD.
std::string ValidText(std::string_view bytes) {
  if (utf8::FirstInvalid(bytes) == bytes.size()) {
    return std::string(bytes);
  }
  std::string out;
  for (size_t i = 0; i < bytes.size();) {
    const utf8::CodePoint point = utf8::Decode(bytes, i);
    utf8::Append(out, point.value);
    i += point.length;
  }
  return out;
}

std::string TooBig(std::string_view number) {
  return "json: cannot unmarshal number " + std::string(number) + " into Go value of type float64";
}

// What float64 makes of a number; none where that is too large for it. What is too small is 0.
std::optional<double> FloatOf(std::string_view number) {
  const NearestFloat read = ReadNearestFloat(number);
  return read.is_too_large ? std::nullopt : std::optional(read.value);
}

// Receives the events of the reader and builds the value.
class Receiver {
 public:
  explicit Receiver(starlark::Heap& heap) : heap_(heap) { open_.emplace_back(); }

  Value result() const { return open_.front().items.front(); }
  const std::string& why() const { return why_; }
  bool is_out_of_memory() const { return is_out_of_memory_; }

  bool Null() { return Add(Value::None()); }
  bool Bool(bool boolean) { return Add(Value::Bool(boolean)); }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    const std::optional<double> real = FloatOf({text, size});
    if (!real.has_value()) {
      why_ = TooBig({text, size});
      return false;
    }
    return Add(Value::Float(*real));
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return Add(heap_.NewString(ValidText({text, size})));
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    open_.back().keys.push_back(ValidText({text, size}));
    return true;
  }
  bool StartObject() { return Open(); }
  bool StartArray() { return Open(); }
  bool EndArray(rapidjson::SizeType) {
    std::vector<Value> items = std::move(open_.back().items);
    open_.pop_back();
    return Add(heap_.NewList(std::move(items)));
  }
  bool EndObject(rapidjson::SizeType) {
    const Level level = std::move(open_.back());
    open_.pop_back();
    std::vector<size_t> order(level.keys.size());
    for (size_t i = 0; i < order.size(); ++i) {
      order[i] = i;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return level.keys[a] < level.keys[b]; });
    starlark::Dict* dict = heap_.NewDict();
    for (const size_t i : order) {
      // Strings are hashable: what fails is memory.
      if (!dict->mutable_table().Insert(heap_.NewString(level.keys[i]), level.items[i]).ok()) {
        is_out_of_memory_ = true;
        return false;
      }
    }
    return Add(dict);
  }
  // The reader gives numbers as RawNumber; these are never called.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  // An array or object that is not closed yet, or the outermost value.
  struct Level {
    std::vector<std::string> keys;
    std::vector<Value> items;
  };

  bool Open() {
    if (open_.size() > kDepth) {
      why_ = "exceeded max depth";
      return false;
    }
    open_.emplace_back();
    return true;
  }

  bool Add(Value value) {
    if (heap_.exhausted()) {
      is_out_of_memory_ = true;
      return false;
    }
    open_.back().items.push_back(value);
    return true;
  }

  starlark::Heap& heap_;
  std::vector<Level> open_;
  std::string why_;
  bool is_out_of_memory_ = false;
};

// Receives the events and refuses what Receiver refuses, as long as there is memory.
struct Refuser : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Refuser> {
  size_t depth = 0;

  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    return FloatOf({text, size}).has_value();
  }
  bool StartObject() { return ++depth <= kDepth; }
  bool StartArray() { return ++depth <= kDepth; }
  bool EndObject(rapidjson::SizeType) { return depth-- > 0; }
  bool EndArray(rapidjson::SizeType) { return depth-- > 0; }
};

// A character as Go's JSON errors show it.
std::string Shown(std::string_view text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == '\'') {
    return "'\\''";
  }
  if (byte == '\n' || byte == '\t' || byte == '\r') {
    return byte == '\n' ? "'\\n'" : byte == '\t' ? "'\\t'" : "'\\r'";
  }
  if (byte < 0x20) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    return std::string("'\\x") + kDigits[byte >> 4U] + kDigits[byte & 15U] + "'";
  }
  std::string shown = "'";
  utf8::Append(shown, byte);  // Go shows the byte as a code point
  return shown + "'";
}

constexpr std::array<std::pair<rapidjson::ParseErrorCode, std::string_view>, 12> kContexts = {{
    {rapidjson::kParseErrorDocumentEmpty, "looking for beginning of value"},
    {rapidjson::kParseErrorDocumentRootNotSingular, "after top-level value"},
    {rapidjson::kParseErrorValueInvalid, "looking for beginning of value"},
    {rapidjson::kParseErrorObjectMissName, "looking for beginning of object key string"},
    {rapidjson::kParseErrorObjectMissColon, "after object key"},
    {rapidjson::kParseErrorObjectMissCommaOrCurlyBracket, "after object key:value pair"},
    {rapidjson::kParseErrorArrayMissCommaOrSquareBracket, "after array element"},
    {rapidjson::kParseErrorStringUnicodeEscapeInvalidHex, "in \\u hexadecimal character escape"},
    {rapidjson::kParseErrorStringEscapeInvalid, "in string escape code"},
    {rapidjson::kParseErrorStringInvalidEncoding, "in string literal"},
    {rapidjson::kParseErrorNumberMissFraction, "after decimal point in numeric literal"},
    {rapidjson::kParseErrorNumberMissExponent, "in exponent of numeric literal"},
}};

// `in literal true (expecting 'e')` when the text before `at` begins a literal.
std::string LiteralContext(std::string_view text, size_t at) {
  constexpr std::array<std::string_view, 3> kLiterals = {"true", "false", "null"};
  size_t begin = at;
  while (begin > 0 && text[begin - 1] >= 'a' && text[begin - 1] <= 'z') {
    --begin;
  }
  const std::string_view prefix = text.substr(begin, at - begin);
  for (const std::string_view literal : kLiterals) {
    if (!prefix.empty() && prefix.size() < literal.size() && literal.starts_with(prefix)) {
      return "in literal " + std::string(literal) + " (expecting '" + literal[prefix.size()] + "')";
    }
  }
  return at > 0 && text[at - 1] == '-' ? "in numeric literal" : std::string();
}

std::string WhyNot(std::string_view text, const rapidjson::ParseResult& result) {
  // The reader names the escape by its backslash, Go the character behind it.
  const size_t at = result.Offset() + (result.Code() == rapidjson::kParseErrorStringEscapeInvalid ? 1 : 0);
  if (at >= text.size()) {
    return "unexpected end of JSON input";
  }
  if (result.Code() == rapidjson::kParseErrorNumberTooBig) {
    const size_t end = text.find_first_not_of("+-.0123456789Ee", at);
    return TooBig(text.substr(at, end == std::string_view::npos ? end : end - at));
  }
  std::string context;
  if (result.Code() == rapidjson::kParseErrorValueInvalid) {
    context = LiteralContext(text, at);
  }
  for (const auto& [code, words] : kContexts) {
    if (context.empty() && code == result.Code()) {
      context = words;
    }
  }
  return "invalid character " + Shown(text, at) + " " + (context.empty() ? "in string literal" : context);
}

// Feeds the handler. A NUL byte would be the end of the text for the reader.
template <typename Handler>
rapidjson::ParseResult Parse(std::string_view text, Handler& handler) {
  rapidjson::MemoryStream bytes(text.data(), text.size());
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, ThrowingAllocator> reader;
  return reader.Parse<kFlags>(bytes, handler);
}

// Empty when all is well.
std::string Read(std::string_view text, Receiver& receiver) {
  if (const size_t nul = text.find('\0'); nul != std::string_view::npos) {
    return "invalid character " + Shown(text, nul) + " looking for beginning of value";
  }
  const rapidjson::ParseResult result = Parse(text, receiver);
  if (!result.IsError()) {
    return {};
  }
  return result.Code() == rapidjson::kParseErrorTermination ? receiver.why() : WhyNot(text, result);
}

}  // namespace

Outcome<Value> FromJsonText(Interpreter& interpreter, std::string_view text) {
  Receiver receiver(interpreter.heap());
  std::string why = Read(text, receiver);
  if (receiver.is_out_of_memory() || interpreter.heap().exhausted()) {
    return OutOfMemory(interpreter.heap());
  }
  if (!why.empty()) {
    return Failed(std::move(why));
  }
  return receiver.result();
}

bool IsJsonText(std::string_view text) {
  Refuser refuser;
  return text.find('\0') == std::string_view::npos && !Parse(text, refuser).IsError();
}

}  // namespace kval::modules
