#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kval::kcl::builtins {

// The same regular expression without looking back: its time grows with the text and the pattern, however
// many ways there are to match. For patterns that are plain enough, and texts of ASCII, in which the classes
// of both engines are alike.
class LinearRegex {
 public:
  // Of the places of the whole match and its groups.
  using Places = std::vector<std::optional<std::pair<size_t, size_t>>>;

  // `pattern` is in the syntax of PCRE2; `memory` is what it may take. Null when it is not plain enough.
  static std::shared_ptr<const LinearRegex> Compile(const std::string& pattern, size_t memory);
  ~LinearRegex();

  static bool IsFor(std::string_view text);
  // The first match at or after `from`.
  std::optional<Places> Find(std::string_view text, size_t from) const;
  // The steps of one search, at most.
  size_t CostOf(std::string_view text) const;

 private:
  struct Code;
  explicit LinearRegex(std::unique_ptr<Code> code);

  std::unique_ptr<Code> code_;
};

}  // namespace kval::kcl::builtins
