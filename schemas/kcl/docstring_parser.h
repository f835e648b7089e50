#pragma once

#include <map>
#include <string>
#include <string_view>

namespace kval::schemas::kcl {

// A schema's docstring: the documentation of the schema, and of each attribute from its section `Attributes`
// (https://www.kcl-lang.io/docs/reference/lang/spec/codestyle, "Doc").
struct Docstring {
  std::string summary;
  std::map<std::string, std::string, std::less<>> attributes;
};

Docstring ParseDocstring(std::string_view text);

}  // namespace kval::schemas::kcl
