#include "src/modules/json_decode.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "src/support/parse_double.h"
#include "src/support/utf8.h"

namespace kval::modules {

using starlark::EvalFailure;
using starlark::Interpreter;
using starlark::Outcome;
using starlark::Value;

namespace {

constexpr size_t kDepth = 1000;

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

// Converts a number to double; nullopt on overflow, 0 on underflow.
std::optional<double> FloatOf(std::string_view number) {
  const ParsedDouble read = ParseDouble(number);
  return read.is_too_large ? std::nullopt : std::optional(read.value);
}

// Builds the value.
class Receiver : public json::Handler {
 public:
  explicit Receiver(starlark::Heap& heap) : heap_(heap) { open_.emplace_back(); }

  Value result() const { return open_.front().items.front(); }
  const std::string& why() const { return why_; }
  bool is_out_of_memory() const { return is_out_of_memory_; }

  bool Null(json::ByteOffsets) override { return Add(Value::None()); }
  bool Bool(bool boolean, json::ByteOffsets) override { return Add(Value::Bool(boolean)); }
  bool Number(std::string_view spelling, json::ByteOffsets) override {
    const std::optional<double> real = FloatOf(spelling);
    if (!real.has_value()) {
      why_ = TooBig(spelling);
      return false;
    }
    return Add(Value::Float(*real));
  }
  bool String(std::string_view text, json::ByteOffsets) override {
    return Add(heap_.NewString(ValidText(text)));
  }
  bool Key(std::string_view text, json::ByteOffsets) override {
    open_.back().keys.push_back(ValidText(text));
    return true;
  }
  bool BeginObject(json::ByteOffsets) override { return Open(); }
  bool BeginArray(json::ByteOffsets) override { return Open(); }
  bool EndArray(json::ByteOffsets) override {
    std::vector<Value> items = std::move(open_.back().items);
    open_.pop_back();
    return Add(heap_.NewList(std::move(items)));
  }
  bool EndObject(json::ByteOffsets) override {
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

// Stops where Receiver stops, as long as there is memory.
class Refuser : public json::Handler {
 public:
  bool Number(std::string_view spelling, json::ByteOffsets) override { return FloatOf(spelling).has_value(); }
  bool BeginObject(json::ByteOffsets) override { return ++depth_ <= kDepth; }
  bool BeginArray(json::ByteOffsets) override { return ++depth_ <= kDepth; }
  bool EndObject(json::ByteOffsets) override { return depth_-- > 0; }
  bool EndArray(json::ByteOffsets) override { return depth_-- > 0; }

 private:
  size_t depth_ = 0;
};

// A character as Go's JSON errors show it.
std::string Shown(std::string_view text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte == '\'' || byte == '\\') {
    return byte == '\'' ? "'\\''" : "'\\\\'";
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

constexpr std::array<std::pair<json::JsonError, std::string_view>, 12> kContexts = {{
    {json::JsonError::kEmpty, "looking for beginning of value"},
    {json::JsonError::kMoreAfterValue, "after top-level value"},
    {json::JsonError::kNoValue, "looking for beginning of value"},
    {json::JsonError::kNoKey, "looking for beginning of object key string"},
    {json::JsonError::kNoColon, "after object key"},
    {json::JsonError::kNoCommaInObject, "after object key:value pair"},
    {json::JsonError::kNoCommaInArray, "after array element"},
    {json::JsonError::kHexDigit, "in \\u hexadecimal character escape"},
    {json::JsonError::kEscape, "in string escape code"},
    {json::JsonError::kControlCharacter, "in string literal"},
    {json::JsonError::kNoFraction, "after decimal point in numeric literal"},
    {json::JsonError::kNoExponent, "in exponent of numeric literal"},
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

// Empty when all is well.
std::string Read(std::string_view text, Receiver& receiver) {
  const json::JsonReadResult outcome = json::Read(text, receiver, {.is_go = true});
  if (outcome.ok()) {
    return {};
  }
  return outcome.error == json::JsonError::kStopped ? receiver.why() : GoJsonError(text, outcome);
}

}  // namespace

std::string GoJsonError(std::string_view text, const json::JsonReadResult& outcome) {
  // The reader names the escape by its backslash, Go the character behind it.
  const size_t at = outcome.at + (outcome.error == json::JsonError::kEscape ? 1 : 0);
  std::string context;
  if (outcome.error == json::JsonError::kNoValue) {
    context = LiteralContext(text, at);
  }
  const bool is_in_token = !context.empty() || outcome.error == json::JsonError::kNoFraction ||
                           outcome.error == json::JsonError::kNoExponent;
  // Go reads a space after the text, which ends an unfinished token.
  if (at >= text.size() && !is_in_token) {
    return "unexpected end of JSON input";
  }
  for (const auto& [error, words] : kContexts) {
    if (context.empty() && error == outcome.error) {
      context = words;
    }
  }
  return "invalid character " + (at < text.size() ? Shown(text, at) : "' '") + " " +
         (context.empty() ? "in string literal" : context);
}

Outcome<Value> FromJsonText(Interpreter& interpreter, std::string_view text) {
  Receiver receiver(interpreter.heap());
  std::string why = Read(text, receiver);
  if (receiver.is_out_of_memory() || interpreter.heap().exhausted()) {
    return OutOfMemory(interpreter.heap());
  }
  if (!why.empty()) {
    return EvalFailure(std::move(why));
  }
  return receiver.result();
}

bool IsJsonText(std::string_view text) {
  Refuser refuser;
  return json::Read(text, refuser, {.is_go = true}).ok();
}

}  // namespace kval::modules
