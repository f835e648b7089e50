#include "src/lang/kcl/builtins/json_decode.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "src/json/reader.h"
#include "src/lang/kcl/builtins/number_text.h"
#include "src/lang/kcl/runtime/dict_builder.h"
#include "src/lang/kcl/runtime/json_number.h"
#include "src/support/substitute.h"

namespace kval::kcl::builtins {
namespace {

using runtime::Value;

constexpr size_t kMaxDepth = 128;

class Builder : public json::Handler {
 public:
  explicit Builder(runtime::Heap& heap) : heap_(heap) {}

  bool Null(json::ByteOffsets) override { return Add(runtime::None()); }
  bool Bool(bool boolean, json::ByteOffsets) override { return Add(runtime::Bool(boolean)); }
  bool Number(std::string_view text, json::ByteOffsets) override {
    bool is_integer = text.find_first_of(".eE") == std::string_view::npos && text != "-0";
    if (std::optional<int64_t> integer = is_integer ? ParseInt(text, 10) : std::nullopt) {
      return Add(runtime::Int(*integer));
    }
    const double real = runtime::ReadJsonNumber(text);
    is_too_large_ = std::isinf(real);
    return !is_too_large_ && Add(runtime::Float(real));
  }
  bool String(std::string_view text, json::ByteOffsets) override { return Add(runtime::String(heap_, text)); }
  bool BeginObject(json::ByteOffsets) override { return Open(); }
  bool Key(std::string_view text, json::ByteOffsets) override {
    levels_.back().key = std::string(text);
    return true;
  }
  bool EndObject(json::ByteOffsets) override {
    Value dict = levels_.back().dict.BuildValue();
    levels_.pop_back();
    return Add(dict);
  }
  bool BeginArray(json::ByteOffsets) override {
    bool is_open = Open();
    levels_.back().is_list = true;
    return is_open;
  }
  bool EndArray(json::ByteOffsets) override {
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
      levels_.back().dict.SetDecoded(levels_.back().key, value);
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

// serde_json's words.
std::string_view MessageOf(json::JsonError error, bool at_end) {
  switch (error) {
    case json::JsonError::kEmpty:
      return "EOF while parsing a value";
    case json::JsonError::kMoreAfterValue:
      return "trailing characters";
    case json::JsonError::kNoValue:
      return at_end ? "EOF while parsing a value" : "expected value";
    case json::JsonError::kNoKey:
      return at_end ? "EOF while parsing an object" : "key must be a string";
    case json::JsonError::kNoColon:
      return at_end ? "EOF while parsing an object" : "expected `:`";
    case json::JsonError::kNoCommaInObject:
      return at_end ? "EOF while parsing an object" : "expected `,` or `}`";
    case json::JsonError::kNoCommaInArray:
      return at_end ? "EOF while parsing a list" : "expected `,` or `]`";
    case json::JsonError::kUnclosedString:
      return "EOF while parsing a string";
    case json::JsonError::kControlCharacter:
      return "control character (\\u0000-\\u001F) found while parsing a string";
    case json::JsonError::kEscape:
      return "invalid escape";
    case json::JsonError::kHexDigit:
    case json::JsonError::kSurrogate:
      return "invalid unicode code point";
    case json::JsonError::kNoFraction:
    case json::JsonError::kNoExponent:
      return "invalid number";
    case json::JsonError::kNone:
    case json::JsonError::kEncoding:
    case json::JsonError::kStopped:
      break;
  }
  return "expected value";
}

}  // namespace

Result<Value> DecodeJson(runtime::Heap& heap, std::string_view text) {
  Builder builder(heap);
  const json::JsonReadResult outcome = json::Read(text, builder);
  if (outcome.ok()) {
    return builder.value();
  }
  if (builder.is_too_deep()) {
    return Located("recursion limit exceeded", text, outcome.at);
  }
  if (builder.is_too_large()) {
    return Located("number out of range", text, outcome.at);
  }
  return Located(MessageOf(outcome.error, outcome.at >= text.size()), text, outcome.at);
}

}  // namespace kval::kcl::builtins
