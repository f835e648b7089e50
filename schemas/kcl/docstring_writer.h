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

// Returns whether parsing a docstring with this text returns the same text: one paragraph without markup.
bool FitsDocstring(std::string_view text);

// Returns a docstring as unindented lines, including its quotes; empty without documentation. Requires:
// FitsDocstring for all strings.
std::vector<std::string> WriteDocstring(std::string_view summary,
                                        const std::vector<AttributeDoc>& attributes);

}  // namespace kval::schemas::kcl
