#include "src/redaction/secret_value.h"

#include <algorithm>

#include "src/yaml/tags.h"

namespace kval::redaction {

size_t FindQuotedEnd(std::string_view line, size_t at) {
  const char quote = line[at];
  for (size_t i = at + 1; i < line.size(); ++i) {
    const bool is_doubled = quote == '\'' && line.substr(i, 2) == "''";
    if ((line[i] == '\\' && quote == '"') || is_doubled) {
      ++i;
    } else if (line[i] == quote) {
      return i + 1;
    }
  }
  return line.size();
}

bool IsBlockHeader(std::string_view line, size_t at) {
  size_t end = at + 1;
  while (end < line.size() && end < at + 3 && IsIn(line[end], "+-0123456789")) {
    ++end;
  }
  const size_t next = line.find_first_not_of(" \t\r", end);
  return next == std::string_view::npos || (next > end && line[next] == '#');
}

bool IsComment(std::string_view line, size_t at) {
  return line[at] == '#' && (at + 1 >= line.size() || IsIn(line[at + 1], " \t\r#@!"));
}

bool IsTagOfYaml(std::string_view word) {
  constexpr std::array<std::string_view, 12> kTags = {"!",           "!!str",  "!!int",    "!!float",
                                                      "!!bool",      "!!null", "!!binary", "!!map",
                                                      "!!timestamp", "!!seq",  "!!set",    "!!omap"};
  return std::find(kTags.begin(), kTags.end(), word) != kTags.end() || yaml::IsReplacedTag(word);
}

OffsetRange GetWordAt(std::string_view line, size_t at) {
  const bool is_escaped = at + 1 < line.size() && line[at] == '\\' && IsQuote(line[at + 1]);
  if (at < line.size() && (IsQuote(line[at]) || is_escaped)) {
    at += is_escaped ? 2 : 1;
    const size_t end = std::min(line.find_first_of("\"'\\", at), line.size());
    return {at, end};
  }
  size_t end = at;
  while (end < line.size() && !IsIn(line[end], " \t\"'`\\;&,)]}")) {
    ++end;
  }
  return {at, end};
}

size_t PlainScalarEnds::StopAfter(size_t at, bool in_flow) const {
  for (; at < line_.size(); ++at) {
    const char c = line_[at];
    if ((c == '#' && at > 0 && IsSpaceOrTab(line_[at - 1])) || (in_flow && IsIn(c, ",}]"))) {
      break;
    }
  }
  return at;
}

size_t PlainScalarEnds::After(size_t at, bool in_flow) {
  Known& known = known_[in_flow ? 1 : 0];
  if (at < known.from || at >= known.stop) {
    known = {at, StopAfter(at, in_flow), 0};
    known.end = known.stop;
    while (known.end > at && IsSpaceOrTab(line_[known.end - 1])) {
      --known.end;
    }
  }
  return std::max(at, known.end);
}

size_t PropertyEnds::After(size_t at, bool in_flow) {
  auto& [from, end] = known_[in_flow ? 1 : 0];
  if (at < from || at >= end) {
    from = end = at;
    while (end < line_.size() && !IsSpaceOrTab(line_[end]) && !(in_flow && IsIn(line_[end], ",}]"))) {
      ++end;
    }
  }
  return end;
}

}  // namespace kval::redaction
