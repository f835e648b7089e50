#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval::driver {

// One step of an address: a library identified by its path, its alias, or both.
struct LibraryRef {
  std::string path;
  std::string alias;

  // Whether this step of an address means `library`.
  bool Matches(const LibraryRef& library) const;
  // `path~alias`
  std::string Text() const;
};

// `@lib`, `@~alias`, `@lib~alias@child`. Source: ytt pkg/workspace/ref/library_ref.go.
Result<std::vector<LibraryRef>> ParseLibraryRef(std::string_view text);
// Returns the address as written in source.
std::string LibraryRefText(const std::vector<LibraryRef>& ref);

}  // namespace kval::driver
