#pragma once

#include <span>
#include <string_view>

// The schema of project files, in both languages (schemas/builtin), embedded at build time.
namespace kval::project {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

std::span<const EmbeddedText> BuiltinYaml();
std::span<const EmbeddedText> BuiltinKcl();

}  // namespace kval::project
