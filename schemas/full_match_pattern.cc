#include "schemas/full_match_pattern.h"

#include "src/types/ecma_pattern.h"

namespace kval::schemas {

std::optional<std::string> ToFullMatchPattern(std::string_view search) {
  const Result<types::EcmaPattern> translated = types::TranslateEcma(search);
  if (!translated || translated->needs_backtracking) {
    return std::nullopt;
  }
  const std::string& text = translated->text;
  const bool is_plain = text.find_first_of("|(\\") == std::string::npos;
  if (is_plain && text.starts_with('^') && text.ends_with('$')) {
    return text.substr(1, text.size() - 2);
  }
  if (is_plain && text.starts_with('^')) {
    return text.substr(1) + "(?s:.*)";
  }
  return "(?s:.*)(?:" + text + ")(?s:.*)";
}

}  // namespace kval::schemas
