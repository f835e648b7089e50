#include "src/helm/functions/json_encode.h"

#include <cmath>

#include "src/helm/functions/conversion.h"
#include "src/helm/functions/go_time.h"
#include "src/helm/functions/traced_text.h"
#include "src/lang/gotemplate/compare.h"
#include "src/support/ascii.h"
#include "src/support/base64.h"

namespace kval::helm::functions {

using gotemplate::Call;
using gotemplate::Kind;
using gotemplate::Value;

namespace {

constexpr int kMaxDepth = 1000;
constexpr std::string_view kOmitsEmpty = ",omitempty";  // in Go's tags

class Encoder {
 public:
  Encoder(Call& call, JsonForm form) : call_(call), form_(form) {}

  JsonText Encode(const Value& value) {
    records_ = NeedsPieces(value);
    Write(value, 0);
    return error_.empty() ? JsonText{std::move(out_), {}, std::move(pieces_)}
                          : JsonText{{}, std::move(error_), {}};
  }

 private:
  void Write(const Value& value, int depth) {
    if (!error_.empty()) {
      return;
    }
    if (depth > kMaxDepth) {
      error_ = "json: unsupported value: encountered a cycle via " + TypeName(value);
      return;
    }
    const size_t added = out_.size() - counted_;
    counted_ = out_.size();
    if (!call_.Step(2 + added / 8) || !call_.Reserve(out_.size())) {
      error_ = "json: limit exceeded";  // the call ends without a result
      return;
    }
    switch (value.kind()) {
      case Kind::kInvalid:
      case Kind::kInterface:
        out_ += "null";
        break;
      case Kind::kBool:
        out_ += value.boolean() ? "true" : "false";
        break;
      case Kind::kInt:
        out_ += std::to_string(value.integer());
        break;
      case Kind::kUint:
        out_ += std::to_string(value.natural());
        break;
      case Kind::kFloat:
        WriteFloat(value.real());
        break;
      case Kind::kString:
        WriteText(value);
        break;
      case Kind::kList:
        WriteList(value, depth);
        break;
      case Kind::kMap:
        WriteMap(value, depth);
        break;
      case Kind::kObject:
        WriteObject(value, depth);
        break;
      case Kind::kFunction:
        error_ = "json: unsupported type: " + TypeName(value);
        break;
    }
    Record(value);
  }

  void Record(const Value& value) {
    if (records_) {
      AddPiece({static_cast<uint32_t>(out_.size()), {}, value.origin()}, &pieces_);
    }
  }

  void WriteFloat(double real) {
    if (std::isfinite(real)) {
      out_ += yaml::GoJsonFloat(real);
    } else {
      error_ = std::string("json: unsupported value: ") + (std::isnan(real) ? "NaN"
                                                           : real > 0       ? "+Inf"
                                                                            : "-Inf");
    }
  }

  void WriteText(const Value& value) {
    if (value.type()->name == "json.Number") {
      out_ += value.text().empty() ? "0" : value.text();
    } else {
      WriteString(value.text());
    }
  }

  void WriteString(std::string_view text) {
    if (call_.Step(text.size() / 8) && call_.Reserve(out_.size() + text.size())) {
      out_ += yaml::GoJsonString(text, form_.escapes);
    }
  }

  void WriteList(const Value& value, int depth) {
    if (value.is_nil()) {
      out_ += "null";
      return;
    }
    if (IsBytes(value)) {
      out_ += '"' + EncodeBase64(BytesOf(value)) + '"';
      return;
    }
    out_ += '[';
    bool is_first = true;
    for (const Value& item : Items(value)) {
      if (!error_.empty()) {
        return;
      }
      Separate(&is_first, depth + 1);
      Write(item, depth + 1);
    }
    Close(is_first, ']', depth);
  }

  void WriteMap(const Value& value, int depth) {
    if (value.is_nil()) {
      out_ += "null";
      return;
    }
    out_ += '{';
    bool is_first = true;
    for (const auto& [key, item] : EntriesOf(value)) {
      if (!error_.empty()) {
        return;
      }
      WriteEntry(&is_first, key, item, depth);
    }
    Close(is_first, '}', depth);
  }

  void WriteObject(const Value& value, int depth) {
    if (value.is_nil()) {
      out_ += "null";
      return;
    }
    if (IsTextInJson(value)) {
      WriteString(TextInJson(value));
      return;
    }
    out_ += '{';
    bool is_first = true;
    for (const auto& [name, item] : JsonFieldsOf(*value.object())) {
      WriteEntry(&is_first, name, item, depth);
    }
    Close(is_first, '}', depth);
  }

  void WriteEntry(bool* is_first, std::string_view key, const Value& value, int depth) {
    Separate(is_first, depth + 1);
    WriteString(key);
    out_ += form_.is_indented ? ": " : ":";
    Record(value);
    Write(value, depth + 1);
  }

  void Separate(bool* is_first, int depth) {
    out_ += *is_first ? "" : ",";
    *is_first = false;
    Break(depth);
  }

  void Close(bool is_empty, char bracket, int depth) {
    if (!is_empty) {
      Break(depth);
    }
    out_ += bracket;
  }

  void Break(int depth) {
    if (form_.is_indented) {
      out_ += '\n';
      out_.append(static_cast<size_t>(depth) * 2, ' ');
    }
  }

  Call& call_;
  JsonForm form_;
  std::string out_;
  size_t counted_ = 0;  // of the bytes of out_
  std::string error_;
  gotemplate::TextPieces pieces_;
  bool records_ = false;
};

}  // namespace

std::vector<std::pair<std::string_view, Value>> JsonFieldsOf(const gotemplate::Object& object) {
  std::vector<std::pair<std::string_view, Value>> fields;
  const auto add = [&fields](const gotemplate::Object::Field& field) {
    const bool omits_empty = field.json_tag.ends_with(kOmitsEmpty);
    if (IsUpper(field.name.front()) && !(omits_empty && !gotemplate::IsTrue(field.value))) {
      const std::string_view name = field.json_tag.substr(0, field.json_tag.find(','));
      fields.emplace_back(name.empty() ? field.name : name, field.value);
    }
  };
  for (const gotemplate::Object::Field& field : object.fields()) {
    if (!field.is_embedded) {
      add(field);
      continue;
    }
    for (const gotemplate::Object::Field& inner : field.value.object()->fields()) {
      add(inner);
    }
  }
  return fields;
}

JsonText EncodeJson(Call& call, const Value& value, JsonForm form) {
  return Encoder(call, form).Encode(value);
}

bool IsTextInJson(const Value& value) {
  return value.type() == &kTimeType || value.type()->name == "*semver.Version";
}

std::string TextInJson(const Value& value) {
  if (const Time* time = TimeIn(value); time != nullptr) {
    return FormatTime(*time, "2006-01-02T15:04:05.999999999Z07:00");
  }
  std::string text;
  value.type()->append_text(value, &text);
  return text;
}

}  // namespace kval::helm::functions
