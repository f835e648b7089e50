#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/cli/lsp/kcl_package.h"

// What surrounds a position in a KCL text, which may be incomplete: found by characters.
namespace kval::cli {

bool IsInKclName(char c);
std::string_view Trimmed(std::string_view text);
// The name at the end of a text; may be empty.
std::string_view LastName(std::string_view text);

// Whether a line, up to a position, ends in a string or comment.
bool IsInTextOrComment(std::string_view line);

// The innermost `{` that is open at a position.
struct KclBraces {
  size_t begin;        // after it
  std::string schema;  // whose attributes it has; empty if it is not known
};
std::optional<KclBraces> FindBraces(std::string_view text, size_t at, const KclPackage& package);

// The type of a parameter of the lambda around a position; empty if there is none.
std::string_view ParameterType(std::string_view text, size_t at, std::string_view name);

// The schema of the file `path` whose body contains a position; empty if there is none.
std::string SchemaAround(std::string_view text, size_t at, const std::string& path,
                         const KclPackage& package);

}  // namespace kval::cli
