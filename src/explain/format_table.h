#pragma once

#include <string_view>
#include <vector>

namespace kval::explain {

// A text that a format takes or refuses, as it is written in src/explain/formats/tables.txt: `\\`, `\t`, `\n`
// and
// `\r` stand for themselves.
struct FormatText {
  bool is_valid = false;
  std::string_view text;
  std::string_view paragraph;  // what decides: "RFC 4648 3.1: line feeds, as Kubernetes has them"
};

// What the table has for the format of that exact name, in its order. tests/formats holds the format to it.
std::vector<FormatText> TableOf(std::string_view format);

}  // namespace kval::explain
