#include "src/lsp/results.h"

#include <algorithm>

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

// Some clients without tab stops cannot insert several lines.
std::string FirstLineOf(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

}  // namespace

std::string SnippetOf(std::string_view text) {
  std::string snippet;
  size_t stops = 0;
  for (size_t at = 0; at <= text.size(); ++at) {
    const bool is_end = at == text.size() || text[at] == '\n';
    if (is_end && at > 0 && text[at - 1] == ' ') {
      snippet += "$" + std::to_string(++stops);
    }
    if (at < text.size()) {
      const bool is_special = text[at] == '$' || text[at] == '}' || text[at] == '\\';
      snippet += (is_special ? "\\" : "") + std::string(1, text[at]);
    }
  }
  return snippet;
}

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

std::string WithoutHeadings(std::string_view markdown) {
  std::string_view page = markdown;
  std::string text;
  bool is_code = false;
  while (!page.empty()) {
    const size_t end = std::min(page.find('\n'), page.size());
    const std::string_view line = page.substr(0, end);
    is_code = line.starts_with("```") != is_code;
    const size_t level = std::min(line.find_first_not_of('#'), line.size());
    const bool is_heading = !is_code && level > 0 && line.substr(level).starts_with(' ');
    text += is_heading ? "**" + std::string(line.substr(level + 1)) + "**" : std::string(line);
    text += end < page.size() ? "\n" : "";
    page.remove_prefix(std::min(end + 1, page.size()));
  }
  return text;
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
                             std::span<const CompletionItem> items, bool has_snippets) {
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
    const bool has_lines = item.text.find('\n') != std::string::npos;
    const bool is_snippet = has_lines && has_snippets;
    if (is_snippet) {
      json.Field("insertTextFormat", uint64_t{2});
      json.Field("insertTextMode", uint64_t{1});  // as it is: its lines are indented already
    }
    json.Key("textEdit").BeginObject();
    WriteRange("range", word, json);
    json.Field("newText", is_snippet ? SnippetOf(item.text) : FirstLineOf(item.text)).EndObject().EndObject();
  }
  json.EndArray();
  return OneLine(json);
}

}  // namespace kval::lsp
