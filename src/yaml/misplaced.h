#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "src/yaml/parser.h"

namespace kval::yaml {

// Lines and items that stand further out, or further in, than those around them, as what stands below tells.
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
  // At a dash further out than that of a sequence of so many items, which begins at `first`: whether it has
  // one alone, that begins as this one does, and more of them follow here.
  bool IsFirstItemDeeper(source::Span first, uint32_t items) const;
  void ReportDeeperItem(source::Span dash);
  // At a dash in the column of a mapping whose last value is a sequence of one item, further in: it goes on.
  std::optional<Step> ReadItemOfDeeper();
  // At an entry that fits no collection, beside the items of a sequence: it is one of the mapping around
  // them, or of their first one, whose dash lacks its blank.
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
