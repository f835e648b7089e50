#pragma once

#include <span>
#include <string_view>

// The schemas of project files, in both languages, and of Chart.yaml (schemas/builtin), embedded at build
// time.
namespace kval::project {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

std::span<const EmbeddedText> BuiltinYaml();
std::span<const EmbeddedText> BuiltinKcl();

}  // namespace kval::project
