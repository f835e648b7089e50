#include "src/lsp/structure/values_insertion.h"

#include <algorithm>

namespace kval::lsp {
namespace {

constexpr size_t kNone = std::string_view::npos;

size_t LineBegin(std::string_view text, size_t at) {
  const size_t before = text.substr(0, at).rfind('\n');
  return before == kNone ? 0 : before + 1;
}

// The entries of a path from `depth` on, with the comments above the last one.
std::string LinesOf(const AddedValue& added, size_t depth, size_t column) {
  std::string lines;
  for (; depth < added.path.size(); ++depth, column += 2) {
    const std::string indentation(column, ' ');
    const bool is_last = depth + 1 == added.path.size();
    for (const std::string& comment : is_last ? added.comments : std::vector<std::string>()) {
      lines += indentation + comment + "\n";
    }
    lines += indentation + added.path[depth] + ":" + (is_last ? " " + added.text : "\n");
  }
  return lines;
}

// The end of the line in which a node ends: a block scalar ends after its last line break.
size_t EndOfLineOf(std::string_view text, size_t end) {
  while (end > 0 && std::string_view("\r\n").find(text[end - 1]) != kNone) {
    --end;
  }
  return std::min(text.find_first_of("\r\n", end), text.size());
}

FileEdit InsertLines(std::string_view text, size_t end, const std::string& lines) {
  const size_t at = EndOfLineOf(text, end);
  const bool is_crlf = text.substr(at).starts_with("\r\n");
  std::string inserted = "\n" + lines;
  for (size_t next = 0; is_crlf && (next = inserted.find('\n', next)) != std::string::npos; next += 2) {
    inserted.insert(next, "\r");
  }
  return {{at, at}, std::move(inserted)};
}

}  // namespace

bool IsBlockMapping(const TextTree& tree, size_t node) {
  const TextNode& read = tree.nodes()[node];
  return read.kind == NodeKind::kMapping && tree.IsWritten(node) && tree.text()[read.range.begin] != '{';
}

size_t ColumnOfKeys(const TextTree& tree, size_t mapping) {
  const size_t first = tree.nodes()[mapping + 1].range.begin;
  return first - LineBegin(tree.text(), first);
}

FileEdit AppendLines(const TextTree& tree, size_t mapping, const std::string& lines) {
  size_t end = tree.nodes()[mapping].range.end;
  tree.ForEachChild(mapping, [&](size_t key) {
    end = std::max({end, tree.EntryOf(key).end, tree.nodes()[key].range.end + 1});  // with its colon
  });
  return InsertLines(tree.text(), std::min(end, tree.text().size()), lines);
}

std::optional<FileEdit> InsertValue(const TextTree& tree, size_t root, const AddedValue& added) {
  size_t node = root, depth = 0;
  while (IsBlockMapping(tree, node)) {
    const std::optional<size_t> next =
        depth < added.path.size() ? tree.Find(node, added.path[depth]) : std::nullopt;
    if (!next) {
      break;
    }
    node = *next;
    ++depth;
  }
  if (depth == added.path.size()) {
    return std::nullopt;
  }
  if (IsBlockMapping(tree, node)) {
    return AppendLines(tree, node, LinesOf(added, depth, ColumnOfKeys(tree, node)));
  }
  const TextNode& found = tree.nodes()[node];
  const std::string_view written = tree.text().substr(found.range.begin, found.range.end - found.range.begin);
  if (found.role == NodeRole::kRoot) {
    const bool is_empty = written.empty() && found.kind == NodeKind::kScalar;
    const std::string_view text = tree.text();
    const bool has_lines = !text.empty() && text.back() != '\n';
    return is_empty ? std::optional(FileEdit{{text.size(), text.size()},
                                             (has_lines ? "\n" : "") + LinesOf(added, 0, 0) + "\n"})
                    : std::nullopt;
  }
  if (found.role != NodeRole::kValue || !(written.empty() || written == "{}")) {
    return std::nullopt;
  }
  const TextNode& key = tree.nodes()[found.key];
  const size_t column = key.range.begin - LineBegin(tree.text(), key.range.begin);
  const std::string lines = LinesOf(added, depth, column + 2);
  if (written.empty()) {
    return InsertLines(tree.text(), key.range.end + 1, lines);
  }
  // A comment behind `{}` belongs to the key.
  FileEdit edit = InsertLines(tree.text(), found.range.end, lines);
  const std::string_view behind = tree.text().substr(found.range.end, edit.range.begin - found.range.end);
  const size_t comment = std::min(behind.find_first_not_of(' '), behind.size());
  edit.text = std::string(behind.substr(comment)) + edit.text;
  edit.range.begin = key.range.end + 1 + (comment < behind.size() ? 1 : 0);
  return edit;
}

}  // namespace kval::lsp
