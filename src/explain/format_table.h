#pragma once

#include <string_view>
#include <vector>

namespace kval::explain {

// A string that a format accepts or rejects, as written in src/explain/formats/tables.txt with escapes `\\`,
// `\t`, `\n` and `\r`.
struct FormatExample {
  bool is_valid = false;
  std::string_view text;
  std::string_view paragraph;  // what decides: "RFC 4648 3.1: line feeds, as Kubernetes has them"
};

// Returns the strings for the format with exactly that name, in order. tests/formats checks them.
std::vector<FormatExample> FormatExamples(std::string_view format);

}  // namespace kval::explain
