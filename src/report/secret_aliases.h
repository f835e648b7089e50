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
    AnchorOccurrence place;
  };

  void AddLine(uint32_t number, std::string_view line);
  // Records a secret text, whose aliased values are secret too. Returns whether it is only an alias.
  bool Take(uint32_t number, OffsetRange piece, std::string_view text);
  // `&name` in front of a secret.
  void TakeAnchor(uint32_t number, OffsetRange piece, std::string_view anchor);

  // Returns the anchors of secret aliases in order, without duplicates. Their values may be recorded next.
  std::vector<Anchor> TakeAnchors();
  // Call at the end. Returns aliases without an anchor and anchors without an alias: they are secrets that
  // begin with the same character.
  std::vector<std::pair<uint32_t, OffsetRange>> Unmatched() const;

 private:
  struct AliasUse {
    uint32_t line;
    OffsetRange piece;
    std::string_view name;
  };

  std::map<std::string_view, std::vector<Anchor>> anchors_;  // a name may be given again
  std::set<std::string_view> anchor_names_, alias_names_;    // of the whole text
  std::vector<std::string_view> secret_aliases_;
  std::vector<AliasUse> lone_aliases_, lone_anchors_;
};

}  // namespace kval::report
