#include "src/lsp/structure/foldings.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/lsp/structure/code_lines.h"
#include "src/lsp/structure/symbol_levels.h"
#include "src/lsp/structure/text_tree.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr std::string_view kClosers = "]})";

struct Line {
  std::string_view content;  // without spaces around it
  size_t indentation = 0;
};

std::vector<Line> SplitLines(std::string_view text) {
  std::vector<Line> lines;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    const size_t content = std::min(line.find_first_not_of(kSpaces), line.size());
    lines.push_back({line.substr(content, line.find_last_not_of(kSpaces) + 1 - content), content});
    begin = end + 1;
  }
  return lines;
}

// Foldings that other ones contain are on lower levels.
std::vector<Folding> KeepUpperLevels(std::vector<Folding> foldings, size_t most) {
  UpperLevels levels;
  std::vector<size_t> depths;
  std::vector<uint32_t> open;  // the last lines of the foldings around the current one
  for (const Folding& folding : foldings) {
    while (!open.empty() && open.back() < folding.first) {
      open.pop_back();
    }
    depths.push_back(open.size());
    levels.Count(open.size());
    open.push_back(folding.last);
  }
  levels.Limit(most, foldings.size());
  size_t index = 0;
  std::erase_if(foldings, [&](const Folding&) { return !levels.Take(depths[index++]); });
  return foldings;
}

class FoldingFinder {
 public:
  explicit FoldingFinder(std::string_view text)
      : text_(text), positions_(text), lines_(SplitLines(text)), by_first_line_(lines_.size() + 1) {}

  std::vector<Folding> Find(TextLanguage language, size_t most) {
    AddComments();
    if (language == TextLanguage::kYaml) {
      AddNodes(TextTree(text_));
      for (const CodeBlock& block : FindCodeBlocks(text_)) {
        Add(block.first.line, block.last.line, FoldingKind::kRegion, 1);
      }
    } else {
      AddIndentation();
    }
    std::vector<Folding> foldings;
    std::copy_if(by_first_line_.begin(), by_first_line_.end(), std::back_inserter(foldings),
                 [](const Folding& folding) { return folding.last > folding.first; });
    return KeepUpperLevels(std::move(foldings), most);
  }

 private:
  // Of several foldings with one first line, the largest counts. `visible`: lines at the end that stay
  // visible.
  void Add(size_t first, size_t last, FoldingKind kind, size_t visible = 0) {
    if (last < first + 1 + visible) {
      return;
    }
    Folding& folding = by_first_line_[first];
    if (folding.last < last - visible) {
      folding = {static_cast<uint32_t>(first), static_cast<uint32_t>(last - visible), kind};
    }
  }

  bool IsComment(size_t line) const {
    const std::string_view content = lines_[line].content;
    return content.starts_with('#') && !content.starts_with("#@");
  }

  // Comments of several lines, and regions.
  void AddComments() {
    std::vector<size_t> regions;
    for (size_t line = 0; line < lines_.size(); ++line) {
      if (!IsComment(line)) {
        continue;
      }
      if (line == 0 || !IsComment(line - 1)) {
        size_t last = line;
        while (last + 1 < lines_.size() && IsComment(last + 1)) {
          ++last;
        }
        Add(line, last, FoldingKind::kComment);
      }
      std::string_view comment = lines_[line].content.substr(1);
      comment.remove_prefix(std::min(comment.find_first_not_of(' '), comment.size()));
      if (comment.starts_with("region")) {
        regions.push_back(line);
      } else if (comment.starts_with("endregion") && !regions.empty()) {
        Add(regions.back(), line, FoldingKind::kRegion);
        regions.pop_back();
      }
    }
  }

  void AddNodes(const TextTree& tree) {
    const std::span<const TextNode> nodes = tree.nodes();
    for (size_t i = 0; i < nodes.size(); ++i) {
      const TextNode& node = nodes[i];
      if (node.role == NodeRole::kDocument) {
        AddDocument(tree, i);
      } else if (node.role == NodeRole::kValue) {
        AddRange(nodes[node.key].range.begin, node);
      } else if (node.role == NodeRole::kItem || node.style == value::Style::kFlow) {
        AddRange(node.range.begin, node);
      }
    }
  }

  void AddDocument(const TextTree& tree, size_t document) {
    const std::span<const TextNode> nodes = tree.nodes();
    const size_t next = nodes[document].next;
    const ByteRange range = nodes[document].range;
    if (text_.substr(range.begin, 3) == "---") {
      const size_t end = next < nodes.size() ? LineOf(nodes[next].range.begin) - 1 : LineOf(range.end);
      Add(LineOf(range.begin), LastWithContent(end), FoldingKind::kCode);
    }
  }

  size_t LastWithContent(size_t line) const {
    line = std::min(line, lines_.empty() ? 0 : lines_.size() - 1);
    while (line > 0 && lines_[line].content.empty()) {
      --line;
    }
    return line;
  }

  void AddRange(size_t begin, const TextNode& node) {
    const size_t last = LineOf(node.range.end);
    const bool is_closer = last < lines_.size() && node.style == value::Style::kFlow &&
                           !lines_[last].content.empty() &&
                           kClosers.find(lines_[last].content.front()) != std::string_view::npos;
    Add(LineOf(begin), last, FoldingKind::kCode, is_closer ? 1 : 0);
  }

  // A line and the lines after it with a larger indentation.
  void AddIndentation() {
    std::vector<size_t> open;
    size_t last = 0;  // the last line with content
    const auto close_to = [&](size_t indentation) {
      while (!open.empty() && lines_[open.back()].indentation >= indentation) {
        Add(open.back(), last, FoldingKind::kCode);
        open.pop_back();
      }
    };
    for (size_t line = 0; line < lines_.size(); ++line) {
      if (!lines_[line].content.empty()) {
        close_to(lines_[line].indentation);
        open.push_back(line);
        last = line;
      }
    }
    close_to(0);
  }

  size_t LineOf(size_t at) const { return positions_.At(at).line; }

  std::string_view text_;
  TextPositions positions_;
  std::vector<Line> lines_;
  std::vector<Folding> by_first_line_;
};

}  // namespace

std::vector<Folding> FindFoldings(std::string_view text, TextLanguage language, size_t most) {
  return FoldingFinder(text).Find(language, most);
}

}  // namespace kval::lsp
