#include "src/report/json_writer.h"

#include "src/report/escape_controls.h"
#include "src/report/text.h"

namespace kval::report {
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

JsonWriter& JsonWriter::Raw(std::string_view json) {
  return With([&](auto& writer) { writer.RawValue(json.data(), json.size(), rapidjson::kObjectType); });
}

std::string JsonWriter::Take() {
  std::string out = EscapeControlsInJson(std::string_view(buffer_.GetString(), buffer_.GetSize()));
  buffer_.Clear();
  return out + "\n";
}

}  // namespace kval::report
