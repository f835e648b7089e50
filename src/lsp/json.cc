#include "src/lsp/json.h"

#include <charconv>
#include <system_error>

#include "src/report/json_writer.h"

namespace kval::lsp {
namespace {

uint32_t NumberOf(const Json* value) {
  uint32_t number = 0;
  if (value == nullptr || !value->is(json::JsonKind::kNumber)) {
    return 0;
  }
  const std::string_view text = value->text;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

}  // namespace

const Json* Member(const Json* value, std::string_view name) {
  return value == nullptr ? nullptr : value->Find(name);
}

std::optional<std::string_view> TextOf(const Json* value) {
  return value == nullptr ? std::nullopt : value->string();
}

TextPosition PositionOf(const Json* value) {
  return {NumberOf(Member(value, "line")), NumberOf(Member(value, "character"))};
}

bool IsTrue(const Json* value) {
  return value != nullptr && value->is(json::JsonKind::kBool) && value->boolean;
}

std::string Joined(std::initializer_list<std::string_view> parts) {
  std::string joined;
  for (const std::string_view part : parts) {
    joined += part;
  }
  return joined;
}

std::string Quoted(std::string_view text) {
  std::string quoted = report::JsonWriter(report::JsonWriter::JsonLayout::kOneLine).String(text).Take();
  quoted.pop_back();  // the line break
  return quoted;
}

}  // namespace kval::lsp
