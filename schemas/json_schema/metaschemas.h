#pragma once

#include <span>
#include <string_view>

namespace kval::schemas::json_schema {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

// The texts of the folder `drafts`, sorted by name (cmake/Embed.cmake): the schemas of the drafts' own
// schemas. They are written for kval from the specifications; what they accept is what the published ones
// accept.
std::span<const EmbeddedText> EmbeddedDrafts();

// One of them by its URI without fragment; empty for any other.
std::string_view MetaSchema(std::string_view uri);

}  // namespace kval::schemas::json_schema
