#pragma once

#include <span>
#include <string_view>

namespace kval::helm::functions {

// What editors show of a function or keyword of Helm's templates.
struct FunctionDescription {
  std::string_view name;
  std::string_view parameters;  // their names, with spaces between them; may be empty
  std::string_view text;        // in Markdown
};

// Returns all keywords, the functions of Go's templates, and those of Infos().
std::span<const FunctionDescription> Descriptions();

// Returns null if there is none of this name.
const FunctionDescription* FindDescription(std::string_view name);

}  // namespace kval::helm::functions
