#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/yaml/parser.h"

namespace kval::yaml {

// Recovers from lines and items that are indented too little or too much, detected by the lines below.
class Parser::IndentRecovery {
 public:
  explicit IndentRecovery(Parser& parser)
      : parser_(parser),
        scanner_(parser.scanner_),
        ahead_(parser.ahead_),
        out_(parser.out_),
        frames_(parser.frames_) {}

  // Handles a line that is indented less than the innermost block. Nullopt: its position is valid.
  std::optional<Step> Read();
  // At a dash left of a sequence with `items` items starting at `first`: returns whether the sequence has
  // only one item, which begins like this one, and more items follow here.
  bool IsFirstItemDeeper(source::Span first, uint32_t items) const;
  void ReportDeeperItem(source::Span dash);
  // Handles a dash in the column of a mapping whose last value is a sequence of one item with more
  // indentation: continues that sequence.
  std::optional<Step> ReadItemOfNestedSequence();
  // At an entry in no column of an open collection, between items of a sequence: reads an entry of the
  // enclosing mapping, or of the first item if its dash has no space.
  std::optional<Step> ReadEntryNextToItems(std::string_view text);

 private:
  std::optional<Step> ReadStrayLine();
  Step ReportStrayLine(size_t holder);
  std::optional<Step> ReadItemsOfBareKey();
  Step ReportOutdentedItem();
  void SkipOutdentedItems();

  Frame& top() { return frames_.back(); }
  const Frame& top() const { return frames_.back(); }

  Parser& parser_;
  Scanner& scanner_;
  const Lookahead& ahead_;
  EventStream& out_;
  std::vector<Frame>& frames_;
};

}  // namespace kval::yaml
