#pragma once

#include <rapidjson/document.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "src/lsp/text_position.h"
#include "src/support/throwing_allocator.h"

// Messages as RapidJSON has them: for the sources of this library alone.
namespace kval::lsp {

using Document =
    rapidjson::GenericDocument<rapidjson::UTF8<>, rapidjson::MemoryPoolAllocator<ThrowingAllocator>,
                               ThrowingAllocator>;
using Json = Document::ValueType;

// False when the text is no JSON.
bool Parse(std::string_view text, Document& document);

// A member of an object; null where there is none, or `value` is null or no object.
const Json* Member(const Json* value, std::string_view name);
// The member behind a path of them: Member(Member(value, a), b) …
template <typename... Names>
const Json* Member(const Json* value, std::string_view name, Names... more) {
  return Member(Member(value, name), more...);
}

// Nothing where it is no string.
std::optional<std::string_view> TextOf(const Json* value);
// A missing or odd one is the beginning.
TextPosition PositionOf(const Json* value);
bool IsTrue(const Json* value);

std::string Written(const Json& value);
// Parts of a message one behind the other.
std::string Joined(std::initializer_list<std::string_view> parts);
// A text as a JSON string.
std::string Quoted(std::string_view text);

}  // namespace kval::lsp
