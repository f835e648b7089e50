#pragma once

#include <optional>
#include <string_view>

#include "src/source/source_file.h"
#include "src/support/limits.h"
#include "src/yaml/events.h"
#include "src/yaml/json_syntax.h"

// Files that are JSON by their name.
namespace kval::yaml {

// `x.json` is JSON. `x.jsonc` and the configuration files of tools that accept comments (`tsconfig.json`,
// `devcontainer.json`, `.vscode/settings.json`) are JSON with comments. Nothing for all other names.
std::optional<JsonDialect> JsonDialectOfName(std::string_view path);

// The events of a file that is JSON by its name and has comments or is not JSON, although it may be YAML.
// Comments are left out. In a `.json` file the first of them is a fault; the first other deviation from JSON
// is one unless the text is no YAML either. Nothing for all other files: they are read as YAML, of which JSON
// is a part.
std::optional<EventStream> ReadJsonFile(const source::SourceFile& file, const Limits& limits);

}  // namespace kval::yaml
