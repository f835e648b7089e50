#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/yaml/parser.h"

namespace kval::yaml {

// Recovers from lines and items that are indented too little or too much, detected by the lines below.
class Parser::Misplaced {
 public:
  explicit Misplaced(Parser& parser)
      : parser_(parser),
        scanner_(parser.scanner_),
        ahead_(parser.ahead_),
        out_(parser.out_),
        frames_(parser.frames_) {}

  // At a line further out than the innermost block. None: nothing speaks against its place.
  std::optional<Step> Read();
  // At a dash left of a sequence with `items` items starting at `first`: whether the sequence has one item
  // only, which starts like this one, and more follow here.
  bool IsFirstItemDeeper(source::Span first, uint32_t items) const;
  void ReportDeeperItem(source::Span dash);
  // At a dash in the column of a mapping whose last value is a sequence of one item, further in: it goes on.
  std::optional<Step> ReadItemOfDeeper();
  // At an entry that fits no collection, among the items of a sequence: an entry of the enclosing mapping, or
  // of the first item, whose dash lacks its space.
  std::optional<Step> ReadEntryBesideItems(std::string_view text);

 private:
  std::optional<Step> ReadStrayLine();
  Step StrayLineFault(size_t holder);
  std::optional<Step> ReadItemsOfBareKey();
  Step ItemFurtherOut();
  void SkipItemsFurtherOut();

  Frame& top() { return frames_.back(); }
  const Frame& top() const { return frames_.back(); }

  Parser& parser_;
  Scanner& scanner_;
  const Lookahead& ahead_;
  EventStream& out_;
  std::vector<Frame>& frames_;
};

}  // namespace kval::yaml
