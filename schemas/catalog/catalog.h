#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// JSON Schemas that are built into the program, and the names of the files that they validate. They are
// decompressed on demand.
namespace kval::schemas::catalog {

// A row of schemas.def. Lists are separated by spaces.
struct BuiltinSchema {
  std::string_view name;   // "github-workflows"
  std::string_view title;  // with its article: "a GitHub workflow"
  std::string_view licence;
  std::string_view yaml;  // the version that the tool reads: "1.1" or "1.2"
  std::string_view keys;
  std::string_view patterns;
  std::string_view addresses;
};

// Sorted by name.
std::span<const BuiltinSchema> All();

// Returns null if there is none with this name.
const BuiltinSchema* FindByName(std::string_view name);
// Returns the schema of files with this path, or null. `has_key`: whether the file has a key at the top; it
// is called for ambiguous names only.
const BuiltinSchema* FindByFile(std::string_view path,
                                const std::function<bool(std::string_view key)>& has_key);
// Returns the pattern for files like `path`, which the schema validates: `a/.github/workflows/*.{yml,yaml}`.
std::string PatternFor(const BuiltinSchema& schema, std::string_view path);
// Returns the schema with this address (`https://json.schemastore.org/github-workflow.json`), or null. The
// scheme, `www.`, a fragment and the ending `.json` do not matter.
const BuiltinSchema* FindByAddress(std::string_view uri);

// The path by which a schema is named like a file: "builtin:github-workflows".
std::string PathOf(const BuiltinSchema& schema);
// Whether a path has that form, whether or not there is such a schema.
bool IsBuiltinPath(std::string_view path);
// Returns null for other paths.
const BuiltinSchema* FindByPath(std::string_view path);
// "<built-in schema github-workflows>", as findings name it; no name of a file (report/file_name.h).
std::string DisplayName(const BuiltinSchema& schema);

// Returns the text, a JSON document. Cost: linear in its size, on every call.
std::string TextOf(const BuiltinSchema& schema);

// The list as a table for the documentation.
std::string MarkdownTable();

// The words of a list.
std::vector<std::string_view> Words(std::string_view list);

}  // namespace kval::schemas::catalog
