#include "src/cli/lsp/kustomization_names.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "src/cli/lsp/release_values.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::NodeRole;
using lsp::TextTree;

constexpr size_t kMostFiles = 200;
constexpr size_t kMostBytes = size_t{16} << 20;
constexpr std::array<std::string_view, 5> kFields = {"group", "version", "kind", "name", "namespace"};

std::string TextOf(const TextTree& tree, size_t mapping, std::string_view key) {
  const std::optional<size_t> value = tree.Find(mapping, key);
  return value ? tree.ContentOf(*value) : std::string();
}

// The fields of a resource, in the order of kFields.
using ResourceFields = std::array<std::string, kFields.size()>;

ResourceFields FieldsOf(const TextTree& tree, size_t resource) {
  const std::string api_version = TextOf(tree, resource, "apiVersion");
  const size_t slash = api_version.find('/');
  const bool has_group = slash != std::string::npos;
  const std::optional<size_t> metadata = tree.Find(resource, "metadata");
  ResourceFields fields;
  fields[0] = has_group ? api_version.substr(0, slash) : std::string();
  fields[1] = has_group ? api_version.substr(slash + 1) : api_version;
  fields[2] = TextOf(tree, resource, "kind");
  fields[3] = metadata ? TextOf(tree, *metadata, "name") : std::string();
  fields[4] = metadata ? TextOf(tree, *metadata, "namespace") : std::string();
  return fields;
}

// `registry:5000/app:1.2@sha256:…` without its tag and digest.
std::string NameOfImage(std::string image) {
  image.resize(std::min(image.find('@'), image.size()));
  const size_t colon = image.rfind(':');
  const bool is_tag = colon != std::string::npos && image.find('/', colon) == std::string::npos;
  image.resize(is_tag ? colon : image.size());
  return image;
}

class LoadedResources {
 public:
  LoadedResources(const std::string& path, const OpenDocuments& opened)
      : path_(path), opened_(opened), root_(RepositoryAround(path, opened, disk_)) {}

  // Calls `use` with the content of each file that the kustomization and those below it load.
  template <typename Use>
  void ForEachText(const TextTree& kustomization, const Use& use) {
    AddFiles(kustomization, std::string(GetDirectoryPrefix(path_)));
    for (size_t i = 0; i < files_.size() && bytes_ < kMostBytes; ++i) {
      const std::string file = files_[i];
      const std::optional<std::string> text = Read(file);
      if (text) {
        bytes_ += text->size();
        const TextTree tree(*text);
        use(tree);
        AddFiles(tree, std::string(GetDirectoryPrefix(file)));
      }
    }
  }

 private:
  void AddFiles(const TextTree& tree, const std::string& directory) {
    for (size_t i = 0; i < tree.nodes().size() && !root_.empty(); ++i) {
      const lsp::TextNode& node = tree.nodes()[i];
      if (node.role != NodeRole::kRoot || node.kind != NodeKind::kMapping) {
        continue;
      }
      for (const std::string_view key : {"resources", "bases", "components"}) {
        const std::optional<size_t> list = tree.Find(i, key);
        if (list && tree.nodes()[*list].kind == NodeKind::kSequence) {
          tree.ForEachChild(*list, [&](size_t item) { Add(directory, tree.ContentOf(item)); });
        }
      }
    }
  }

  void Add(const std::string& directory, const std::string& name) {
    std::string file = LexicallyNormal(directory + name);
    const bool is_here = !name.empty() && (file + "/").starts_with(root_) && files_.size() < kMostFiles;
    if (!is_here) {
      return;
    }
    if (disk_.KindOf(file) == source::PathKind::kDirectory) {
      for (const std::string_view own : {"kustomization.yaml", "kustomization.yml", "Kustomization"}) {
        const std::string inside = file + "/" + std::string(own);
        if (disk_.KindOf(inside) == source::PathKind::kFile) {
          file = inside;
          break;
        }
      }
    }
    if (known_.insert(file).second) {
      files_.push_back(std::move(file));
    }
  }

  std::optional<std::string> Read(const std::string& file) {
    const auto open = opened_.strings.find(file);
    if (open != opened_.strings.end()) {
      return open->second;
    }
    Result<std::string> text = disk_.ReadBelow(root_.substr(0, root_.size() - 1), file);
    return text ? std::optional(*std::move(text)) : std::nullopt;
  }

  const std::string& path_;
  const OpenDocuments& opened_;
  source::DiskFileReader disk_;
  std::string root_;
  std::vector<std::string> files_;
  std::set<std::string> known_;
  size_t bytes_ = 0;
};

class NameCollector {
 public:
  NameCollector(const TextTree& tree, size_t node, std::string_view field) : field_(field) {
    const size_t around = tree.nodes()[node].parent;
    for (size_t i = 0; i < kFields.size(); ++i) {
      wanted_[i] = kFields[i] == field ? std::string() : TextOf(tree, around, kFields[i]);
    }
  }

  void AddFrom(const TextTree& tree) {
    for (size_t i = 0; i < tree.nodes().size(); ++i) {
      const lsp::TextNode& node = tree.nodes()[i];
      if (field_ == "image") {
        const bool is_image = node.kind == NodeKind::kScalar && node.role == NodeRole::kValue &&
                              tree.ContentOf(node.key) == "image";
        Add(is_image ? NameOfImage(tree.ContentOf(i)) : std::string());
      } else if (node.kind == NodeKind::kMapping && tree.Find(i, "apiVersion") && tree.Find(i, "kind")) {
        if (TextOf(tree, i, "kind") != "List") {
          AddResource(tree, i);
          i = node.next - 1;
        }
      }
    }
  }

  std::vector<std::string> Take() { return std::move(names_); }

 private:
  void AddResource(const TextTree& tree, size_t resource) {
    const ResourceFields fields = FieldsOf(tree, resource);
    if (field_ == "scalable") {
      const std::string& kind = fields[2];
      const bool has_replicas = kind == "Deployment" || kind == "StatefulSet" || kind == "ReplicaSet" ||
                                kind == "ReplicationController";
      return Add(has_replicas ? fields[3] : std::string());
    }
    for (size_t i = 0; i < kFields.size(); ++i) {
      if (!wanted_[i].empty() && wanted_[i] != fields[i]) {
        return;
      }
    }
    const auto at = std::find(kFields.begin(), kFields.end(), field_);
    Add(at == kFields.end() ? std::string() : fields[static_cast<size_t>(at - kFields.begin())]);
  }

  void Add(std::string name) {
    if (!name.empty() && known_.insert(name).second) {
      names_.push_back(std::move(name));
    }
  }

  std::string_view field_;
  ResourceFields wanted_;
  std::set<std::string> known_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> LoadedNames(const TextTree& tree, size_t node, std::string_view field,
                                     const std::string& path, const OpenDocuments& opened) {
  NameCollector names(tree, node, field);
  LoadedResources(path, opened).ForEachText(tree, [&names](const TextTree& text) { names.AddFrom(text); });
  return names.Take();
}

}  // namespace kval::cli
