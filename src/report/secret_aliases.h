#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "src/report/secret_anchors.h"

namespace kval::report {

// The anchors and aliases of a text of YAML, and which of them are about secrets. Refers to the text.
class SecretAliases {
 public:
  struct Anchor {
    uint32_t line = 0;
    size_t column = 0;  // of its entry or item
    AnchorPlace place;
  };

  void Note(uint32_t number, std::string_view line);
  // Records a secret text, whose aliased values are secret too. Returns whether it is only an alias.
  bool Take(uint32_t number, Piece piece, std::string_view text);
  // `&name` in front of a secret.
  void TakeAnchor(uint32_t number, Piece piece, std::string_view anchor);

  // Returns the anchors of secret aliases in order, without duplicates. Their values may be recorded next.
  std::vector<Anchor> TakeAnchors();
  // At the end: aliases that no anchor is for and anchors that no alias names. They are no such marks but
  // secrets that begin like them.
  std::vector<std::pair<uint32_t, Piece>> Unmatched() const;

 private:
  struct Mark {
    uint32_t line;
    Piece piece;
    std::string_view name;
  };

  std::map<std::string_view, std::vector<Anchor>> anchors_;  // a name may be given again
  std::set<std::string_view> anchor_names_, alias_names_;    // of the whole text
  std::vector<std::string_view> secret_aliases_;
  std::vector<Mark> lone_aliases_, lone_anchors_;
};

}  // namespace kval::report
