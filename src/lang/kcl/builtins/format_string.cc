#include "src/lang/kcl/builtins/format_string.h"

#include <charconv>
#include <optional>
#include <utility>

namespace kval::kcl::builtins {
namespace {

std::optional<size_t> AsIndex(std::string_view text) {
  size_t index = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  bool whole = error == std::errc() && end == text.data() + text.size();
  return whole ? std::optional<size_t>(index) : std::nullopt;
}

// `.attr` and `[index]` behind a field's name; false when they are malformed.
bool ParseSteps(std::string_view text, std::vector<FieldStep>& steps) {
  while (!text.empty()) {
    if (text[0] == '.') {
      size_t end = text.find_first_of(".[", 1);
      std::string_view name = text.substr(1, end == std::string_view::npos ? end : end - 1);
      if (name.empty()) {
        return false;
      }
      steps.emplace_back(std::string(name));
      text.remove_prefix(1 + name.size());
      continue;
    }
    size_t end = text.find(']');
    if (text[0] != '[' || end == std::string_view::npos || end == 1) {
      return false;
    }
    std::string_view name = text.substr(1, end - 1);
    if (std::optional<size_t> index = AsIndex(name)) {
      steps.emplace_back(*index);
    } else {
      steps.emplace_back(std::string(name));
    }
    text.remove_prefix(end + 1);
  }
  return true;
}

bool ParseField(std::string_view text, FormatField& field) {
  size_t colon = text.find(':');
  std::string_view name = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    field.spec = std::string(text.substr(colon + 1));
  }
  name = name.substr(0, name.find('!'));
  size_t end = name.find_first_of(".[");
  std::string_view first = name.substr(0, end);
  if (std::optional<size_t> index = AsIndex(first)) {
    field.argument = *index;
  } else if (!first.empty()) {
    field.argument = std::string(first);
  }
  return end == std::string_view::npos || ParseSteps(name.substr(end), field.steps);
}

// The end of the field that begins at text[begin], a `{`: the position of its `}`. A specification may hold
// one level of braces.
std::optional<size_t> FieldEnd(std::string_view text, size_t begin) {
  bool nested = false;
  for (size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] == '{') {
      if (nested) {
        return std::nullopt;
      }
      nested = true;
    } else if (text[i] == '}') {
      if (!nested) {
        return i;
      }
      nested = false;
    }
  }
  return std::nullopt;
}

}  // namespace

Result<std::vector<FormatPart>> ParseFormatString(std::string_view text) {
  const Failure failure{"format error"};
  std::vector<FormatPart> parts;
  std::string literal;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c != '{' && c != '}') {
      literal += c;
      continue;
    }
    if (i + 1 < text.size() && text[i + 1] == c) {
      literal += c;
      ++i;
      continue;
    }
    std::optional<size_t> end = c == '{' ? FieldEnd(text, i) : std::nullopt;
    FormatField field;
    if (!end || !ParseField(text.substr(i + 1, *end - i - 1), field)) {
      return failure;
    }
    if (!literal.empty()) {
      parts.emplace_back(std::exchange(literal, {}));
    }
    parts.emplace_back(std::move(field));
    i = *end;
  }
  if (!literal.empty()) {
    parts.emplace_back(std::move(literal));
  }
  return parts;
}

}  // namespace kval::kcl::builtins
