#pragma once

#include <span>
#include <string_view>

namespace kval::explain {

// A text that the build made a part of the program (cmake/Embed.cmake).
struct EmbeddedText {
  std::string_view name;  // the file's name without its extension: "KV301"
  std::string_view text;
};

// The files of src/explain/pages, sorted by name.
std::span<const EmbeddedText> EmbeddedPages();
// The one file of src/explain/formats.
std::span<const EmbeddedText> EmbeddedFormatTables();

}  // namespace kval::explain
