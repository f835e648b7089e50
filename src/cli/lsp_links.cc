#include "src/cli/lsp_links.h"

#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "src/cli/kustomization_references.h"
#include "src/kubernetes/kustomization.h"
#include "src/lsp/structure/path_references.h"
#include "src/lsp/text_position.h"
#include "src/report/uri.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::DirectoryTarget;
using lsp::PathReference;

class LinkFinder {
 public:
  LinkFinder(const std::string& path, const OpenDocuments& opened)
      : path_(path), text_(opened.strings.at(path)), opened_(opened) {}

  std::vector<lsp::DocumentLink> Find(lsp::TextLanguage language) {
    const std::string_view name = GetFileName(path_);
    AddAll(lsp::FindPathReferences(text_, language, name));
    if (language == lsp::TextLanguage::kYaml && kubernetes::IsKustomizationName(name)) {
      AddAll(FindKustomizationPaths(text_));
    }
    return std::move(links_);
  }

 private:
  void AddAll(const std::vector<PathReference>& references) {
    for (const PathReference& reference : references) {
      const std::optional<std::string> file = Resolve(reference);
      const std::string place = file && !reference.fragment.empty() ? PlaceIn(*file, reference.fragment) : "";
      // A reference to the text itself needs a place.
      if (file && (!place.empty() || !reference.path.empty())) {
        links_.push_back({reference.range, report::AbsoluteUri(*file, "/") + place});
      }
    }
  }

  bool IsFile(const std::string& path) {
    return opened_.strings.contains(path) || reader_.KindOf(path) == source::PathKind::kFile;
  }

  // Returns the absolute path of an existing file.
  std::optional<std::string> Resolve(const PathReference& reference) {
    if (reference.path.empty()) {
      return path_;
    }
    const bool is_absolute = reference.path.starts_with('/');
    const std::string path =
        LexicallyNormal((is_absolute ? "" : std::string(GetDirectoryPrefix(path_))) + reference.path);
    if (IsFile(path)) {
      return path;
    }
    for (const std::string_view name : NamesIn(reference.directory)) {
      const std::string inner = path + "/" + std::string(name);
      if (IsFile(inner)) {
        return inner;
      }
    }
    return std::nullopt;
  }

  static std::vector<std::string_view> NamesIn(DirectoryTarget directory) {
    switch (directory) {
      case DirectoryTarget::kNone:
        return {};
      case DirectoryTarget::kChart:
        return {"Chart.yaml"};
      case DirectoryTarget::kKustomization:
        return {"kustomization.yaml", "kustomization.yml", "Kustomization"};
    }
    return {};
  }

  // The fragment `#L3,5` of the place that a JSON Pointer refers to; empty if there is none.
  const std::string& PlaceIn(const std::string& file, const std::string& pointer) {
    const auto [known, is_new] = places_.try_emplace({file, pointer});
    if (is_new) {
      Target& target = TargetOf(file);
      if (const std::optional<size_t> node = lsp::FindByPointer(*target.tree, pointer)) {
        const lsp::TextPosition at = target.positions->At(target.tree->nodes()[*node].range.begin);
        known->second = "#L" + std::to_string(at.line + 1) + "," + std::to_string(at.character + 1);
      }
    }
    return known->second;
  }

  struct Target {
    std::string text;
    std::unique_ptr<const lsp::TextTree> tree;
    std::unique_ptr<const lsp::TextPositions> positions;
  };

  // Files are read below the directory of the document only.
  Target& TargetOf(const std::string& file) {
    Target& target = targets_[file];
    if (!target.tree) {
      const auto open = opened_.strings.find(file);
      if (open != opened_.strings.end()) {
        target.text = open->second;
      } else if (Result<std::string> read = reader_.ReadBelow(std::string(GetDirectory(path_)), file)) {
        target.text = *std::move(read);
      }
      target.tree = std::make_unique<const lsp::TextTree>(target.text);
      target.positions = std::make_unique<const lsp::TextPositions>(target.text);
    }
    return target;
  }

  const std::string& path_;
  const std::string& text_;
  const OpenDocuments& opened_;
  source::DiskFileReader reader_;
  std::map<std::string, Target> targets_;
  std::map<std::pair<std::string, std::string>, std::string> places_;
  std::vector<lsp::DocumentLink> links_;
};

}  // namespace

std::vector<lsp::DocumentLink> FindLinks(const std::string& path, lsp::TextLanguage language,
                                         const OpenDocuments& opened) {
  return LinkFinder(path, opened).Find(language);
}

}  // namespace kval::cli
