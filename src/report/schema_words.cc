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

bool IsWordOfSchema(const source::SourceFile& file, source::Span secret) {
  constexpr std::array<std::string_view, 24> kKeywords = {
      "type",       "format",   "pattern",       "minLength",     "maxLength", "minimum",
      "maximum",    "$ref",     "description",   "title",         "required",  "additionalProperties",
      "minItems",   "maxItems", "minProperties", "maxProperties", "$comment",  "uniqueItems",
      "multipleOf", "$id",      "deprecated",    "readOnly",      "writeOnly", "contentEncoding"};
  if (!SecretShapes(file.Text(secret)).empty()) {
    return false;
  }
  constexpr size_t kLongest = 64;  // keyword, with what stands around it
  const size_t at = secret.begin - file.base();
  std::string_view before = file.text().substr(at - std::min(at, kLongest), std::min(at, kLongest));
  before.remove_prefix(before.find_last_of('\n') + 1);
  const size_t colon = before.find_last_not_of(" [");
  if (colon == std::string_view::npos || before[colon] != ':') {
    return false;
  }
  before = before.substr(0, before.find_last_not_of(" \"'", colon - 1) + 1);
  return std::any_of(kKeywords.begin(), kKeywords.end(), [&](std::string_view keyword) {
    const size_t rest = before.size() - std::min(before.size(), keyword.size());
    return before.ends_with(keyword) &&
           (rest == 0 || std::string_view(" {,\"'-").find(before[rest - 1]) != std::string_view::npos);
  });
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
