#include "src/redaction/secret_anchors.h"

#include <algorithm>

namespace kval::redaction {
namespace {

// What ends the name of an anchor or an alias (YAML 1.2.2 section 6.9.2).
constexpr std::string_view kEndsName = " \t\r\n,[]{}";

// Whether a value may begin at `at`.
bool BeginsValue(std::string_view line, size_t at) {
  return at == 0 || std::string_view(" \t\n,[{:=").find(line[at - 1]) != std::string_view::npos;
}

// Reads the names behind `mark`; gives each one's place to `take`.
template <typename Take>
void EachName(std::string_view line, char mark, const Take& take) {
  for (size_t at = line.find(mark); at != std::string_view::npos; at = line.find(mark, at + 1)) {
    if (!BeginsValue(line, at)) {
      continue;
    }
    const size_t end = EndOfAnchorName(line, at + 1);
    if (end > at + 1) {
      take(at + 1, end);
    }
  }
}

// Where the values of a line end, asked from left to right: each part of the line is looked through once.
class ValueEnds {
 public:
  explicit ValueEnds(std::string_view line)
      : line_(line), last_(line.find_last_not_of(" \t\r") + 1), bracket_(line.find_first_of("[{")) {}

  bool IsInFlow(size_t at) const { return at > bracket_; }

  size_t After(size_t at) {
    const char first = at < line_.size() ? line_[at] : ' ';
    if (first == '[' || first == '{' || first == '"' || first == '\'' || !IsInFlow(at)) {
      return std::max(at, last_);
    }
    if (stop_ < at) {
      stop_ = std::min(line_.find_first_of(",]}", at), line_.size());
    }
    return stop_;
  }

 private:
  std::string_view line_;
  size_t last_;
  size_t bracket_;  // the first
  size_t stop_ = 0;
};

}  // namespace

size_t EndOfAnchorName(std::string_view line, size_t at) {
  return std::min(line.find_first_of(kEndsName, at), line.size());
}

std::vector<AnchorOccurrence> FindAnchors(std::string_view line) {
  std::vector<AnchorOccurrence> anchors;
  ValueEnds ends(line);
  EachName(line, '&', [&](size_t begin, size_t end) {
    const size_t at = std::min(line.find_first_not_of(" \t\r", end), line.size());
    const char first = at < line.size() ? line[at] : '\0';
    const OffsetRange value = {at, ends.After(at)};
    const bool goes_on = !ends.IsInFlow(begin) || value.end <= value.begin ||
                         std::string_view("[{!\"'").find(first) != std::string_view::npos;
    anchors.push_back({line.substr(begin, end - begin), value, goes_on});
  });
  return anchors;
}

std::vector<std::string_view> FindAliases(std::string_view text) {
  std::vector<std::string_view> names;
  EachName(text, '*', [&](size_t begin, size_t end) { names.push_back(text.substr(begin, end - begin)); });
  return names;
}

bool IsAlias(std::string_view text) {
  return text.size() > 1 && text.front() == '*' && text[1] != '*' && EndOfAnchorName(text, 1) == text.size();
}

}  // namespace kval::redaction
