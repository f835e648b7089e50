#include "src/lsp/json.h"

#include "src/report/json_writer.h"

namespace kval::lsp {
namespace {

using Utf8 = rapidjson::UTF8<>;
using Buffer = rapidjson::GenericStringBuffer<Utf8, ThrowingAllocator>;
using Writer = rapidjson::Writer<Buffer, Utf8, Utf8, ThrowingAllocator>;

uint32_t NumberOf(const Json* value) {
  return value != nullptr && value->IsUint() ? value->GetUint() : 0;
}

}  // namespace

bool Parse(std::string_view text, Document& document) {
  document.Parse<rapidjson::kParseIterativeFlag>(text.data(), text.size());
  return !document.HasParseError();
}

const Json* Member(const Json* value, std::string_view name) {
  if (value == nullptr || !value->IsObject()) {
    return nullptr;
  }
  for (auto member = value->MemberBegin(); member != value->MemberEnd(); ++member) {
    if (TextOf(&member->name) == name) {
      return &member->value;
    }
  }
  return nullptr;
}

std::optional<std::string_view> TextOf(const Json* value) {
  if (value == nullptr || !value->IsString()) {
    return std::nullopt;
  }
  return std::string_view(value->GetString(), value->GetStringLength());
}

TextPosition PositionOf(const Json* value) {
  return {NumberOf(Member(value, "line")), NumberOf(Member(value, "character"))};
}

bool IsTrue(const Json* value) {
  return value != nullptr && value->IsTrue();
}

std::string Written(const Json& value) {
  Buffer buffer;
  Writer writer(buffer);
  value.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

std::string Joined(std::initializer_list<std::string_view> parts) {
  std::string joined;
  for (const std::string_view part : parts) {
    joined += part;
  }
  return joined;
}

std::string Quoted(std::string_view text) {
  std::string quoted = report::JsonWriter(report::JsonWriter::Layout::kOneLine).String(text).Take();
  quoted.pop_back();  // the line break
  return quoted;
}

}  // namespace kval::lsp
