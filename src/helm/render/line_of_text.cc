#include "src/helm/render/line_of_text.h"

#include <algorithm>
#include <string_view>

namespace kval::helm::render {
namespace {

constexpr size_t kMostLines = 10'000;  // of a value that are compared
constexpr size_t kMostAbove = 50;      // lines above the line that are compared

// A line of a text, without indentation.
struct Line {
  size_t begin;  // behind the indentation
  std::string_view text;
};

Line LineAt(std::string_view text, size_t at) {
  const size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
  const std::string_view line = text.substr(begin, text.find('\n', at) - begin);
  const size_t first = std::min(line.find_first_not_of(' '), line.size());
  const size_t last = line.find_last_not_of(" \r") + 1;
  return {begin + first, line.substr(first, std::max(last, first) - first)};
}

// The number of lines above the two lines that are equal.
size_t CountEqualAbove(std::string_view a, size_t at_a, std::string_view b, size_t at_b) {
  size_t count = 0;
  while (count < kMostAbove) {
    const size_t break_a = at_a == 0 ? std::string_view::npos : a.rfind('\n', at_a - 1);
    const size_t break_b = at_b == 0 ? std::string_view::npos : b.rfind('\n', at_b - 1);
    if (break_a == std::string_view::npos || break_b == std::string_view::npos) {
      return count;
    }
    const Line line_a = LineAt(a, break_a);
    const Line line_b = LineAt(b, break_b);
    if (line_a.text != line_b.text) {
      return count;
    }
    ++count;
    at_a = line_a.begin;
    at_b = line_b.begin;
  }
  return count;
}

}  // namespace

source::Span FindLineOfText(source::Span value, const RenderedFile& file, uint32_t begin, uint32_t end,
                            const source::SourceMap& sources) {
  const std::string_view text = value.has_value() ? sources.Text(value) : std::string_view();
  if (!text.starts_with('|')) {
    return value;
  }
  const Line printed = LineAt(file.text, begin);
  source::Span found = value;
  size_t most = 0;
  bool is_only = false;
  size_t count = 0;
  for (size_t at = text.find('\n'); at != std::string_view::npos && ++count < kMostLines;
       at = text.find('\n', at + 1)) {
    const Line line = LineAt(text, at + 1);
    if (printed.text.empty() || line.text != printed.text) {
      continue;
    }
    const size_t equal = 1 + CountEqualAbove(file.text, printed.begin, text, line.begin);
    is_only = equal > most || (is_only && equal < most);
    if (equal > most) {
      most = equal;
      const size_t offset =
          std::min<size_t>(begin - std::min<size_t>(printed.begin, begin), line.text.size());
      const size_t size = std::min<size_t>(std::max(end, begin) - begin, line.text.size() - offset);
      const auto first = static_cast<uint32_t>(value.begin + line.begin + offset);
      found = {first, static_cast<uint32_t>(first + size)};
    }
  }
  return is_only ? found : value;
}

}  // namespace kval::helm::render
