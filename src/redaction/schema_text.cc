#include "src/redaction/schema_text.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/redaction/secret_shapes.h"

namespace kval::redaction {
namespace {

bool IsQuote(char c) {
  return c == '"' || c == '\'';
}

// The offset after the quoted text that begins at `at`.
size_t EndOfString(std::string_view text, size_t at) {
  const char quote = text[at];
  for (++at; at < text.size() && text[at] != quote; ++at) {
    at += text[at] == '\\' && quote == '"' ? 1 : 0;
  }
  return std::min(at + 1, text.size());
}

// The offset after the bracket that closes the one at `at`.
size_t EndOfBrackets(std::string_view text, size_t at) {
  size_t depth = 0;
  while (at < text.size()) {
    if (text[at] == '"') {
      at = EndOfString(text, at);
      continue;
    }
    depth += text[at] == '{' || text[at] == '[' ? 1 : 0;
    depth -= depth > 0 && (text[at] == '}' || text[at] == ']') ? 1 : 0;
    ++at;
    if (depth == 0) {
      break;
    }
  }
  return at;
}

// Where the document with a JSON Schema begins to be one, if there is one.
std::optional<size_t> JsonSchemaIn(const source::SourceFile& file) {
  constexpr size_t kHead = 4096;
  const std::string_view text = file.text(), head = text.substr(0, kHead), name = file.name();
  constexpr std::string_view kKey = "$schema";
  const size_t stated = head.find(kKey);
  if (stated != std::string_view::npos) {
    const std::string_view line =
        head.substr(stated + kKey.size(), head.find('\n', stated) - stated - kKey.size());
    const size_t colon = line.find_first_not_of("\"' ");
    if (colon != std::string_view::npos && line[colon] == ':' &&
        line.find("json-schema.org/") != std::string_view::npos) {
      return stated;
    }
  }
  const size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_json = first != std::string_view::npos && text[first] == '{';
  const bool is_named =
      name.ends_with(".schema.json") || name == "schema.json" || name.ends_with("/schema.json");
  return is_json && is_named ? std::optional(first) : std::nullopt;
}

using Ranges = std::vector<OffsetRange>;  // sorted and disjoint

// The parts of a text that are schemas: the document of a JSON Schema, those within definitions of custom
// resources.
Ranges Schemas(const source::SourceFile& file) {
  const std::string_view text = file.text();
  if (const std::optional<size_t> begin = JsonSchemaIn(file)) {
    const size_t before = text.rfind("\n---", *begin);
    return {
        {before == std::string_view::npos ? 0 : before, std::min(text.find("\n---", *begin), text.size())}};
  }
  Ranges schemas;
  for (size_t at = text.find("openAPIV3Schema"); at != std::string_view::npos;) {
    const size_t end = std::min(text.find("\n---", at), text.size());
    schemas.push_back({at, end});
    at = text.find("openAPIV3Schema", end);
  }
  return schemas;
}

bool Holds(const Ranges& ranges, size_t at) {
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), at,
                       [](size_t place, const OffsetRange& range) { return place < range.begin; });
  return after != ranges.begin() && at < (after - 1)->end;
}

// Returns the end of the lines below `line_end` that are indented more than `column`; items of a list may be
// in that column.
size_t EndOfBlock(std::string_view text, size_t line_end, size_t column) {
  while (line_end < text.size()) {
    const size_t begin = line_end + 1;
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(std::min(begin, text.size()), end - std::min(begin, end));
    const size_t indent = line.find_first_not_of(" \r");
    if (indent != std::string_view::npos &&
        (indent < column || (indent == column && !line.substr(indent).starts_with("- ")))) {
      break;
    }
    line_end = end;
  }
  return line_end;
}

// The value of the key text[begin, end), if it is one.
std::optional<OffsetRange> ValueOf(std::string_view text, size_t begin, size_t end) {
  const bool is_quoted = begin > 0 && IsQuote(text[begin - 1]) && end < text.size() && IsQuote(text[end]);
  const size_t first = is_quoted ? begin - 1 : begin;
  const size_t colon = text.find_first_not_of(" \t", is_quoted ? end + 1 : end);
  const bool begins =
      first == 0 || std::string_view(" \t\n{,").find(text[first - 1]) != std::string_view::npos;
  if (!begins || colon == std::string_view::npos || text[colon] != ':') {
    return std::nullopt;
  }
  const size_t line_break = text.rfind('\n', first);
  const size_t column = first - (line_break == std::string_view::npos ? 0 : line_break + 1);
  size_t at = text.find_first_not_of(" \t\r", colon + 1);
  at = std::min(at, text.size());
  if (at < text.size() && text[at] == '\n' && is_quoted) {
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());  // JSON goes on in any line
  }
  if (at < text.size() && (text[at] == '{' || text[at] == '[')) {
    return OffsetRange{at, EndOfBrackets(text, at)};
  }
  if (at < text.size() && text[at] == '"') {
    return OffsetRange{at, EndOfString(text, at)};
  }
  const size_t before = first == 0 ? std::string_view::npos : text.find_last_not_of(" \t", first - 1);
  if (before != std::string_view::npos && (text[before] == '{' || text[before] == ',')) {
    return OffsetRange{at, std::min(text.find_first_of(",}\n", at), text.size())};
  }
  return OffsetRange{colon + 1, EndOfBlock(text, std::min(text.find('\n', colon), text.size()), column)};
}

// The values of all keys of these names within the schemas.
Ranges ValuesOf(std::string_view text, const Ranges& schemas, std::initializer_list<std::string_view> names) {
  Ranges found;
  for (const OffsetRange& schema : schemas) {
    for (const std::string_view name : names) {
      for (size_t at = text.find(name, schema.begin); at < schema.end; at = text.find(name, at)) {
        const std::optional<OffsetRange> value = ValueOf(text, at, at + name.size());
        at = value ? std::max(value->end, at + 1) : at + 1;
        if (value) {
          found.push_back(*value);
        }
      }
    }
  }
  std::sort(found.begin(), found.end(),
            [](const OffsetRange& a, const OffsetRange& b) { return a.begin < b.begin; });
  Ranges merged;
  for (const OffsetRange& piece : found) {
    if (!merged.empty() && piece.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, piece.end);
    } else {
      merged.push_back(piece);
    }
  }
  return merged;
}

}  // namespace

void RemoveSchemaText(const source::SourceFile& file, std::vector<source::Span>& secrets) {
  if (secrets.empty()) {
    return;
  }
  const Ranges schemas = Schemas(file);
  if (schemas.empty()) {
    return;
  }
  const Ranges values = ValuesOf(file.text(), schemas, {"default", "example", "examples"});
  std::erase_if(secrets, [&](source::Span secret) {
    const size_t at = secret.begin - file.base();
    return Holds(schemas, at) && !Holds(values, at) && FindSecretShapes(file.Text(secret)).empty();
  });
}

void AddAllowedValues(const source::SourceFile& file, std::set<std::string, std::less<>>* values) {
  constexpr std::string_view kBetween = "[]{},\n";
  for (const OffsetRange& list : ValuesOf(file.text(), Schemas(file), {"enum"})) {
    const std::string_view text = file.text().substr(list.begin, list.end - list.begin);
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
      std::string_view word = text.substr(begin, end - begin);
      begin = end + 1;
      word.remove_prefix(std::min(word.find_first_not_of(" \t\r-\"'"), word.size()));
      word = word.substr(0, word.find_last_not_of(" \t\r\"'") + 1);
      if (!word.empty()) {
        values->emplace(word);
      }
    }
  }
}

}  // namespace kval::redaction
