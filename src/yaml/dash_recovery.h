#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/yaml/parser.h"

namespace kval::yaml {

// Recovers from surplus or missing dashes, detected by the following lines: the innermost collection is
// parsed as if the dashes were correct.
class Parser::DashRecovery {
 public:
  explicit DashRecovery(Parser& parser)
      : parser_(parser),
        scanner_(parser.scanner_),
        ahead_(parser.ahead_),
        out_(parser.out_),
        frames_(parser.frames_) {}

  // Handles a node in the column of a sequence's dashes.
  Step Missing();
  // At a dash where the innermost mapping, the value of a bare key, cannot have one: returns whether the
  // mapping is the first item of the same sequence, without its dash.
  bool IsFirstDashMissing() const;
  // Converts the mapping to that item; reads the item at the scanner.
  Step ReadAfterFirstItem();

 private:
  size_t StartOfSequence() const;
  bool HasSurplusDash(std::string_view text, const NextLine& next) const;
  bool IsBareItem() const;
  bool IsDashOutdented(int column) const;
  Step ReportSurplusDash(bool is_second);
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
