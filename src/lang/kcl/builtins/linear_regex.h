#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kval::kcl::builtins {

// A regular expression without backtracking: time is linear in the string and the pattern. Only for simple
// patterns and ASCII strings, where the character classes of both engines agree.
class LinearRegex {
 public:
  // The positions of the whole match and of its groups.
  using Places = std::vector<std::optional<std::pair<size_t, size_t>>>;

  // Compiles `pattern`, which has PCRE2's syntax, within `memory` bytes. Returns null if the pattern is not
  // simple enough.
  static std::shared_ptr<const LinearRegex> Compile(const std::string& pattern, size_t memory);
  ~LinearRegex();

  static bool IsFor(std::string_view text);
  // The first match at or after `from`.
  std::optional<Places> Find(std::string_view text, size_t from) const;
  // Returns the maximum number of steps of one search.
  size_t CostOf(std::string_view text) const;

 private:
  struct Code;
  explicit LinearRegex(std::unique_ptr<Code> code);

  std::unique_ptr<Code> code_;
};

}  // namespace kval::kcl::builtins
