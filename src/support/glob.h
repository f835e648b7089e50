#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/support/result.h"

namespace kval {

// A pattern of paths whose parts are separated by `/`:
//
//   *        any characters of a part          ?      one character of a part
//   [a-z]    one of these, [!a-z] none of them  {name} one or more characters of a part, which get a name
//   **       as a whole part: any number of parts, none among them
//
// Everything else stands for itself. A name that occurs twice stands for the same characters. Matching an
// odd pattern gives up after a bounded number of steps and says that nothing matches.
class Glob {
 public:
  // What the names of a pattern stand for.
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
    // Whether it matches a name; names that it has are bound, and must be what they are bound to already.
    bool Matches(std::string_view name, Bindings& bindings) const;
  };

  // `{a,b}` makes a pattern of each alternative. A failure says what is wrong with the text.
  static Result<std::vector<Glob>> Parse(std::string_view text);

  bool Matches(std::string_view path) const;

  const std::vector<Part>& parts() const { return parts_; }
  // Whether it names one path and nothing else.
  bool is_literal() const;
  // The names in it, each once.
  std::vector<std::string> names() const;

 private:
  std::vector<Part> parts_;
};

// Whether one of them matches.
bool MatchesAny(const std::vector<Glob>& globs, std::string_view path);

}  // namespace kval
