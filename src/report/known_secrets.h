#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/secret_shapes.h"

namespace kval::report {

// Texts of a run that are secret where they stand, and so wherever else they occur: those that are no common
// words, for `admin` as a password must not hide every `admin`.
class KnownSecrets {
 public:
  // Takes it if it tells something. Of a long text its beginning is kept.
  void Add(std::string_view text);
  // After the last of them, before the first question.
  void Seal();

  // Where one stands alone in the text, or within a word where it is no part of one by chance. What is cut,
  // `the begi…`, is known by its beginning.
  std::vector<Piece> In(std::string_view text) const;
  // Where one stands alone: names, of keys, are no more than that.
  std::vector<Piece> InName(std::string_view name) const;
  // Those among them with letters and digits: in a line of source, `my-app` under another key is no secret
  // for having been one's value.
  std::vector<Piece> InSource(std::string_view line) const;

 private:
  enum class Where : uint8_t { kText, kName, kSource };

  std::vector<Piece> Find(std::string_view text, Where where) const;
  size_t EndAt(std::string_view text, size_t at, Where where) const;
  bool IsBeginning(std::string_view text) const;

  // Whether one that is unmistakable begins with the two characters at `at`.
  bool MayBeGlued(std::string_view text, size_t at) const;

  std::vector<std::string> texts_;  // sorted
  std::vector<bool> beginnings_;    // of the unmistakable ones, by their first two characters
  size_t held_ = 0;                 // bytes
};

// A word of kval's own messages. A secret that is one of them is hidden where a value stands, not where kval
// speaks or a key is named.
bool IsOwnWord(std::string_view text);

// Whether a text is in a longer word by no chance: what a rule says, `"bad" + value`, holds it so. Letters
// with digits or other signs, or long and of several words.
bool IsUnmistakable(std::string_view text);

// Whether text[at, at + size) stands for itself and is not a part of a longer word. Short texts and words of
// kval's own do where a value stands.
bool StandsAlone(std::string_view text, size_t at, size_t size);

}  // namespace kval::report
