#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace kval::source {

// The length of a text in the units that places count columns in.
struct Length {
  uint32_t bytes = 0;
  uint32_t code_points = 0;  // an ill-formed byte counts as one
  uint32_t utf16 = 0;
  friend constexpr bool operator==(Length, Length) = default;
};

// Linear in the text; fast on ASCII.
Length LengthOf(std::string_view text);

// The columns of one file's long lines, counted once: otherwise ten thousand findings on one line of
// megabytes would each scan it. Uses 16 bytes for each KiB of long lines.
//
// Threads: immutable once built.
class Columns {
 public:
  // Counts the line that is text[begin, end); lines are added in their order.
  void Add(std::string_view text, uint32_t begin, uint32_t end);
  // Returns the length of the line before text[at]; the line starts at text[line]. Scans at most a few KiB.
  Length Before(std::string_view text, uint32_t line, uint32_t at) const;

 private:
  struct ColumnCheckpoint {
    uint32_t at;
    Length before;  // from the begin of the mark's line
  };

  std::vector<ColumnCheckpoint> marks_;
};

}  // namespace kval::source
