#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval {

// A pattern for paths with `/` as separator:
//
//   *        any characters of a component     ?      one character of a component
//   [a-z]    one of these, [!a-z] none         {name} one or more characters of a component, bound to a name
//   **       as a whole component: any number of components, or none
//
// All other characters match themselves. A name that occurs twice matches the same characters. Matching stops
// after a bounded number of steps and then returns false.
class Glob {
 public:
  // The values bound to the names of a pattern.
  using Bindings = std::map<std::string, std::string, std::less<>>;

  // One part of a pattern: pieces in order. A literal part has one piece, the empty one none.
  struct Piece {
    enum class Kind { kText, kStar, kAny, kClass, kName } kind;
    std::string text;  // the characters, the content of the brackets, or the name
  };
  struct Part {
    std::vector<Piece> pieces;
    bool is_deep = false;  // **

    // The text of a part without patterns.
    bool is_literal() const;
    std::string_view literal() const { return pieces.empty() ? std::string_view() : pieces[0].text; }
    // Returns whether the pattern matches. Binds names; a bound name must match its value.
    bool Matches(std::string_view name, Bindings& bindings) const;
  };

  // Parses a pattern; `{a,b}` creates one pattern per alternative. Errors: a description of the syntax error.
  static Result<std::vector<Glob>> Parse(std::string_view text);

  bool Matches(std::string_view path) const;

  const std::vector<Part>& parts() const { return parts_; }
  // Returns whether the pattern matches exactly one path.
  bool is_literal() const;
  // The names in it, each once.
  std::vector<std::string> names() const;

 private:
  std::vector<Part> parts_;
};

// Whether one of them matches.
bool MatchesAny(const std::vector<Glob>& globs, std::string_view path);

}  // namespace kval
