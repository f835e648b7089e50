#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "src/json/document.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {

using Json = json::Value;

// Returns a member of an object; null if there is none, or `value` is null or not an object.
const Json* Member(const Json* value, std::string_view name);
// Returns a nested member: Member(Member(value, a), b) …
template <typename... Names>
const Json* Member(const Json* value, std::string_view name, Names... more) {
  return Member(Member(value, name), more...);
}

// Returns the content of a string; nullopt for other values.
std::optional<std::string_view> TextOf(const Json* value);
// A missing or odd one is the beginning.
TextPosition PositionOf(const Json* value);
bool IsTrue(const Json* value);

// Concatenates parts of a message.
std::string Joined(std::initializer_list<std::string_view> parts);
// A text as a JSON string.
std::string Quoted(std::string_view text);

}  // namespace kval::lsp
