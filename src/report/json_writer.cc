#include "src/report/json_writer.h"

#include "src/report/text.h"
#include "src/support/utf8.h"

namespace kval::report {
namespace {

void AppendUnit(uint32_t unit, std::string& out) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) {
    out += kDigits[(unit >> shift) & 15];
  }
}

// What RapidJSON lets through although a terminal or a log obeys it (see Escape) is written as an escape. In
// finished JSON such text stands in strings only.
std::string Harmless(std::string_view json) {
  std::string out;
  out.reserve(json.size() + 1);
  for (size_t i = 0; i < json.size();) {
    const utf8::CodePoint point = utf8::Decode(json, i);
    const bool opens = json[i] == '[' && (out.ends_with("##") || out.ends_with("##vso"));
    if (opens || (point.value > 0x7E && IsUnsafe(point.value))) {
      if (point.value >= 0x10000) {
        AppendUnit(0xD800 + ((point.value - 0x10000) >> 10), out);
        AppendUnit(0xDC00 + ((point.value - 0x10000) & 0x3FF), out);
      } else {
        AppendUnit(point.value, out);
      }
    } else {
      out += json.substr(i, point.length);
    }
    i += point.length;
  }
  return out;
}

}  // namespace

JsonWriter& JsonWriter::BeginObject() {
  return With([](auto& writer) { writer.StartObject(); });
}

JsonWriter& JsonWriter::EndObject() {
  return With([](auto& writer) { writer.EndObject(); });
}

JsonWriter& JsonWriter::BeginArray() {
  return With([](auto& writer) { writer.StartArray(); });
}

JsonWriter& JsonWriter::EndArray() {
  return With([](auto& writer) { writer.EndArray(); });
}

JsonWriter& JsonWriter::Key(std::string_view name) {
  return With([&](auto& writer) { writer.Key(name.data(), static_cast<rapidjson::SizeType>(name.size())); });
}

JsonWriter& JsonWriter::String(std::string_view text) {
  const std::string valid = ValidUtf8(text);
  return With(
      [&](auto& writer) { writer.String(valid.data(), static_cast<rapidjson::SizeType>(valid.size())); });
}

JsonWriter& JsonWriter::Number(uint64_t number) {
  return With([&](auto& writer) { writer.Uint64(number); });
}

JsonWriter& JsonWriter::Bool(bool value) {
  return With([&](auto& writer) { writer.Bool(value); });
}

JsonWriter& JsonWriter::Null() {
  return With([](auto& writer) { writer.Null(); });
}

std::string JsonWriter::Take() {
  std::string out = Harmless(std::string_view(buffer_.GetString(), buffer_.GetSize()));
  buffer_.Clear();
  return out + "\n";
}

}  // namespace kval::report
