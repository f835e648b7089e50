#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kval::yaml {

// One edit that corrects an error: at offset `at`, `removed` bytes are replaced.
struct TextEdit {
  size_t at = 0;
  size_t removed = 0;
  std::string inserted;
  // The surrounding content is a guess: the changed scalar was not understood, or the closed collection may
  // be incomplete.
  bool is_guess = false;
};

// A text with edits that maps its positions to the original. Positions are byte offsets.
class EditedText {
 public:
  // Edits at the same position apply in order. An edit inside a removed range applies after it.
  EditedText(std::string_view text, std::vector<TextEdit> edits);

  const std::string& text() const { return text_; }
  // Inserted text maps to its insertion point. Positions in any order; logarithmic in the edits.
  size_t ToOriginal(size_t place) const;
  // Whether something between two places was guessed.
  bool HasGuess(size_t begin, size_t end) const;

 private:
  struct AppliedEdit {
    size_t begin;      // in the new text
    size_t end;        // of the inserted text
    size_t original;   // where it was inserted
    size_t following;  // the end of the removed range
    bool is_guess;
  };
  std::string text_;
  std::vector<AppliedEdit> changes_;
};

}  // namespace kval::yaml
