#include "schemas/crd/rules/field_path.h"

#include <algorithm>
#include <string>

namespace kval::schemas::crd::rules {
namespace {

// Decodes the string in `['…']`; nullopt for an unknown escape.
std::optional<std::string> Unescaped(std::string_view text) {
  constexpr std::string_view kLetters = "abfnrtv'\\";
  constexpr std::string_view kSuggested = "\a\b\f\n\r\t\v'\\";
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    const size_t known = ++i < text.size() ? kLetters.find(text[i]) : std::string_view::npos;
    if (known == std::string_view::npos) {
      return std::nullopt;
    }
    out += kSuggested[known];
  }
  return out;
}

// One `.name` or `['name']`, which is taken away.
std::optional<std::string> TakeStep(std::string_view& rest) {
  if (rest.starts_with('.')) {
    const std::string_view name = rest.substr(1, rest.find_first_of(".[", 1) - 1);
    rest.remove_prefix(1 + name.size());
    return name.empty() ? std::nullopt : std::optional(std::string(name));
  }
  if (!rest.starts_with("['")) {
    return std::nullopt;
  }
  size_t end = 2;
  while (end < rest.size() && (rest[end] != '\'' || rest[end - 1] == '\\')) {
    ++end;
  }
  if (!rest.substr(std::min(end, rest.size())).starts_with("']")) {
    return std::nullopt;
  }
  auto name = Unescaped(rest.substr(2, end - 2));
  rest.remove_prefix(end + 2);
  return name;
}

}  // namespace

std::optional<diag::Path> ParseFieldPath(std::string_view text, SchemaNode schema) {
  diag::Path path;
  while (!text.empty()) {
    auto name = TakeStep(text);
    if (!name) {
      return std::nullopt;
    }
    const value::Value* below = schema.additional_properties();
    if (const value::Value* properties = schema.properties()) {
      below = value::Find(*properties, *name);
    }
    if (below == nullptr || below->kind != value::Kind::kMapping) {
      return std::nullopt;
    }
    schema = SchemaNode(below, false);
    path.push_back(diag::PathStep::Key(*name));
  }
  return path;
}

}  // namespace kval::schemas::crd::rules
