#include "src/lsp/results.h"

#include "src/report/json_writer.h"

namespace kval::lsp {
namespace {

using report::JsonWriter;

// No JSON begins with it.
constexpr std::string_view kRejected = "!";

void AddPosition(std::string_view name, TextPosition position, JsonWriter& json) {
  json.Key(name).BeginObject().Field("line", position.line);
  json.Field("character", position.character).EndObject();
}

void AddMarkdown(std::string_view name, std::string_view markdown, JsonWriter& json) {
  json.Key(name).BeginObject().Field("kind", "markdown").Field("value", markdown).EndObject();
}

// Clients sort by it: those that are needed first, then in order.
std::string SortText(size_t index, bool is_needed) {
  const std::string number = std::to_string(index);
  return (is_needed ? "0" : "1") + std::string(number.size() < 5 ? 5 - number.size() : 0, '0') + number;
}

}  // namespace

void WriteRange(std::string_view name, TextRange range, JsonWriter& json) {
  json.Key(name).BeginObject();
  AddPosition("start", range.begin, json);
  AddPosition("end", range.end, json);
  json.EndObject();
}

std::string OneLine(JsonWriter& json) {
  std::string text = json.Take();
  text.pop_back();
  return text;
}

std::string RejectedResult(std::string_view why) {
  return std::string(kRejected) + std::string(why);
}

std::optional<std::string_view> RejectionOf(std::string_view result) {
  return result.starts_with(kRejected) ? std::optional(result.substr(kRejected.size())) : std::nullopt;
}

std::string HoverResult(std::string_view markdown) {
  if (markdown.empty()) {
    return "null";
  }
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginObject();
  AddMarkdown("contents", markdown, json);
  json.EndObject();
  return OneLine(json);
}

std::string LocationResult(std::string_view uri, TextRange range) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginObject().Field("uri", uri);
  WriteRange("range", range, json);
  json.EndObject();
  return OneLine(json);
}

std::string CodeLensResult(std::string_view title, std::string_view schema_uri) {
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray().BeginObject();
  WriteRange("range", {}, json);
  json.Key("command").BeginObject().Field("title", title);
  json.Field("command", schema_uri.empty() ? "" : "kval.openSchema");
  if (!schema_uri.empty()) {
    json.Key("arguments").BeginArray().String(schema_uri).EndArray();
  }
  json.EndObject().EndObject().EndArray();
  return OneLine(json);
}

std::string CompletionResult(std::string_view text, size_t begin, size_t end, TextPosition position,
                             std::span<const CompletionItem> items) {
  const TextRange word{PositionInLine(text, position.line, begin), PositionInLine(text, position.line, end)};
  JsonWriter json(JsonWriter::JsonLayout::kOneLine);
  json.BeginArray();
  for (size_t i = 0; i < items.size(); ++i) {
    const CompletionItem& item = items[i];
    json.BeginObject().Field("label", item.label).Field("kind", static_cast<uint64_t>(item.kind));
    json.Field("sortText", SortText(i, item.is_needed)).OptionalField("detail", item.detail);
    if (!item.markdown.empty()) {
      AddMarkdown("documentation", item.markdown, json);
    }
    if (item.text.find('\n') != std::string::npos) {
      json.Field("insertTextMode", uint64_t{1});  // as it is: its lines are indented already
    }
    json.Key("textEdit").BeginObject();
    WriteRange("range", word, json);
    json.Field("newText", item.text).EndObject().EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

}  // namespace kval::lsp
