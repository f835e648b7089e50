#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace kval::yaml {

// One change that makes a text right: at the place `at` of it `removed` bytes make way for others.
struct Mending {
  size_t at = 0;
  size_t removed = 0;
  std::string inserted;
  // What stands around it was guessed: the scalar that it changes was not understood, the collection that it
  // closes may lack something.
  bool is_guess = false;
};

// A text with changes, which knows where each of its places stands in the text that was changed. Places are
// bytes of either text, from 0.
class MendedText {
 public:
  // Changes of the same place count in their order. One within what another removes stands behind that.
  MendedText(std::string_view text, std::vector<Mending> mendings);

  const std::string& text() const { return text_; }
  // What was inserted stands where it was inserted. Places ask in any order; costs the logarithm of the
  // changes.
  size_t Original(size_t place) const;
  // Whether something between two places was guessed.
  bool HasGuess(size_t begin, size_t end) const;

 private:
  struct Change {
    size_t begin;     // in the new text
    size_t end;       // of what was inserted there
    size_t original;  // where it was inserted
    size_t behind;    // the end of what was removed for it
    bool is_guess;
  };
  std::string text_;
  std::vector<Change> changes_;
};

}  // namespace kval::yaml
