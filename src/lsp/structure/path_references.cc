#include "src/lsp/structure/path_references.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "src/lsp/structure/code_lines.h"

namespace kval::lsp {
namespace {

constexpr std::string_view kFileScheme = "file:";

bool IsAddress(std::string_view path) {
  return path.find("://") != std::string_view::npos || path.starts_with("urn:");
}

class ReferenceFinder {
 public:
  ReferenceFinder(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  std::vector<PathReference> Find(TextLanguage language) {
    if (language == TextLanguage::kYaml) {
      const TextTree tree(text_);
      for (const ByteRange comment : tree.comments()) {
        AddModeline(comment);
      }
      for (size_t i = 0; i < tree.nodes().size(); ++i) {
        AddNode(tree, i);
      }
      for (const CodeLine& line : FindCodeLines(text_)) {
        AddLoads({line.begin, line.end}, line.code);
      }
    } else if (language == TextLanguage::kStarlark) {
      AddLines();
    }
    std::sort(found_.begin(), found_.end(),
              [](const PathReference& a, const PathReference& b) { return a.range.begin < b.range.begin; });
    return std::move(found_);
  }

 private:
  bool IsProject() const { return file_name_ == ".kval.yaml" || file_name_ == "kval.yaml"; }

  void Add(ByteRange range, std::string_view path, DirectoryTarget directory = DirectoryTarget::kNone) {
    if (!path.empty() && !IsAddress(path)) {
      found_.push_back({range, std::string(path), {}, directory});
    }
  }

  // `# yaml-language-server: $schema=PATH`, `# kval: schema=PATH`
  void AddModeline(ByteRange comment) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kModelines = {
        {{"yaml-language-server:", "$schema="}, {"kval:", "schema="}}};
    const std::string_view written = text_.substr(comment.begin, comment.end - comment.begin);
    for (const auto& [mark, word] : kModelines) {
      const size_t at = written.find(mark);
      const size_t name = written.find(word, at == std::string_view::npos ? at : at + mark.size());
      if (at == std::string_view::npos || name == std::string_view::npos ||
          written.substr(0, at).find_first_not_of("#! ") != std::string_view::npos) {
        continue;
      }
      const size_t begin = name + word.size();
      const size_t end = std::min(written.find_first_of(" \t\r", begin), written.size());
      Add({comment.begin + begin, comment.begin + end}, written.substr(begin, end - begin));
      return;
    }
  }

  void AddNode(const TextTree& tree, size_t i) {
    const TextNode& node = tree.nodes()[i];
    if (node.kind != NodeKind::kScalar || node.role == NodeRole::kKey || !tree.IsWritten(i)) {
      return;
    }
    const std::string key = node.role == NodeRole::kValue ? tree.ContentOf(node.key) : std::string();
    if (key == "$ref") {
      AddRef(node.range, tree.ContentOf(i));
    } else if (key == "$schema" || IsProject()) {
      Add(node.range, tree.ContentOf(i));
    } else if (key == "repository" && file_name_ == "Chart.yaml") {
      const std::string content = tree.ContentOf(i);
      if (content.starts_with(kFileScheme)) {
        const std::string_view path = std::string_view(content).substr(kFileScheme.size());
        Add(node.range, path.starts_with("//") ? path.substr(2) : path, DirectoryTarget::kChart);
      }
    }
  }

  void AddRef(ByteRange range, const std::string& content) {
    const size_t hash = std::min(content.find('#'), content.size());
    const std::string_view path = std::string_view(content).substr(0, hash);
    if (!IsAddress(path) && !content.empty()) {
      found_.push_back({range, std::string(path),
                        hash < content.size() ? content.substr(hash + 1) : std::string(),
                        DirectoryTarget::kNone});
    }
  }

  // `load("PATH", …)`
  void AddLoads(ByteRange line, std::string_view code) {
    constexpr std::string_view kLoad = "load(\"";
    const size_t at = text_.substr(0, line.end).find(kLoad, line.begin);
    if (!code.starts_with(kLoad) || at == std::string_view::npos) {
      return;
    }
    const size_t begin = at + kLoad.size();
    const size_t end = text_.find('"', begin);
    if (end < line.end && text_[begin] != '@' && text_[begin] != '/') {
      Add({begin, end}, text_.substr(begin, end - begin));
    }
  }

  void AddLines() {
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      AddLoads({begin, end}, text_.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  std::string_view text_;
  std::string_view file_name_;
  std::vector<PathReference> found_;
};

// Decodes a part of a JSON Pointer in a URI.
std::string DecodePart(std::string_view part) {
  std::string decoded;
  for (size_t i = 0; i < part.size(); ++i) {
    unsigned byte = 0;
    const bool is_encoded =
        part[i] == '%' && i + 2 < part.size() &&
        std::from_chars(part.data() + i + 1, part.data() + i + 3, byte, 16).ptr == part.data() + i + 3;
    decoded += is_encoded ? static_cast<char>(byte) : part[i];
    i += is_encoded ? 2 : 0;
  }
  std::string name;
  for (size_t i = 0; i < decoded.size(); ++i) {
    const bool is_escape =
        decoded[i] == '~' && i + 1 < decoded.size() && (decoded[i + 1] == '0' || decoded[i + 1] == '1');
    name += is_escape ? (decoded[i + 1] == '0' ? '~' : '/') : decoded[i];
    i += is_escape ? 1 : 0;
  }
  return name;
}

std::optional<size_t> FindItem(const TextTree& tree, size_t sequence, std::string_view index) {
  size_t number = 0;
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), number);
  if (error != std::errc() || end != index.data() + index.size()) {
    return std::nullopt;
  }
  std::optional<size_t> found;
  tree.ForEachChild(sequence, [&](size_t item) {
    if (number-- == 0) {
      found = item;
    }
  });
  return found;
}

}  // namespace

std::vector<PathReference> FindPathReferences(std::string_view text, TextLanguage language,
                                              std::string_view file_name) {
  return ReferenceFinder(text, file_name).Find(language);
}

std::optional<size_t> FindByPointer(const TextTree& tree, std::string_view pointer) {
  if (tree.nodes().size() < 2 || (!pointer.empty() && pointer.front() != '/')) {
    return std::nullopt;
  }
  std::optional<size_t> node = 1;
  while (node && !pointer.empty()) {
    const size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string part = DecodePart(pointer.substr(1, end - 1));
    node = tree.nodes()[*node].kind == NodeKind::kSequence ? FindItem(tree, *node, part)
                                                           : tree.Find(*node, part);
    pointer.remove_prefix(end);
  }
  return node;
}

}  // namespace kval::lsp
