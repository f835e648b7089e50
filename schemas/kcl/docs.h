#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kval::schemas::kcl {

// A schema's docstring: what is said about the schema, and about each attribute in its section `Attributes`
// (https://www.kcl-lang.io/docs/reference/lang/spec/codestyle, "Doc").
struct Docstring {
  std::string summary;
  std::map<std::string, std::string, std::less<>> attributes;
};

Docstring ParseDocstring(std::string_view text);

}  // namespace kval::schemas::kcl
