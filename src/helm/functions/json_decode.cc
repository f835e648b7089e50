#include "src/helm/functions/json_decode.h"

#include <optional>
#include <vector>

#include "src/helm/functions/traced_text.h"
#include "src/json/reader.h"
#include "src/modules/json_decode.h"
#include "src/support/parse_double.h"
#include "src/support/utf8.h"

namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr size_t kMaxDepth = 10'000;  // Go's
constexpr char kTooDeep[] = "exceeded max depth";

// Ill-formed bytes become U+FFFD.
std::string ValidText(std::string_view bytes) {
  std::string out;
  for (size_t i = 0; i < bytes.size();) {
    const utf8::CodePoint point = utf8::Decode(bytes, i);
    utf8::Append(out, point.value);
    i += point.length;
  }
  return out;
}

class Builder final : public json::Handler {
 public:
  Builder(Call& call, const OriginsOfText& origins) : call_(call), origins_(origins) { open_.emplace_back(); }

  Value result() const { return open_.front().items.empty() ? Value() : open_.front().items.front(); }
  const std::string& error() const { return error_; }

  bool Null(json::ByteOffsets at) override { return Add(Value().From(origins_.At(at.begin))); }
  bool Bool(bool boolean, json::ByteOffsets at) override {
    return Add(Value::Bool(boolean).From(origins_.At(at.begin)));
  }
  bool Number(std::string_view spelling, json::ByteOffsets at) override {
    const ParsedDouble parsed = ParseDouble(spelling);
    if (parsed.is_too_large && error_.empty()) {
      error_ = "json: cannot unmarshal number " + std::string(spelling) + " into Go value of type float64";
    }
    // Nil takes its place, except where the type of the whole value matters.
    const Value number = parsed.is_too_large && open_.size() > 1 ? Value() : Value::Float(parsed.value);
    return Add(number.From(origins_.At(at.begin)));
  }
  bool String(std::string_view text, json::ByteOffsets at) override {
    return Add(call_.Text(ValidText(text)).From(origins_.At(at.begin)));
  }
  bool Key(std::string_view text, json::ByteOffsets /*at*/) override {
    open_.back().key = ValidText(text);
    return true;
  }
  bool BeginObject(json::ByteOffsets brace) override {
    return Open(call_.heap().NewMap(), origins_.At(brace.begin));
  }
  bool BeginArray(json::ByteOffsets bracket) override { return Open({}, origins_.At(bracket.begin)); }
  bool EndArray(json::ByteOffsets /*bracket*/) override {
    const Level level = std::move(open_.back());
    open_.pop_back();
    return Add(call_.AnyList(level.items).From(level.origin));
  }
  bool EndObject(json::ByteOffsets /*brace*/) override {
    const Value map = open_.back().map->From(open_.back().origin);
    open_.pop_back();
    return Add(map);
  }

 private:
  // An array or object that is not closed yet, or the outermost value.
  struct Level {
    std::optional<Value> map;
    std::string key;
    std::vector<Value> items;
    gotemplate::OriginSet origin = {};
  };

  bool Open(std::optional<Value> map, gotemplate::OriginSet origin) {
    if (open_.size() > kMaxDepth) {
      error_ = kTooDeep;
      return false;
    }
    open_.push_back({map, {}, {}, origin});
    return call_.Step();
  }

  bool Add(const Value& value) {
    Level& level = open_.back();
    if (level.map) {
      level.map->map()->Set(level.key, value);
    } else {
      level.items.push_back(value);
    }
    return call_.Step() && call_.Reserve(sizeof(Value));
  }

  Call& call_;
  const OriginsOfText& origins_;
  std::vector<Level> open_;
  std::string error_;
};

}  // namespace

DecodedJson DecodeJson(Call& call) {
  const std::string_view text = call[0].text();
  const OriginsOfText origins(call, call[0]);
  Builder builder(call, origins);
  const json::JsonReadResult read = json::Read(text, builder, {.is_go = true});
  if (!read.ok() && read.error != json::JsonError::kStopped) {
    return {{}, modules::GoJsonError(text, read), false};
  }
  return {builder.result(), builder.error(), builder.error() != kTooDeep};
}

std::string CannotUnmarshal(const Value& value, const gotemplate::Type& type) {
  const std::string_view kind = value.is(Kind::kMap)      ? "object"
                                : value.is(Kind::kList)   ? "array"
                                : value.is(Kind::kString) ? "string"
                                : value.is(Kind::kBool)   ? "bool"
                                                          : "number";
  return "json: cannot unmarshal " + std::string(kind) + " into Go value of type " + std::string(type.name);
}

DecodedJson DecodeJsonAs(Call& call, const gotemplate::Type& type) {
  DecodedJson decoded = DecodeJson(call);
  if (decoded.is_valid && !decoded.value.is_untyped_nil() && decoded.value.type() != &type) {
    decoded.error = CannotUnmarshal(decoded.value, type);
  }
  return decoded;
}

}  // namespace kval::helm::functions
