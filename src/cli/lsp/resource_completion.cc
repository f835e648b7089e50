#include "src/cli/lsp/answers.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "schemas/catalog/catalog.h"
#include "schemas/crd_catalog/crd_catalog.h"
#include "schemas/kubernetes/api_table.h"
#include "src/cli/chart_location.h"
#include "src/cli/lsp/completion.h"
#include "src/cli/lsp/document_names.h"
#include "src/cli/lsp/known_values.h"
#include "src/cli/lsp/kubernetes_hover.h"
#include "src/cli/lsp/workspace_definitions.h"
#include "src/driver/inputs/tool_files.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/kubernetes/kustomization.h"
#include "src/lsp/structure/text_tree.h"
#include "src/support/path_text.h"

namespace kval::cli {
namespace {

using lsp::CompletionContext;
using lsp::CompletionItem;
using lsp::CompletionItemKind;
using schemas::kubernetes::Api;
using schemas::kubernetes::ApiTable;

// The APIs of the newest version that a resource with these fields can have; empty fields are not known.
std::vector<Api> MatchingApis(const ApiTable& table, std::string_view api_version, std::string_view kind) {
  std::vector<Api> apis = table.Apis();
  std::erase_if(apis, [&](const Api& api) {
    const bool is_list = api.kind.ends_with("List") && api.kind != "List";  // only servers write them
    return is_list || (!api_version.empty() && api.api_version != api_version) ||
           (!kind.empty() && api.kind != kind) ||
           table.FindKind(api.api_version, api.kind, table.newest()) == nullptr;
  });
  return apis;
}

// Adds the values of one field of resources, each once.
class FieldValues {
 public:
  FieldValues(const CompletionContext& typed, const ResourceField& field, std::vector<CompletionItem>& items)
      : typed_(typed), field_(field), items_(items) {}

  void AddBuiltin(const ApiTable& table) {
    for (const Api& api :
         is_kind() ? MatchingApis(table, field_.api_version, {}) : MatchingApis(table, {}, field_.kind)) {
      Add(api.api_version, api.kind, is_kind() ? api.api_version : std::string_view());
    }
  }

  // The custom resources of well-known operators, once a group or a kind is written.
  void AddCatalog() {
    if (is_kind() ? field_.api_version.empty() : field_.kind.empty()) {
      return;
    }
    const schemas::crd_catalog::CatalogIndex index;
    for (const schemas::crd_catalog::CatalogEntry& entry : index.All()) {
      if (is_kind() ? entry.api_version == field_.api_version : entry.kind == field_.kind) {
        Add(entry.api_version, entry.kind, entry.release);
      }
    }
  }

  // The custom resources that files define.
  void AddDefined(DocumentSchema& schema) {
    driver::PlannedCheck plan = schema.check();
    if (plan.method != driver::CheckMethod::kManifests) {  // the document is no resource yet
      plan.manifests.crds = WorkspaceDefinitions(typed_.completed_text, schema.files());
    }
    for (const DefinedKind& defined : DefinedKinds(field_, plan, schema.limits(), schema.files())) {
      Add(defined.api_version, defined.kind, {});
    }
  }

 private:
  bool is_kind() const { return field_.key == "kind"; }

  void Add(std::string_view api_version, std::string_view kind, std::string_view detail) {
    const std::string value(is_kind() ? kind : api_version);
    if (values_.insert(value).second) {
      AddValue(typed_, value, CompletionItemKind::kEnumMember, std::string(detail), items_);
    }
  }

  const CompletionContext& typed_;
  const ResourceField& field_;
  std::vector<CompletionItem>& items_;
  std::set<std::string> values_;
};

// What known_values.def calls the document.
std::string NameOf(const CompletionContext& typed, DocumentSchema& schema) {
  for (const driver::InputPath& input : schema.check().options.inputs) {
    if (const auto* const builtin = schemas::catalog::FindByPath(input.path)) {
      return std::string(builtin->name);
    }
  }
  const std::string& path = schema.document().path();
  if (driver::IsHelmfileName(path)) {
    return "helmfile";
  }
  if (GetFileName(path) == "Chart.yaml") {
    return "chart";
  }
  std::string name =
      schema.is_compiled() ? std::string() : ResourceNameAt(typed.completed_text, typed.at, schema.limits());
  const bool is_kustomization =
      name.empty() ? kubernetes::IsKustomizationName(path) : name.starts_with("kustomize.config.k8s.io/");
  return is_kustomization && !schema.is_compiled() ? "kustomize.config.k8s.io/v1beta1/Kustomization" : name;
}

// Whether a document without keys may become a resource: in a file of manifests, or in a file that is empty
// except for the word, that belongs to no chart, and that no other tool reads.
bool MayHoldResources(const CompletionContext& typed, DocumentSchema& schema) {
  if (schema.check().method == driver::CheckMethod::kManifests) {
    return true;
  }
  const std::string& name = schema.document().name();
  const bool is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  const lsp::TextTree tree(typed.completed_text);
  constexpr size_t kNodesOfOneKey = 4;  // a document, a mapping, its key and its value
  return is_yaml && tree.nodes().size() <= kNodesOfOneKey && !GetFileName(name).starts_with('.') &&
         !DirectoryOfChart(name, schema.files()) && driver::DescribeToolFile(name).empty() &&
         !driver::HasPathOfTool(name) && !driver::IsValuesName(name);
}

// Whether a word is a key's beginning. `_` means that there is no word (lsp/completion_context.h).
bool IsBegunBy(std::string_view key, std::string_view word) {
  return word == "_" || key.starts_with(word);
}

// Whether the mapping around the key at a position has another one of this name.
bool HasKey(const lsp::TextTree& tree, size_t at, std::string_view name) {
  const std::optional<size_t> node = tree.NodeAt(at);
  if (!node) {
    return false;
  }
  const std::optional<size_t> value = tree.Find(tree.nodes()[*node].parent, name);
  return value.has_value() && tree.nodes()[*value].key != *node;
}

}  // namespace

void AddResourceCompletions(const CompletionContext& typed, DocumentSchema& schema,
                            std::vector<CompletionItem>& items) {
  const std::optional<ResourceField> field =
      FindResourceField(typed.completed_text, typed.at, schema.limits());
  const bool is_first = field && field->keys.empty() && field->key != "kind" && field->key != "apiVersion";
  if (!field || (is_first && !MayHoldResources(typed, schema))) {
    return;
  }
  const ApiTable table = ApiTable::Builtin();
  if (typed.part == CompletionContext::Part::kKey) {
    const bool is_known = !MatchingApis(table, field->api_version, field->kind).empty() &&
                          !field->api_version.empty() && !field->kind.empty();
    for (const std::string_view key : {"apiVersion", "kind", "metadata"}) {
      const bool may_be_meant = !is_first || IsBegunBy(key, field->key);
      if (!is_known && may_be_meant && !field->keys.contains(std::string(key))) {
        items.push_back({std::string(key),
                         std::string(key) + (typed.has_colon ? "" : ": "),
                         CompletionItemKind::kProperty,
                         true,
                         {},
                         {}});
      }
    }
    return;
  }
  if (field->key == "kind" || field->key == "apiVersion") {
    FieldValues values(typed, *field, items);
    values.AddBuiltin(table);
    values.AddCatalog();
    values.AddDefined(schema);
  }
}

void AddKnownValues(const CompletionContext& typed, const api::SchemaInfo& info, DocumentSchema& schema,
                    std::vector<CompletionItem>& items) {
  const bool is_key = typed.part == CompletionContext::Part::kKey;
  const bool is_here = is_key ? info.key && info.key.begin == typed.at : info.value.begin == typed.at;
  if (!is_here || info.path.empty()) {
    return;
  }
  const std::string document = NameOf(typed, schema);
  const lsp::TextTree tree(typed.completed_text);
  const auto is_listed = [&items](std::string_view word) {
    return std::any_of(items.begin(), items.end(),
                       [word](const CompletionItem& item) { return item.label == word; });
  };
  const auto add_key = [&](std::string_view key, std::string_view skeleton) {
    if (is_listed(key) || HasKey(tree, typed.at, key)) {
      return;
    }
    api::SchemaInfo one = info;
    one.sibling_keys = {{}};
    one.sibling_keys.front().key = key;
    one.sibling_keys.front().skeleton = skeleton;
    AddSchemaCompletions(typed, one, items);
  };
  if (is_key || info.allowed_values.empty()) {
    for (const std::string& name : FindNames(tree, typed.at, NameSource(document, info.path, is_key),
                                             schema.document().path(), schema.document().opened())) {
      if (is_key) {
        add_key(name, "\n  ");
      } else {
        AddValue(typed, name, CompletionItemKind::kReference, {}, items);
      }
    }
  }
  for (const std::string_view known : KnownValues(document, info.path, is_key)) {
    if (is_key) {
      add_key(known, " ");
    } else if (!is_listed(known)) {
      AddValue(typed, std::string(known), CompletionItemKind::kValue, {}, items);
    }
  }
}

}  // namespace kval::cli
