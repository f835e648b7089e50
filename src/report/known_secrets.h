#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/report/secret_shapes.h"

namespace kval::report {

// Secret values of a run that are redacted wherever they occur: those that are not common words, because
// `admin` as a password must not hide every `admin`.
class KnownSecrets {
 public:
  // Adds a string if it is distinctive. Keeps the start of a long string.
  void Add(std::string_view text);
  // After the last of them, before the first question.
  void Seal();

  // Returns occurrences as a whole word, or inside a word if unmistakable. Truncated strings, `the begi…`,
  // are matched by their start.
  std::vector<Piece> In(std::string_view text) const;
  // Returns occurrences as a whole word, for names of keys.
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

// Returns whether `text` is a word of kval's messages. A secret equal to such a word is redacted as a value,
// not in messages or key names.
bool IsOwnWord(std::string_view text);

// Whether an occurrence inside a longer word is not coincidental, as in the rule `"bad" + value`: letters
// with digits or symbols, or long with several words.
bool IsUnmistakable(std::string_view text);

// Whether text[at, at + size) is a whole word. Short strings and kval's own words must be values.
bool StandsAlone(std::string_view text, size_t at, size_t size);

}  // namespace kval::report
