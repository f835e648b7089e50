#include "src/lang/kcl/builtins/json_decode.h"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "src/lang/kcl/builtins/number_text.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/json_number.h"
#include "src/support/substitute.h"
#include "src/support/throwing_allocator.h"

namespace kval::kcl::builtins {
namespace {

using runtime::Value;

constexpr size_t kMaxDepth = 128;

// Builds the value out of the reader's events.
class Builder {
 public:
  explicit Builder(runtime::Heap& heap) : heap_(heap) {}

  bool Null() { return Add(runtime::None()); }
  bool Bool(bool boolean) { return Add(runtime::Bool(boolean)); }
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }
  // All numbers come as they are written.
  bool RawNumber(const char* data, rapidjson::SizeType size, bool) {
    std::string_view text(data, size);
    bool is_integer = text.find_first_of(".eE") == std::string_view::npos && text != "-0";
    if (std::optional<int64_t> integer = is_integer ? ParseInt(text, 10) : std::nullopt) {
      return Add(runtime::Int(*integer));
    }
    const double real = runtime::ReadJsonNumber(text);
    is_too_large_ = std::isinf(real);
    return !is_too_large_ && Add(runtime::Float(real));
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return Add(runtime::String(heap_, {text, size}));
  }
  bool StartObject() { return Open(); }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    levels_.back().key = std::string(text, size);
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    Value dict = levels_.back().dict.BuildValue();
    levels_.pop_back();
    return Add(dict);
  }
  bool StartArray() {
    bool is_open = Open();
    levels_.back().is_list = true;
    return is_open;
  }
  bool EndArray(rapidjson::SizeType) {
    Value list = MakeList(heap_, levels_.back().items);
    levels_.pop_back();
    return Add(list);
  }

  const Value& value() const { return value_; }
  bool is_too_large() const { return is_too_large_; }
  bool is_too_deep() const { return levels_.size() > kMaxDepth; }

 private:
  struct Level {
    explicit Level(runtime::Heap* heap) : dict(heap) {}
    bool is_list = false;
    std::string key;
    std::vector<Value> items;
    runtime::DictBuilder dict;
  };

  bool Open() {
    levels_.emplace_back(&heap_);
    return !is_too_deep();
  }

  bool Add(const Value& value) {
    if (levels_.empty()) {
      value_ = value;
    } else if (levels_.back().is_list) {
      levels_.back().items.push_back(value);
    } else {
      levels_.back().dict.Set(levels_.back().key, value);
    }
    return true;
  }

  runtime::Heap& heap_;
  std::vector<Level> levels_;
  Value value_;
  bool is_too_large_ = false;
};

Failure Located(std::string_view message, std::string_view text, size_t offset) {
  std::string_view before = text.substr(0, offset);
  size_t line = 1;
  for (char c : before) {
    line += c == '\n' ? 1 : 0;
  }
  size_t start = before.rfind('\n');
  size_t column = start == std::string_view::npos ? before.size() + 1 : before.size() - start;
  return {Substitute("{} at line {} column {}", message, line, column)};
}

std::string_view MessageOf(rapidjson::ParseErrorCode code, bool at_end) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty:
      return "EOF while parsing a value";
    case rapidjson::kParseErrorDocumentRootNotSingular:
      return "trailing characters";
    case rapidjson::kParseErrorValueInvalid:
      return at_end ? "EOF while parsing a value" : "expected value";
    case rapidjson::kParseErrorObjectMissName:
      return at_end ? "EOF while parsing an object" : "key must be a string";
    case rapidjson::kParseErrorObjectMissColon:
      return at_end ? "EOF while parsing an object" : "expected `:`";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return at_end ? "EOF while parsing an object" : "expected `,` or `}`";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return at_end ? "EOF while parsing a list" : "expected `,` or `]`";
    case rapidjson::kParseErrorStringMissQuotationMark:
      return at_end ? "EOF while parsing a string" : "control character found while parsing a string";
    case rapidjson::kParseErrorStringEscapeInvalid:
      return "invalid escape";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return "invalid unicode code point";
    case rapidjson::kParseErrorNumberTooBig:
      return "number out of range";
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent:
      return "invalid number";
    case rapidjson::kParseErrorNone:
    case rapidjson::kParseErrorStringInvalidEncoding:
    case rapidjson::kParseErrorTermination:
    case rapidjson::kParseErrorUnspecificSyntaxError:
      break;
  }
  return "expected value";
}

}  // namespace

Result<Value> DecodeJson(runtime::Heap& heap, std::string_view text) {
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  Builder builder(heap);
  rapidjson::MemoryStream stream(text.data(), text.size());
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>, ThrowingAllocator> reader;
  rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);
  if (!result.IsError()) {
    return builder.value();
  }
  if (builder.is_too_deep()) {
    return Located("recursion limit exceeded", text, result.Offset());
  }
  if (builder.is_too_large()) {
    return Located("number out of range", text, result.Offset());
  }
  return Located(MessageOf(result.Code(), result.Offset() >= text.size()), text, result.Offset());
}

}  // namespace kval::kcl::builtins
