#include "src/lsp/structure/selections.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/lsp/structure/foldings.h"
#include "src/lsp/text_position.h"

namespace kval::lsp {
namespace {

constexpr size_t kMostSelections = 200;
constexpr std::string_view kBlanks = " \t\r\n";

// Ranges from the inside to the outside.
class SelectionChain {
 public:
  // Ignores a range that does not enlarge the selection.
  void Add(ByteRange range) {
    if (ranges_.empty() || (range.Contains(ranges_.back()) && range != ranges_.back())) {
      ranges_.push_back(range);
    }
  }
  // Ends with the whole text. Clients read the nested result recursively: of more ranges, only the innermost
  // ones are returned.
  std::vector<ByteRange> TakeIn(std::string_view text) {
    ranges_.resize(std::min(ranges_.size(), kMostSelections - 1));
    Add({0, text.size()});
    return std::move(ranges_);
  }

 private:
  std::vector<ByteRange> ranges_;
};

// An item with its dash.
ByteRange ItemRange(const TextTree& tree, const TextNode& item) {
  const size_t begin = item.anchor.end > 0 ? item.anchor.begin : item.range.begin;
  const size_t before = tree.text().substr(0, begin).find_last_not_of(kBlanks);
  const bool is_dash = before != std::string_view::npos && tree.text()[before] == '-';
  return {is_dash ? before : begin, item.range.end};
}

std::vector<ByteRange> SelectNodes(const TextTree& tree, size_t at) {
  SelectionChain chain;
  const std::span<const ByteRange> comments = tree.comments();
  const auto comment = std::lower_bound(comments.begin(), comments.end(), at,
                                        [](ByteRange one, size_t byte) { return one.end < byte; });
  if (comment != comments.end() && comment->Contains(at)) {
    chain.Add(*comment);
  }
  for (std::optional<size_t> i = tree.NodeAt(at); i;) {
    const TextNode& node = tree.nodes()[*i];
    const bool is_quoted =
        node.style == value::Style::kSingleQuoted || node.style == value::Style::kDoubleQuoted;
    const ByteRange inner{node.range.begin + 1, node.range.end - 1};
    if (is_quoted && node.range.end > node.range.begin + 1 && inner.Contains(at)) {
      chain.Add(inner);
    }
    if (tree.IsWritten(*i)) {
      chain.Add(node.range);
    }
    if (node.role == NodeRole::kKey) {
      chain.Add(tree.EntryOf(*i));
    } else if (node.role == NodeRole::kValue) {
      chain.Add(tree.EntryOf(node.key));
    } else if (node.role == NodeRole::kItem) {
      chain.Add(ItemRange(tree, node));
    }
    i = node.role == NodeRole::kDocument ? std::nullopt : std::optional<size_t>(node.parent);
  }
  return chain.TakeIn(tree.text());
}

// The content of some lines.
ByteRange LinesRange(std::string_view text, uint32_t first, uint32_t last) {
  const size_t begin = std::min(text.find_first_not_of(" \t", ByteAt(text, {first, 0})), text.size());
  const size_t end = std::min(text.find_first_of("\r\n", ByteAt(text, {last, 0})), text.size());
  return {std::min(begin, end), end};
}

std::vector<ByteRange> SelectLines(std::string_view text, const std::vector<Folding>& foldings, size_t at,
                                   uint32_t line) {
  SelectionChain chain;
  if (const ByteRange content = LinesRange(text, line, line); content.Contains(at)) {
    chain.Add(content);
  }
  for (auto folding = foldings.rbegin(); folding != foldings.rend(); ++folding) {
    if (folding->first <= line && line <= folding->last) {
      if (const ByteRange block = LinesRange(text, folding->first, folding->last); block.Contains(at)) {
        chain.Add(block);
      }
    }
  }
  return chain.TakeIn(text);
}

}  // namespace

std::vector<std::vector<ByteRange>> FindSelections(std::string_view text, TextLanguage language,
                                                   const std::vector<size_t>& positions) {
  std::vector<std::vector<ByteRange>> selections;
  if (language == TextLanguage::kYaml) {
    const TextTree tree(text);
    for (const size_t at : positions) {
      selections.push_back(SelectNodes(tree, at));
    }
    return selections;
  }
  const TextPositions lines(text);
  const std::vector<Folding> foldings = FindFoldings(text, language);
  for (const size_t at : positions) {
    selections.push_back(SelectLines(text, foldings, at, lines.At(at).line));
  }
  return selections;
}

}  // namespace kval::lsp
