#pragma once

#include <span>
#include <string_view>

namespace kval::schemas::json_schema {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

// The files of the directory `drafts`, sorted by name (cmake/Embed.cmake): meta-schemas of the drafts,
// written for kval from the specifications and equivalent to the published ones.
std::span<const EmbeddedText> EmbeddedDrafts();

// Returns the meta-schema with a URI without fragment; empty for other URIs.
std::string_view MetaSchema(std::string_view uri);

}  // namespace kval::schemas::json_schema
