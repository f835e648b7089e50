#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/redaction/secret_shapes.h"

namespace kval::redaction {

// Who chose the words of a message.
enum class Wording : uint8_t {
  kOwn,    // kval: values are between quotes or behind `found`
  kInput,  // a rule, a template or another program: values may be anywhere
};

// Secret values of a run that are redacted wherever they occur: those that are not common words, because
// `admin` as a password must not hide every `admin`.
class SecretMatcher {
 public:
  // Adds a string if it is distinctive. Keeps the start of a long string.
  void Add(std::string_view text);
  // Call after the last Add and before the first query.
  void Seal();

  // Returns occurrences as a whole word, or inside a word if unmistakable. Truncated strings, `the begi…`,
  // are matched by their start.
  std::vector<OffsetRange> In(std::string_view text, Wording wording) const;
  // Returns only occurrences with letters and digits: in a source line and in the name of a key, `my-app` is
  // not secret because it equals a secret value.
  std::vector<OffsetRange> FindInSource(std::string_view line) const;

 private:
  enum class SearchContext : uint8_t { kText, kSource };

  std::vector<OffsetRange> Find(std::string_view text, SearchContext where, Wording wording) const;
  size_t EndAt(std::string_view text, size_t at, SearchContext where, Wording wording) const;
  bool IsPrefixOfSecret(std::string_view text) const;

  // Whether one that is unmistakable begins with the two characters at `at`.
  bool MayStartDistinctive(std::string_view text, size_t at) const;

  std::vector<std::string> strings_;  // sorted
  std::vector<bool> prefixes_;        // of the unmistakable ones, by their first two characters
  size_t size_ = 0;                   // bytes
};

// Returns whether `text` is a word of kval's messages. A secret equal to such a word is redacted as a value,
// not in messages or key names.
bool IsMessageWord(std::string_view text);

// Whether an occurrence inside a longer word is not coincidental, as in the rule `"bad" + value`: letters
// with digits or symbols, or long with several words.
bool IsDistinctive(std::string_view text);

// Whether text[at, at + size) is a whole word. Short strings, kval's own words and, in kval's messages, every
// word of small letters must be values.
bool IsWholeWord(std::string_view text, size_t at, size_t size, Wording wording);

}  // namespace kval::redaction
