#pragma once

#include <cstddef>
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

  // Where one stands alone in the text. What is cut, `the begi…`, is known by its beginning.
  std::vector<Piece> In(std::string_view text) const;
  // Those among them with letters and digits: in a line of source, `my-app` under another key is no secret
  // for having been one's value.
  std::vector<Piece> InSource(std::string_view line) const;

 private:
  std::vector<Piece> Find(std::string_view text, bool is_source) const;
  size_t EndAt(std::string_view text, size_t at, bool is_source) const;
  bool IsBeginning(std::string_view text) const;

  std::vector<std::string> texts_;  // sorted
  size_t held_ = 0;                 // bytes
};

// A word of kval's own messages. A secret that is one of them is hidden where a value stands, not where kval
// speaks or a key is named.
bool IsOwnWord(std::string_view text);

// Whether text[at, at + size) stands for itself and is not a part of a longer word. Short texts and words of
// kval's own do where a value stands.
bool StandsAlone(std::string_view text, size_t at, size_t size);

}  // namespace kval::report
