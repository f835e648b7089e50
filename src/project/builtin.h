#pragma once

#include <span>
#include <string_view>

// The schema that project files are checked by, in both languages (schemas/builtin); the build makes it a
// part of the program.
namespace kval::project {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

std::span<const EmbeddedText> BuiltinYaml();
std::span<const EmbeddedText> BuiltinKcl();

}  // namespace kval::project
