#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/yaml/parser.h"

namespace kval::yaml {

// Recovers from surplus or missing dashes, detected by the lines below: the innermost collection is read as
// if they were right.
class Parser::Dashes {
 public:
  explicit Dashes(Parser& parser)
      : parser_(parser),
        scanner_(parser.scanner_),
        ahead_(parser.ahead_),
        out_(parser.out_),
        frames_(parser.frames_) {}

  // Another node is in the column of a sequence's dashes.
  Step Missing();
  // At a dash where the innermost mapping, the value of a bare key, cannot have one: whether the mapping is
  // the first item of the same sequence, without its dash.
  bool LacksFirst() const;
  // It becomes that item; reads the one at the scanner.
  Step ReadBehindFirst();

 private:
  size_t StartOfSequence() const;
  bool HasDashTooMany(std::string_view text, const NextLine& next) const;
  bool IsBareItem() const;
  bool IsDashFurtherOut(int column) const;
  Step DashTooMany(bool is_second);
  bool IsSecondDash() const;

  Frame& top() { return frames_.back(); }
  const Frame& top() const { return frames_.back(); }

  Parser& parser_;
  Scanner& scanner_;
  const Lookahead& ahead_;
  EventStream& out_;
  std::vector<Frame>& frames_;
};

}  // namespace kval::yaml
