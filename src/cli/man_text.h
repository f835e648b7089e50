#pragma once

#include <span>
#include <string_view>

namespace kval::cli {

struct ManExample {
  std::string_view command;
  std::string_view what;
};

// The text of a command's manual page apart from its options.
struct ManText {
  std::string_view command;  // "schema infer"; empty: the program's own page
  std::string_view description;
  std::span<const ManExample> examples;
};

// Returns null for commands that need no description beyond their summary.
const ManText* FindManText(std::string_view command);

}  // namespace kval::cli
