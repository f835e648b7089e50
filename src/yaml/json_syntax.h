#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kval::yaml {

// A part of a text, in bytes from its begin.
struct TextRange {
  size_t begin = 0;
  size_t end = 0;
};

// Where a text deviates from RFC 8259.
struct JsonDeviation {
  TextRange at;
  std::string message;
  std::string hint;
  bool is_whole = false;  // the rest of the text, or all of it, is not JSON
  bool is_extra_comma = false;
};

struct JsonSyntax {
  std::vector<TextRange> comments;         // `// …` without its line break and `/* … */`, in order
  std::optional<JsonDeviation> deviation;  // the first one that is not a comment
};

enum class JsonDialect : uint8_t {
  kStrict,
  kWithComments,  // commas before a closing bracket are allowed as well
};

// Reads a text as JSON without building values. Linear in the text, does not recurse. Comments are reported
// in both dialects. Behind a deviation only comments are collected; of a text that does not begin like JSON,
// only those in front of it.
JsonSyntax ScanJson(std::string_view text, JsonDialect dialect);

}  // namespace kval::yaml
