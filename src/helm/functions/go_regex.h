#pragma once

#include <re2/re2.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "src/lang/gotemplate/functions.h"
#include "src/modules/go_regex.h"

namespace kval::helm::functions {

// A regular expression of Go's package regexp.
class GoRegex {
 public:
  using Groups = modules::RegexGroups;

  // Compiles or finds the pattern in the caches of the call's state. `error` is Go's.
  struct Compiled {
    std::shared_ptr<const GoRegex> regex;  // null: an error
    std::string error;
  };
  static Compiled Compile(gotemplate::Call& call, std::string_view pattern);

  // Calls `found` for at most `limit` matches, all of them if it is negative, as FindAll does. Each search
  // counts as work. Returns false once the budget is exhausted.
  bool ForEachMatch(gotemplate::Call& call, std::string_view text, int64_t limit, bool needs_groups,
                    const std::function<bool(Groups)>& found) const;
  bool Matches(gotemplate::Call& call, std::string_view text) const;
  // Appends a replacement with `$1` and `${name}` replaced by groups (Regexp.Expand).
  void Expand(Groups groups, std::string_view replacement, std::string* out) const {
    modules::ExpandGoReplacement(regex_, groups, replacement, *out);
  }

  GoRegex(const std::string& pattern, const re2::RE2::Options& options) : regex_(pattern, options) {}

 private:
  re2::RE2 regex_;
};

}  // namespace kval::helm::functions
