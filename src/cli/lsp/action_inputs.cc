#include "src/cli/lsp/answers.h"

#include <optional>
#include <string_view>
#include <vector>

#include "src/cli/lsp/completion.h"
#include "src/cli/lsp/hover_text.h"
#include "src/cli/lsp/release_values.h"
#include "src/lsp/structure/text_tree.h"
#include "src/source/file_reader.h"
#include "src/support/lexical_path.h"

namespace kval::cli {
namespace {

using lsp::NodeKind;
using lsp::NodeRole;
using lsp::TextTree;

// The inputs or secrets that a local action or a reusable workflow declares.
class ActionInputs {
 public:
  ActionInputs(const std::string& path, const OpenDocuments& opened) : path_(path), opened_(opened) {}

  // Of the action that the step or job around a key of `with` or `secrets` uses; empty if it is elsewhere.
  std::vector<api::KeyInfo> Find(const TextTree& tree, size_t key) {
    const size_t map = tree.nodes()[key].parent;
    if (tree.nodes()[map].role != NodeRole::kValue) {
      return {};
    }
    const std::string part = tree.ContentOf(tree.nodes()[map].key);
    const std::optional<size_t> uses = tree.Find(tree.nodes()[map].parent, "uses");
    const std::string used = uses ? tree.ContentOf(*uses) : std::string();
    if ((part != "with" && part != "secrets") || !used.starts_with("./")) {
      return {};
    }
    root_ = RepositoryAround(path_, opened_, disk_);
    const std::string place = LexicallyNormal(root_ + used);
    if (root_.empty() || !place.starts_with(root_)) {
      return {};
    }
    if (used.ends_with(".yml") || used.ends_with(".yaml")) {
      return Read(place, {"on", "workflow_call", part == "with" ? "inputs" : "secrets"});
    }
    std::vector<api::KeyInfo> inputs;
    for (const std::string_view name : {"/action.yml", "/action.yaml"}) {
      if (inputs.empty() && part == "with") {
        inputs = Read(place + std::string(name), {"inputs"});
      }
    }
    return inputs;
  }

 private:
  // The keys of the map at a path of a file.
  std::vector<api::KeyInfo> Read(const std::string& file, const std::vector<std::string_view>& names) {
    const auto open = opened_.strings.find(file);
    const Result<std::string> text = open != opened_.strings.end()
                                         ? Result<std::string>(open->second)
                                         : disk_.ReadBelow(root_.substr(0, root_.size() - 1), file);
    if (!text) {
      return {};
    }
    const TextTree tree(*text);
    std::optional<size_t> map = tree.nodes().size() > 1 ? std::optional<size_t>(1) : std::nullopt;
    for (const std::string_view name : names) {
      map = map ? tree.Find(*map, name) : std::nullopt;
    }
    std::vector<api::KeyInfo> keys;
    if (map && tree.nodes()[*map].kind == NodeKind::kMapping) {
      tree.ForEachChild(*map, [&](size_t key) { keys.push_back(Describe(tree, key)); });
    }
    return keys;
  }

  static api::KeyInfo Describe(const TextTree& tree, size_t key) {
    const auto field = [&](std::string_view name) {
      const std::optional<size_t> value = tree.Find(tree.ValueOf(key), name);
      return value ? tree.ContentOf(*value) : std::string();
    };
    api::KeyInfo info;
    info.key = tree.ContentOf(key);
    info.type = field("type");
    info.text = field("description");
    info.is_required = field("required") == "true";
    const std::string value = field("default");
    info.text += value.empty() ? "" : (info.text.empty() ? "Default: `" : "\n\nDefault: `") + value + "`";
    info.skeleton = " ";
    return info;
  }

  const std::string& path_;
  const OpenDocuments& opened_;
  source::DiskFileReader disk_;
  std::string root_;  // the repository, with a slash at the end: links do not lead out of it
};

// The key at a position; nullopt for other nodes.
std::optional<size_t> KeyAt(const TextTree& tree, size_t at) {
  const std::optional<size_t> node = tree.NodeAt(at);
  return node && tree.nodes()[*node].role == NodeRole::kKey ? node : std::nullopt;
}

}  // namespace

void AddActionInputs(const OpenDocuments& opened, const std::string& path,
                     const lsp::CompletionContext& typed, std::vector<lsp::CompletionItem>& items) {
  if (typed.part != lsp::CompletionContext::Part::kKey) {
    return;
  }
  const TextTree tree(typed.completed_text);
  const std::optional<size_t> key = KeyAt(tree, typed.at);
  if (!key) {
    return;
  }
  api::SchemaInfo info;
  info.key = {.begin = typed.at, .line = 1};
  info.sibling_keys = ActionInputs(path, opened).Find(tree, *key);
  for (api::KeyInfo& input : info.sibling_keys) {
    const std::optional<size_t> value = tree.Find(tree.nodes()[*key].parent, input.key);
    input.is_present = value && tree.nodes()[*value].key != *key;
  }
  AddSchemaCompletions(typed, info, items);
}

std::string ActionInputHover(const OpenDocuments& opened, const std::string& path, size_t at) {
  const TextTree tree(opened.strings.at(path));
  const std::optional<size_t> key = KeyAt(tree, at);
  for (const api::KeyInfo& input :
       key ? ActionInputs(path, opened).Find(tree, *key) : std::vector<api::KeyInfo>()) {
    if (input.key == tree.ContentOf(*key)) {
      return "**" + input.key + "**" + (input.type.empty() ? "" : ": " + input.type) +
             (input.is_required ? " (required)" : "") + (input.text.empty() ? "" : "\n\n" + input.text);
    }
  }
  return {};
}

}  // namespace kval::cli
