#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::diag {

// One step from a value to one of its children: a mapping's key or a sequence's index.
struct PathStep {
  std::string key;
  int64_t index = -1;  // -1: the step is a key

  static PathStep Key(std::string_view name) { return {std::string(name), -1}; }
  static PathStep Index(size_t position) { return {{}, static_cast<int64_t>(position)}; }
  friend bool operator==(const PathStep&, const PathStep&) = default;
};

// The path of a value in its document; empty for the root.
using Path = std::vector<PathStep>;

// `a.b[1].c`; keys with a dot or an odd character are written `["a.b"]`. Empty for the document.
std::string Display(const Path& path);
// RFC 6901: `/a/b/1/c`.
std::string JsonPointer(const Path& path);

}  // namespace kval::diag
