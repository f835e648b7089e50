#include "src/helm/functions/value_tree.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/go_time.h"
#include "src/helm/functions/json_encode.h"
#include "src/helm/functions/unicode.h"
#include "src/helm/go_number.h"
#include "src/lang/gotemplate/characters.h"
#include "src/support/ascii.h"
#include "src/support/base64.h"
#include "src/support/parse_double.h"
#include "src/support/utf8.h"

namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr int kMaxDepth = 1000;

bool IsRejected(char32_t c) {
  return (c >= 0x7F && c <= 0x9F && c != 0x85) || c == 0xFEFF || c == 0xFFFE || c == 0xFFFF;
}

class TreeMaker {
 public:
  TreeMaker(Call& call, TreeForm form, value::Builder& builder, NodeOrigins* origins)
      : call_(call), form_(form), builder_(builder), origins_(origins) {}

  const value::Value* Of(const Value& value, int depth) {
    const value::Value* node = Make(value, depth);
    if (origins_ != nullptr && !value.origin().empty()) {
      origins_->emplace(node, value.origin());
    }
    return node;
  }

  std::string TakeError() { return std::move(error_); }

 private:
  // Nothing more is made after an error: collections in many others would go on for a long time.
  bool has_ended() const { return !error_.empty(); }

  const value::Value* Make(const Value& value, int depth) {
    if (depth > kMaxDepth) {
      error_ = "json: unsupported value: encountered a cycle via " + TypeName(value);
    }
    constexpr uint64_t kNodeSize = 64;
    constexpr uint64_t kNodeSteps = 8;  // with what it takes to write the node
    if (has_ended()) {
      return builder_.Null();
    }
    if (!call_.Step(kNodeSteps) || !call_.Reserve(++count_ * kNodeSize)) {
      error_ = "json: limit exceeded";  // the call ends without a result
      return builder_.Null();
    }
    switch (value.kind()) {
      case Kind::kInvalid:
      case Kind::kInterface:
        return builder_.Null();
      case Kind::kBool:
        return builder_.Bool(value.boolean());
      case Kind::kInt:
        return builder_.Int(value.integer());
      case Kind::kUint:
        return value.integer() < 0 ? builder_.Unsigned(value.natural()) : builder_.Int(value.integer());
      case Kind::kFloat:
        return FloatOf(value.real());
      case Kind::kString:
        return TextOf(value);
      case Kind::kList:
        return ListOf(value, depth);
      case Kind::kMap:
        return MapOf(value, depth);
      case Kind::kObject:
        return ObjectOf(value, depth);
      case Kind::kFunction:
        error_ = "json: unsupported type: " + TypeName(value);
        return builder_.Null();
    }
    return builder_.Null();
  }

  const value::Value* FloatOf(double real) {
    if (form_ != TreeForm::kJson) {
      return builder_.Float(real);
    }
    if (!std::isfinite(real)) {
      error_ = std::string("json: unsupported value: ") + (std::isnan(real) ? "NaN"
                                                           : real > 0       ? "+Inf"
                                                                            : "-Inf");
      return builder_.Null();
    }
    return NumberOf(yaml::GoJsonFloat(real));
  }

  // Reads a JSON number as go-yaml does.
  const value::Value* NumberOf(std::string_view text) {
    if (const ParsedInt parsed = ParseInt(text, 10); parsed.is_valid) {
      return builder_.Int(parsed.value);
    }
    uint64_t natural = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), natural);
    const bool is_natural = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return is_natural ? builder_.Unsigned(natural) : builder_.Float(ParseDouble(text).value);
  }

  const value::Value* TextOf(const Value& value) {
    if (value.type()->name == "json.Number" && form_ == TreeForm::kJson) {
      return NumberOf(value.text().empty() ? "0" : value.text());
    }
    return StringOf(value.text());
  }

  // JSON has well-formed text only, in which go-yaml rejects control characters that JSON does not escape.
  const value::Value* StringOf(std::string_view text) {
    if (form_ == TreeForm::kJson) {
      const std::u32string decoded = Decoded(text);
      if (std::any_of(decoded.begin(), decoded.end(), IsRejected)) {
        error_ = "yaml: control characters are not allowed";
      }
    }
    const bool is_valid = form_ != TreeForm::kJson || utf8::FirstInvalid(text) == text.size();
    return builder_.String(is_valid ? std::string(text) : Encoded(Decoded(text)));
  }

  const value::Value* ListOf(const Value& value, int depth) {
    if (value.is_nil() && form_ != TreeForm::kYaml) {
      return builder_.Null();
    }
    if (IsBytes(value) && form_ == TreeForm::kJson) {
      return builder_.String(EncodeBase64(BytesOf(value)));
    }
    std::vector<const value::Value*> items;
    for (const Value& item : Items(value)) {
      if (has_ended()) {
        break;
      }
      items.push_back(Of(item, depth + 1));
    }
    return builder_.Sequence(items);
  }

  const value::Value* MapOf(const Value& value, int depth) {
    if (value.is_nil() && form_ != TreeForm::kYaml) {
      return builder_.Null();
    }
    std::vector<value::Entry> entries;
    for (const auto& [key, item] : EntriesOf(value)) {
      if (has_ended()) {
        break;
      }
      entries.push_back({StringOf(key), Of(item, depth + 1)});
    }
    return Sorted(std::move(entries));
  }

  const value::Value* ObjectOf(const Value& value, int depth) {
    if (value.is_nil()) {
      return builder_.Null();
    }
    if (IsTextInJson(value)) {
      const value::Value* text = builder_.String(TextInJson(value));
      return form_ != TreeForm::kJson && TimeIn(value) != nullptr ? Plain(*text) : text;
    }
    std::vector<value::Entry> entries;
    if (form_ == TreeForm::kJson) {
      for (const auto& [name, item] : JsonFieldsOf(*value.object())) {
        entries.push_back({builder_.String(std::string(name)), Of(item, depth + 1)});
      }
      return Sorted(std::move(entries));
    }
    for (const gotemplate::Object::Field& field : value.object()->fields()) {
      if (IsUpper(field.name.front())) {
        std::string name(field.name);
        if (form_ == TreeForm::kYaml) {
          std::transform(name.begin(), name.end(), name.begin(),
                         [](char c) { return IsUpper(c) ? static_cast<char>(c | ' ') : c; });
        }
        entries.push_back({builder_.String(name), Of(field.value, depth + 1)});
      }
    }
    return Sorted(std::move(entries));
  }

  // A text that is written without quotes.
  const value::Value* Plain(const value::Value& text) {
    auto* plain = builder_.arena().New<value::Value>(text);
    plain->style = value::Style::kPlain;
    return plain;
  }

  const value::Value* Sorted(std::vector<value::Entry> entries) {
    std::stable_sort(entries.begin(), entries.end(), [](const value::Entry& a, const value::Entry& b) {
      return IsKeyBefore(a.key->raw, b.key->raw);
    });
    return builder_.Mapping(entries);
  }

  Call& call_;
  TreeForm form_;
  value::Builder& builder_;
  NodeOrigins* origins_;
  uint64_t count_ = 0;
  std::string error_;
};

int64_t NumberAt(std::u32string_view text, size_t* at, int64_t start) {
  uint64_t number = static_cast<uint64_t>(start);
  for (; *at < text.size() && gotemplate::IsUnicodeDigit(text[*at]); ++*at) {
    number = number * 10 + (text[*at] - '0');
  }
  return static_cast<int64_t>(number);
}

}  // namespace

bool IsKeyBefore(std::string_view a, std::string_view b) {
  const std::u32string left = Decoded(a);
  const std::u32string right = Decoded(b);
  const size_t common = std::min(left.size(), right.size());
  const size_t i = static_cast<size_t>(
      std::mismatch(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(common), right.begin()).first -
      left.begin());
  if (i == common) {
    return left.size() < right.size();
  }
  const bool left_is_letter = gotemplate::IsUnicodeLetter(left[i]);
  const bool right_is_letter = gotemplate::IsUnicodeLetter(right[i]);
  if (left_is_letter && right_is_letter) {
    return left[i] < right[i];
  }
  if (left_is_letter || right_is_letter) {
    return right_is_letter;
  }
  // A zero continues a number whose digits before it are equal.
  int64_t start = 0;
  if (left[i] == '0' || right[i] == '0') {
    for (size_t j = i; j > 0 && gotemplate::IsUnicodeDigit(left[j - 1]); --j) {
      if (left[j - 1] != '0') {
        start = 1;
        break;
      }
    }
  }
  size_t left_end = i;
  size_t right_end = i;
  const int64_t left_number = NumberAt(left, &left_end, start);
  const int64_t right_number = NumberAt(right, &right_end, start);
  if (left_number != right_number) {
    return left_number < right_number;
  }
  return left_end != right_end ? left_end < right_end : left[i] < right[i];
}

ValueTree TreeOf(Call& call, const Value& value, TreeForm form, value::Builder& builder,
                 NodeOrigins* origins) {
  TreeMaker maker(call, form, builder, origins);
  const value::Value* root = maker.Of(value, 0);
  return {root, maker.TakeError()};
}

Value ValueOf(Call& call, const value::Value& tree, const OriginsOfText& origins, uint32_t base) {
  if (!call.Step(4) || !call.Reserve(sizeof(Value))) {
    return {};
  }
  const gotemplate::OriginSet origin =
      tree.span.has_value() ? origins.At(tree.span.begin - base) : gotemplate::OriginSet();
  switch (tree.kind) {
    case value::Kind::kNull:
      return Value().From(origin);
    case value::Kind::kBool:
      return Value::Bool(tree.boolean).From(origin);
    case value::Kind::kInt:
      return Value::Float(tree.is_unsigned ? static_cast<double>(static_cast<uint64_t>(tree.integer))
                                           : static_cast<double>(tree.integer))
          .From(origin);
    case value::Kind::kFloat:
      return Value::Float(tree.real).From(origin);
    case value::Kind::kString:
      return call.Text(Encoded(Decoded(tree.raw))).From(origin);
    case value::Kind::kSequence: {
      std::vector<Value> items;
      for (const value::Value* item : tree.items()) {
        items.push_back(ValueOf(call, *item, origins, base));
      }
      return call.AnyList(items).From(origin);
    }
    case value::Kind::kMapping: {
      const Value map = call.heap().NewMap();
      for (const value::Entry& entry : tree.entries()) {
        const std::string key =
            entry.key->kind == value::Kind::kString ? std::string(entry.key->raw) : KeyText(*entry.key);
        map.map()->Set(key, ValueOf(call, *entry.value, origins, base));
      }
      return map.From(origin);
    }
  }
  return {};
}

}  // namespace kval::helm::functions
