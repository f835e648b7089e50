#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kval::schemas::kcl {

// The documentation of one attribute in a docstring.
struct AttributeDoc {
  std::string key;
  std::string head;  // `replicas: int, default is 1`
  std::string text;
};

// Whether a text comes back from a docstring as it is: one paragraph in plain words.
bool FitsDocstring(std::string_view text);

// A docstring as unindented lines, with its quotes; empty without documentation. Requires: all texts fit.
std::vector<std::string> WriteDocstring(std::string_view summary,
                                        const std::vector<AttributeDoc>& attributes);

}  // namespace kval::schemas::kcl
