#include "src/lsp/structure/commented_values.h"

#include <algorithm>
#include <vector>

#include "src/support/ascii.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kItem = "[]";

// The text of a comment without its marks.
std::string_view ContentOf(const TextTree& tree, ByteRange comment) {
  std::string_view text = tree.text().substr(comment.begin, comment.end - comment.begin);
  text.remove_prefix(std::min(text.find_first_not_of('#'), text.size()));
  return Trimmed(text, kWhitespace);
}

std::string DottedPath(const TextTree& tree, size_t key) {
  const std::vector<std::string> path = tree.PathOf(key);
  std::string dotted;
  for (auto part = path.rbegin(); part != path.rend(); ++part) {
    dotted += (dotted.empty() || *part == kItem ? "" : ".") + *part;
  }
  return dotted;
}

// The text of `@param PATH [modifiers] text`; empty if the comment is none for this path.
std::string_view ParameterText(std::string_view comment, std::string_view path) {
  constexpr std::string_view kParam = "@param ";
  if (!comment.starts_with(kParam)) {
    return {};
  }
  comment = Trimmed(comment.substr(kParam.size()), kWhitespace);
  if (!comment.starts_with(path) || comment.size() == path.size() ||
      kWhitespace.find(comment[path.size()]) == std::string_view::npos) {
    return {};
  }
  comment = Trimmed(comment.substr(path.size()), kWhitespace);
  if (comment.starts_with('[')) {
    comment = Trimmed(comment.substr(std::min(comment.find(']'), comment.size() - 1) + 1));
  }
  return comment;
}

size_t LineBegin(std::string_view text, size_t at) {
  const size_t before = text.substr(0, at).rfind('\n');
  return before == std::string_view::npos ? 0 : before + 1;
}

// The lines of comments right above a line, from the first one.
std::vector<std::string_view> CommentsAbove(const TextTree& tree, size_t line) {
  std::vector<std::string_view> found;
  const std::string_view text = tree.text();
  for (auto comment = tree.comments().rbegin(); comment != tree.comments().rend(); ++comment) {
    if (comment->begin >= line) {
      continue;
    }
    const size_t begin = LineBegin(text, comment->begin);
    const bool is_alone = Trimmed(text.substr(begin, comment->begin - begin), kWhitespace).empty();
    const std::string_view between = text.substr(comment->end, line - std::min(line, comment->end));
    const bool is_adjacent =
        Trimmed(between, kWhitespace).empty() && std::count(between.begin(), between.end(), '\n') <= 1;
    if (!is_alone || !is_adjacent) {
      break;
    }
    found.insert(found.begin(), ContentOf(tree, *comment));
    line = begin;
  }
  return found;
}

}  // namespace

std::optional<size_t> FindValue(const TextTree& tree, std::span<const std::string_view> path) {
  if (tree.nodes().size() < 2) {
    return std::nullopt;
  }
  size_t node = 1;  // the root of the first document
  for (const std::string_view part : path) {
    std::optional<size_t> next;
    if (part == kItem) {
      tree.ForEachChild(node, [&](size_t child) { next = next ? next : std::optional(child); });
      const bool is_key = next && tree.nodes()[*next].role == NodeRole::kKey;
      next = is_key ? std::optional(tree.ValueOf(*next)) : next;
    } else if (tree.nodes()[node].kind == NodeKind::kMapping) {
      next = tree.Find(node, part);
    }
    if (!next) {
      return std::nullopt;
    }
    node = *next;
  }
  return node;
}

std::string DescriptionInComments(const TextTree& tree, size_t key) {
  const std::string path = DottedPath(tree, key);
  for (const ByteRange comment : tree.comments()) {
    if (const std::string_view text = ParameterText(ContentOf(tree, comment), path); !text.empty()) {
      return std::string(text);
    }
  }
  std::string description;
  for (std::string_view line : CommentsAbove(tree, LineBegin(tree.text(), tree.nodes()[key].range.begin))) {
    if (line.starts_with('@')) {
      continue;  // of a generator, or `@schema`
    }
    if (line.starts_with("-- ")) {
      line.remove_prefix(3);
      description.clear();  // helm-docs: what is above is not part of it
    }
    description += (description.empty() ? "" : "\n") + std::string(line);
  }
  return description;
}

}  // namespace kval::lsp
