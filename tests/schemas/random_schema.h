#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

// Random JSON Schemas and values over few keys and few scalars, so that valid and invalid values are both
// common.
namespace kval::testing {

class RandomSchemas {
 public:
  explicit RandomSchemas(uint32_t seed) : random_(seed) {}

  // Returns a schema of a map with random keywords.
  std::string Document(int depth) {
    return "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"type\": \"object\"" +
           Map(depth) + "}";
  }

  std::string Value(int depth) {
    const uint32_t kind = Draw(depth > 0 ? 10 : 7);
    if (kind < 7) {
      return Pick({"0", "1", "3", "7", "-2", "1.5", "2.0", "\"\"", "\"a\"", "\"abc\"", "\"\\u00e4\"",
                   "\"abcdef\"", "true", "false", "null", "3", "\"a\""});
    }
    return kind == 7 ? List(depth - 1) : Mapping(depth - 1);
  }

  std::string Mapping(int depth) {
    std::string text;
    for (const char* key : {"a", "b", "c", "x1", "x2", "zz"}) {
      if (Draw(2) == 0) {
        text += (text.empty() ? "" : ", ") + Quoted(key) + ": " + Value(depth);
      }
    }
    return "{" + text + "}";
  }

 private:
  uint32_t Draw(uint32_t below) { return static_cast<uint32_t>(random_() % below); }
  bool Often() { return Draw(3) != 0; }
  bool Seldom() { return Draw(5) == 0; }
  std::string Pick(std::vector<std::string> from) { return from[Draw(static_cast<uint32_t>(from.size()))]; }
  static std::string Quoted(const std::string& text) { return "\"" + text + "\""; }

  std::string List(int depth) {
    std::string text;
    for (uint32_t i = Draw(4); i > 0; --i) {
      text += (text.empty() ? "" : ", ") + Value(depth);
    }
    return "[" + text + "]";
  }

  // Returns random keywords of a map, each after a comma.
  std::string Map(int depth) {
    std::string properties;
    std::string required;
    for (const char* key : {"a", "b", "c", "x1"}) {
      if (Often()) {
        properties += (properties.empty() ? "" : ", ") + Quoted(key) + ": " + Schema(depth - 1);
        if (Draw(3) == 0) {
          required += (required.empty() ? "" : ", ") + Quoted(key);
        }
      }
    }
    std::string text = properties.empty() ? "" : ", \"properties\": {" + properties + "}";
    text += required.empty() ? "" : ", \"required\": [" + required + "]";
    if (Draw(2) == 0) {
      text += ", \"additionalProperties\": " + (Draw(2) == 0 ? "false" : Schema(depth - 1));
    }
    if (Seldom()) {
      text += ", \"patternProperties\": {" + Quoted(Pick({"^x", "^(?:x[0-9])$", "z"})) + ": " +
              Schema(depth - 1) + "}";
    }
    if (Seldom()) {
      text +=
          ", " + Pick({"\"minProperties\": 2", "\"maxProperties\": 3",
                       "\"propertyNames\": {\"maxLength\": 1}", "\"dependentRequired\": {\"a\": [\"b\"]}"});
    }
    return text;
  }

  std::string Schema(int depth) {
    if (Seldom()) {
      return Pick({"true", "{}"});
    }
    switch (Draw(depth > 0 ? 13 : 7)) {
      case 0:
        return Typed("integer",
                     {"\"minimum\": 1", "\"maximum\": 5", "\"exclusiveMinimum\": 0", "\"multipleOf\": 3"},
                     "1");
      case 1:
        return Typed("number", {"\"minimum\": 1.5", "\"exclusiveMaximum\": 3", "\"enum\": [1.5, 3]"}, "1.5");
      case 2:
        return Typed("string",
                     {"\"minLength\": 1", "\"minLength\": 2", "\"maxLength\": 3", "\"pattern\": \"^a\"",
                      "\"pattern\": \"^(?!ab)\"", "\"enum\": [\"a\", \"abc\"]", "\"format\": \"ipv4\""},
                     "\"a\"");
      case 3:
        return Typed("boolean", {"\"title\": \"t\""}, "false");
      case 4:
        return "{\"type\": [" +
               Pick(
                   {"\"string\", \"null\"", "\"integer\", \"string\"", "\"boolean\", \"number\", \"null\""}) +
               "]}";
      case 5:
        return "{" +
               Pick({"\"const\": \"a\"", "\"const\": 3", "\"enum\": [1, \"a\", null]", "\"enum\": [true]"}) +
               "}";
      case 6:
        return "{" +
               Pick({"\"minimum\": 1", "\"minLength\": 2", "\"maxItems\": 1", "\"required\": [\"a\"]"}) + "}";
      case 7:
        return "{\"type\": \"array\", \"items\": " + Schema(depth - 1) +
               Pick({"", ", \"minItems\": 1", ", \"uniqueItems\": true",
                     ", \"prefixItems\": [" + Schema(depth - 1) + "]"}) +
               "}";
      case 8:
        return "{\"type\": " + Pick({"\"object\"", "[\"object\", \"null\"]"}) + Map(depth) + "}";
      case 9:
        return "{" + Quoted(Pick({"anyOf", "oneOf", "allOf"})) + ": [" + Schema(depth - 1) + ", " +
               Schema(depth - 1) + "]}";
      case 10:
        return "{\"not\": " + Schema(depth - 1) + "}";
      case 11:
        return "{\"if\": " + Schema(depth - 1) + ", \"then\": " + Schema(depth - 1) + "}";
      default:
        return "{\"contains\": " + Schema(depth - 1) +
               Pick({"", ", \"maxContains\": 1", ", \"minContains\": 0"}) + "}";
    }
  }

  std::string Typed(const std::string& type, const std::vector<std::string>& rules,
                    const std::string& fallback) {
    std::string text = "{\"type\": " + Quoted(type);
    if (Often()) {
      text += ", " + Pick(rules);
    }
    if (Seldom()) {
      text += ", \"default\": " + (Often() ? fallback : Value(0));
    }
    return text + "}";
  }

  std::mt19937 random_;
};

}  // namespace kval::testing
