#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/limits.h"
#include "src/support/result.h"

namespace kval::kcl::builtins {

// A regular expression in the syntax of Rust's fancy-regex (look-around, back-references, Unicode classes),
// on PCRE2 without JIT. Matching has limits on steps and memory. If a search exceeds them, it is repeated
// with RE2 if RE2 supports the pattern; otherwise it fails.
class Regex {
 public:
  // For longer strings, one of PCRE2's steps may take long: the bytes it reads are counted, too.
  static constexpr size_t kLongText = 512;
  // Compiles a pattern. `work` is increased by the cost of compilation, in the evaluator's steps.
  // `counts_text`: for long strings.
  static Result<Regex> Compile(std::string_view pattern, const Limits& limits, uint64_t& work,
                               bool counts_text);

  // The places of the whole match and of its groups; a group that took no part has no value.
  struct MatchRange {
    size_t begin;
    size_t end;
  };
  using Match = std::vector<std::optional<MatchRange>>;
  // Takes the steps of a search; false ends it with a failure.
  using Charge = std::function<bool(uint64_t steps)>;

  // Returns the first match at or after `from`; empty if there is none.
  Result<std::optional<Match>> Find(std::string_view text, const Charge& charge) const;
  // Calls `visit` for each non-overlapping match, until it returns false. Skips an empty match directly after
  // another match. Returns whether all matches were visited.
  using Visit = std::function<bool(const Match& match)>;
  Result<bool> FindAll(std::string_view text, const Charge& charge, const Visit& visit) const;
  // Adds the text of a replacement: `$1`, `$name`, `${name}` and `$$`. Stops when `out` is longer than
  // `most`.
  void Expand(std::string_view replacement, std::string_view text, const Match& match, size_t most,
              std::string& out) const;

  size_t group_count() const;

 private:
  struct Code;
  explicit Regex(std::shared_ptr<const Code> code) : code_(std::move(code)) {}
  std::optional<size_t> GroupOf(std::string_view name) const;
  // Find for a string that is valid UTF-8.
  Result<std::optional<Match>> Search(std::string_view text, size_t from, const Charge& charge) const;

  // The same after the step limit was exceeded: uses a linear-time engine if it supports the pattern.
  Result<std::optional<Match>> SearchLinear(std::string_view text, size_t from, const Charge& charge) const;

  std::shared_ptr<const Code> code_;
};

}  // namespace kval::kcl::builtins
