#include "src/report/schema_words.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "src/report/secret_shapes.h"

namespace kval::report {
namespace {

// The parts of a text that are schemas: all of a JSON Schema, those within definitions of custom resources.
std::vector<source::Span> Schemas(const source::SourceFile& file) {
  constexpr size_t kHead = 4096;
  const std::string_view text = file.text(), head = text.substr(0, kHead);
  const size_t stated = head.find("$schema");
  if (stated != std::string_view::npos &&
      head.substr(stated, head.find('\n', stated) - stated).find("json-schema.org/") !=
          std::string_view::npos) {
    return {file.span()};
  }
  std::vector<source::Span> schemas;
  for (size_t at = text.find("openAPIV3Schema"); at != std::string_view::npos;) {
    const size_t end = std::min(text.find("\n---", at), text.size());
    schemas.push_back({file.base() + static_cast<uint32_t>(at), file.base() + static_cast<uint32_t>(end)});
    at = text.find("openAPIV3Schema", end);
  }
  return schemas;
}

// Whether a key, with what stands before it in its line, says something about a value: `- "type`.
bool EndsInKeyword(std::string_view text) {
  constexpr std::array<std::string_view, 29> kKeywords = {"type",
                                                          "format",
                                                          "pattern",
                                                          "minLength",
                                                          "maxLength",
                                                          "minimum",
                                                          "maximum",
                                                          "$ref",
                                                          "description",
                                                          "title",
                                                          "required",
                                                          "minItems",
                                                          "maxItems",
                                                          "minProperties",
                                                          "maxProperties",
                                                          "$comment",
                                                          "uniqueItems",
                                                          "multipleOf",
                                                          "$id",
                                                          "deprecated",
                                                          "readOnly",
                                                          "writeOnly",
                                                          "contentEncoding",
                                                          "rule",
                                                          "message",
                                                          "fieldPath",
                                                          "reason",
                                                          "messageExpression",
                                                          "additionalProperties"};
  return std::any_of(kKeywords.begin(), kKeywords.end(), [&](std::string_view keyword) {
    const size_t rest = text.size() - std::min(text.size(), keyword.size());
    return text.ends_with(keyword) &&
           (rest == 0 || std::string_view(" {,\"'-").find(text[rest - 1]) != std::string_view::npos);
  });
}

// Without quotes and blanks at its end.
std::string_view KeyBefore(std::string_view text, size_t colon) {
  return text.substr(0, text.find_last_not_of(" \"'", colon - 1) + 1);
}

// Whether a line without a key belongs to a keyword above it: `required` and items, `description: |` and
// text.
bool IsBelowKeyword(const source::SourceFile& file, uint32_t number, std::string_view line) {
  constexpr uint32_t kLinesAbove = 100;
  const size_t column = std::min(line.find_first_not_of(" "), line.size());
  const bool is_item = line.substr(column).starts_with("- ");
  for (uint32_t above = number - 1; above >= 1 && number - above <= kLinesAbove; --above) {
    const std::string_view text = file.Text(file.LineSpan(above));
    const size_t begin = text.find_first_not_of(" \r");
    if (begin == std::string_view::npos || begin > column ||
        (begin == column && (!is_item || text.substr(begin).starts_with("- ")))) {
      continue;
    }
    const size_t colon = std::min(text.find(": ", begin), text.find_last_not_of(" \r"));
    return text[colon] == ':' && colon > begin && EndsInKeyword(KeyBefore(text, colon));
  }
  return false;
}

bool IsWordOfSchema(const source::SourceFile& file, source::Span secret) {
  if (!SecretShapes(file.Text(secret)).empty()) {
    return false;
  }
  constexpr size_t kLongest = 64;  // keyword, with what stands around it
  const uint32_t number = file.LineOf(secret.begin);
  const source::Span span = file.LineSpan(number);
  const std::string_view line = file.Text(span);
  std::string_view before = line.substr(0, secret.begin - span.begin);
  if (before.find_first_not_of("- \"'") == std::string_view::npos) {
    return IsBelowKeyword(file, number, line);
  }
  before.remove_prefix(before.size() - std::min(before.size(), kLongest));
  const size_t colon = before.find_last_not_of(" [");
  return colon != std::string_view::npos && colon > 0 && before[colon] == ':' &&
         EndsInKeyword(KeyBefore(before, colon));
}

}  // namespace

void DropWordsOfSchemas(const source::SourceFile& file, std::vector<source::Span>& secrets) {
  const std::vector<source::Span> schemas = Schemas(file);
  const auto is_word = [&](source::Span secret) {
    const auto after = std::upper_bound(schemas.begin(), schemas.end(), secret.begin,
                                        [](uint32_t at, source::Span schema) { return at < schema.begin; });
    return after != schemas.begin() && secret.begin < (after - 1)->end && IsWordOfSchema(file, secret);
  };
  secrets.erase(std::remove_if(secrets.begin(), secrets.end(), is_word), secrets.end());
}

}  // namespace kval::report
