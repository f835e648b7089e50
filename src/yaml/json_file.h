#pragma once

#include <optional>
#include <string_view>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/yaml/events.h"
#include "src/yaml/json_syntax.h"

// Files that are JSON by their name.
namespace kval::yaml {

// Returns the dialect by file name: `x.json` is JSON; `x.jsonc` and the configuration files of tools that
// accept comments (`tsconfig.json`, `devcontainer.json`, `.vscode/settings.json`) are JSON with comments.
// Nullopt for other names.
std::optional<JsonDialect> JsonDialectOfName(std::string_view path);

// Returns the events of a file that is JSON by its name, but has comments or is not valid JSON (it may be
// valid YAML). The events omit comments. In a `.json` file the first comment is an error; the first other
// deviation from JSON is an error unless the file is not valid YAML either. Returns nullopt for all other
// files: they are read as YAML, of which JSON is a subset.
std::optional<EventStream> ReadJsonFile(const source::SourceFile& file, const Limits& limits);

}  // namespace kval::yaml
