#include "src/cli/lsp/chart_hints.h"

#include <optional>
#include <string_view>
#include <utility>

#include "src/cli/lsp/chart_texts.h"
#include "src/diag/path.h"
#include "src/driver/session.h"
#include "src/lsp/structure/text_tree.h"
#include "src/redaction/redaction.h"
#include "src/source/file_reader.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::TextTree;

constexpr size_t kMostFiles = 8;
constexpr size_t kMostCharacters = 40;  // of a value

// Compares values.yaml with a file that overrides some of its values.
class Overrides {
 public:
  Overrides(const TextTree& base, const TextTree& above, std::string_view name,
            std::map<size_t, std::vector<lsp::InlayHint>>& hints)
      : base_(base), above_(above), name_(name), hints_(hints) {}

  void Find() {
    const std::optional<size_t> base = base_.RootOfFirstDocument(), above = above_.RootOfFirstDocument();
    if (base && above) {
      pending_.push_back({*base, *above, {}});
    }
    while (!pending_.empty()) {
      const Pair pair = std::move(pending_.back());
      pending_.pop_back();
      if (base_.nodes()[pair.base].kind == NodeKind::kMapping &&
          above_.nodes()[pair.above].kind == NodeKind::kMapping) {
        AddEntries(pair);
      } else if (!pair.path.empty() && TextOf(base_, pair.base) != TextOf(above_, pair.above)) {
        AddHint(pair);
      }
    }
  }

 private:
  // A value of values.yaml, and the one that overrides it.
  struct Pair {
    size_t base, above;
    diag::Path path;
  };

  // The content of a scalar, or the text of a collection.
  static std::string TextOf(const TextTree& tree, size_t node) {
    const lsp::TextNode& read = tree.nodes()[node];
    return read.kind == NodeKind::kScalar
               ? tree.ContentOf(node)
               : std::string(tree.text().substr(read.range.begin, read.range.end - read.range.begin));
  }

  void AddEntries(const Pair& pair) {
    above_.ForEachChild(pair.above, [&](size_t key) {
      const std::string name = above_.ContentOf(key);
      if (const std::optional<size_t> value = base_.Find(pair.base, name)) {
        Pair entry{*value, above_.ValueOf(key), pair.path};
        entry.path.push_back(diag::PathStep::Key(name));
        pending_.push_back(std::move(entry));
      }
    });
  }

  void AddHint(const Pair& pair) {
    const lsp::TextNode& value = base_.nodes()[pair.base];
    // The hint of a value below its key is behind the key.
    const size_t key = base_.nodes()[value.key].range.end;
    const bool is_line = base_.IsWritten(pair.base) && value.range.end > key &&
                         base_.text().substr(key, value.range.end - key).find('\n') == std::string_view::npos;
    const size_t end = is_line ? value.range.end : key + 1;
    const std::string shown = redaction::IsSecretPath(pair.path) ? "…" : Shown(pair.above);
    hints_[end].push_back({end, "→ " + shown + " (" + std::string(name_) + ")",
                           "This value is overridden in " + std::string(name_)});
  }

  std::string Shown(size_t node) const {
    switch (above_.nodes()[node].kind) {
      case NodeKind::kMapping:
        return "{…}";
      case NodeKind::kSequence:
        return "[…]";
      default:
        break;
    }
    const lsp::ByteRange range = above_.nodes()[node].range;
    const std::string_view text = above_.text().substr(range.begin, range.end - range.begin);
    const bool is_short = text.size() <= kMostCharacters && text.find('\n') == std::string_view::npos;
    return text.empty() ? "null" : is_short ? std::string(text) : "…";
  }

  const TextTree& base_;
  const TextTree& above_;
  std::string_view name_;
  std::map<size_t, std::vector<lsp::InlayHint>>& hints_;
  std::vector<Pair> pending_;
};

}  // namespace

void AddChartHints(const std::string& path, const OpenDocuments& opened,
                   std::map<size_t, std::vector<lsp::InlayHint>>& hints) {
  source::DiskFileReader disk;
  std::optional<ChartTexts> chart = ChartTexts::Around(path, opened, disk);
  const auto own = opened.strings.find(path);
  if (!chart || path != chart->values_path() || own == opened.strings.end()) {
    return;
  }
  const TextTree base(own->second);
  size_t left = kMostFiles;
  for (const std::string& file : chart->ValuesFiles()) {
    const std::string* text = file == path || left == 0 ? nullptr : chart->Read(file);
    if (text != nullptr) {
      --left;
      Overrides(base, TextTree(*text), GetFileName(file), hints).Find();
    }
  }
}

}  // namespace kval::cli
