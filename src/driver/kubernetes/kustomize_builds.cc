#include "src/driver/kubernetes/kustomize_builds.h"

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>

#include "src/driver/kubernetes/kustomize_replacements.h"
#include "src/driver/releases/fields.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kustomization.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using check::ValueCursor;
using value::Value;
using Text = std::string_view;

constexpr int kMostLevels = 64;           // of kustomizations that load each other
constexpr size_t kMostSteps = 2'000'000;  // of one run
constexpr size_t kMostFieldSteps = 4'000'000;
constexpr size_t kStepsOfDirectory = 100, kStepsOfResource = 40;

bool HasAny(const Value& map, std::initializer_list<Text> keys) {
  return std::any_of(keys.begin(), keys.end(), [&](Text key) {
    const Value* found = FieldAt(&map, {key});
    return found != nullptr && found->kind != value::Kind::kNull;
  });
}

// What transformers do, apart from replacements.
class Transformers {
 public:
  Transformers(const Value& kustomization, const PatchText& text_of, const Limits& limits)
      : kustomization_(kustomization), text_of_(text_of), limits_(limits) {}

  // Returns whether the resources are still complete.
  bool Apply(std::vector<KustomizeResource>& resources) {
    is_complete_ = true;
    MarkPatched(resources);
    const bool sets_fields = HasAny(kustomization_, {"configurations"}) || HasLabelsOfOtherFields();
    const KustomizeChanges changes{HasAny(kustomization_, {"namePrefix", "nameSuffix"}),
                                   HasAny(kustomization_, {"namespace"}),
                                   HasAny(kustomization_, {"labels", "commonLabels", "buildMetadata"}),
                                   HasAny(kustomization_, {"commonAnnotations", "buildMetadata"}),
                                   HasAny(kustomization_, {"images", "imageTags"}),
                                   HasAny(kustomization_, {"replicas"})};
    for (KustomizeResource& resource : resources) {
      resource.is_patched = resource.is_patched || sets_fields;
      resource.changes.Add(changes);
      Rename(resource);
    }
    return is_complete_;
  }

 private:
  bool HasLabelsOfOtherFields() const {
    const auto items = ItemsAt(&kustomization_, {"labels"});
    return std::any_of(items.begin(), items.end(),
                       [](const Value* labels) { return HasAny(*labels, {"fields"}); });
  }

  void MarkPatched(std::vector<KustomizeResource>& resources) {
    const PatchedFields::Fields fields = ChangedFieldsOf(kustomization_, text_of_, limits_);
    is_complete_ = std::none_of(fields.begin(), fields.end(),
                                [](const PatchedField& field) { return field.keys.empty(); });
    bool patches_any = false;
    bool has_options = false;  // with which a patch may change names and kinds
    for (const Text key : {Text("patches"), Text("patchesJson6902"), Text("patchesStrategicMerge")}) {
      for (const Value* entry : ItemsAt(&kustomization_, {key})) {
        const std::string path = entry->is_collection() ? TextAt(entry, {"path"}) : TextAt(entry, {});
        const bool is_file = !path.empty() && path.find('\n') == std::string::npos;
        patches_any = patches_any || (is_file && text_of_(path).empty());
        has_options = has_options || HasAny(*entry, {"options"});
      }
    }
    is_complete_ = is_complete_ && !has_options;
    for (KustomizeResource& resource : resources) {
      resource.has_unknown_id = resource.has_unknown_id || patches_any || has_options;
      resource.is_patched = resource.is_patched || patches_any || has_options;
      for (const PatchedField& field : fields) {
        if (MayChange(field, resource)) {
          resource.Patch(field.keys);
        }
      }
    }
  }

  // Whether the resource, by any of its names, may be the one of a patch.
  static bool MayChange(const PatchedField& field, const KustomizeResource& resource) {
    return (field.kind.empty() || field.kind == TextAt(resource.object, {"kind"})) &&
           (field.name.empty() || resource.has_unknown_id ||
            std::any_of(resource.ids.begin(), resource.ids.end(),
                        [&](const auto& id) { return id.name == field.name; }));
  }

  void Rename(KustomizeResource& resource) const {
    const std::string prefix = TextAt(&kustomization_, {"namePrefix"});
    const std::string suffix = TextAt(&kustomization_, {"nameSuffix"});
    const std::string name_space = TextAt(&kustomization_, {"namespace"});
    const std::string kind = TextAt(resource.object, {"kind"});
    if (resource.ids.empty()) {
      return;  // only the present id, which is unknown
    }
    const KustomizeResource::Id old = resource.ids.back();
    const bool keeps_name = kind == "CustomResourceDefinition" || kind == "APIService" || kind == "Namespace";
    if (!name_space.empty()) {
      resource.ids.push_back(
          {kind == "Namespace" ? name_space : old.name, kind == "Namespace" ? old.name_space : name_space});
    }
    if (!keeps_name && (!prefix.empty() || !suffix.empty())) {
      resource.ids.push_back({prefix + old.name, resource.ids.back().name_space});
      resource.ids.push_back({prefix + old.name + suffix, resource.ids.back().name_space});
    }
  }

  const Value& kustomization_;
  const PatchText& text_of_;
  const Limits& limits_;
  bool is_complete_ = true;
};

}  // namespace

void KustomizeBuilds::Run(ManifestFiles& files) {
  files_ = &files;
  field_steps_ = kMostFieldSteps;
  bool is_needed = false;
  for (size_t i = 0; i < files.size(); ++i) {
    const std::string& name = files[i].name;
    index_of_.emplace(graph_.NormalPath(name), i);
    if (kubernetes::IsKustomizationName(name)) {
      kustomizations_.emplace(graph_.NormalPath(GetDirectoryPrefix(name)), i);
      is_needed = is_needed || files[i].text().find("replacements") != Text::npos ||
                  files[i].text().find("vars") != Text::npos;
    }
  }
  if (!is_needed) {
    return;
  }
  for (const auto& [directory, index] : kustomizations_) {
    if (!Reaches(directory, 0)) {
      continue;
    }
    const yaml::File& file = files.DocumentsOf(index);
    const bool is_component =
        !file.documents.empty() && TextAt(file.documents.front().root, {"kind"}) == "Component";
    if (!is_component) {
      const Build build = BuildOf(directory, 0);
      if (!graph_.IsResource(directory)) {
        Publish(build);
      }
    }
  }
  builds_.clear();
}

const std::vector<diag::Diagnostic>& KustomizeBuilds::FindingsOf(const std::string& name) const {
  static const std::vector<diag::Diagnostic> kNone{};
  const auto found = findings_.find(name);
  return found == findings_.end() ? kNone : found->second;
}

void KustomizeBuilds::TakeFindings(const std::string& name) {
  for (diag::Diagnostic& finding : collector_.Release()) {
    findings_[name].push_back(std::move(finding));
  }
}

const KustomizeBuilds::Replaced* KustomizeBuilds::Find(const Value& document) const {
  const auto found = found_.empty() ? found_.end() : found_.find(&document);
  return found == found_.end() || found->second.object == nullptr ? nullptr : &found->second;
}

// Whether a kustomization has replacements or variables, or loads one that does.
bool KustomizeBuilds::Reaches(const std::string& directory, int depth) {
  NeedStack();
  const auto found = kustomizations_.find(directory);
  if (found == kustomizations_.end() || depth > kMostLevels) {
    return false;
  }
  const auto [known, is_new] = reaches_.try_emplace(directory, false);  // false in a cycle
  if (!is_new) {
    return known->second;
  }
  const yaml::File& file = files_->KeepDocumentsOf(found->second);
  bool reaches = false;
  for (const yaml::Document& document : file.documents) {
    reaches = reaches || HasAny(*document.root, {"replacements", "vars"});
    for (const Text list : {Text("resources"), Text("bases"), Text("components")}) {
      for (const Value* path : ItemsAt(document.root, {list})) {
        reaches = Reaches(graph_.NormalPath((directory.empty() ? "" : directory + "/") + TextAt(path, {})),
                          depth + 1) ||
                  reaches;
      }
    }
  }
  return reaches_[directory] = reaches;
}

KustomizeBuilds::Build KustomizeBuilds::BuildOf(const std::string& directory, int depth) {
  NeedStack();
  const auto known = builds_.find(directory);
  if (known != builds_.end()) {
    steps_ += known->second.resources.size() * kStepsOfResource;
  }
  Build build;
  if (depth > kMostLevels || steps_ > kMostSteps) {
    build.is_complete = false;
    return build;
  }
  if (known != builds_.end()) {
    return known->second;
  }
  builds_[directory].is_complete = false;  // in a cycle
  Apply(directory, depth, build);
  builds_[directory] = build;
  return build;
}

void KustomizeBuilds::Apply(const std::string& directory, int depth, Build& build) {
  const auto found = kustomizations_.find(directory);
  const ManifestFile* file = found == kustomizations_.end() ? nullptr : &(*files_)[found->second];
  const yaml::File* documents =
      file == nullptr || file->failure ? nullptr : &files_->KeepDocumentsOf(found->second);
  if (documents == nullptr || documents->documents.size() != 1 || steps_ > kMostSteps) {
    build.is_complete = false;
    return;
  }
  steps_ += kStepsOfDirectory;
  const Value& root = *documents->documents.front().root;
  const ValueCursor at = ValueCursor::Document(root);
  AddResources(at, directory, depth, build);
  for (const auto& [list, kind] : {std::pair<Text, Text>{"configMapGenerator", "ConfigMap"},
                                   std::pair<Text, Text>{"secretGenerator", "Secret"}}) {
    for (const Value* generator : ItemsAt(&root, {list})) {
      AddGenerated(ValueCursor::Document(*generator), kind, build);
    }
  }
  for (const Value* component : ItemsAt(&root, {"components"})) {
    NeedStack();
    const std::string path =
        graph_.NormalPath((directory.empty() ? "" : directory + "/") + TextAt(component, {}));
    if (depth <= kMostLevels) {
      Apply(path, depth + 1, build);
    }
  }
  const PatchText text_of = [&](Text path) {
    const auto patch =
        index_of_.find(graph_.NormalPath((directory.empty() ? "" : directory + "/") + std::string(path)));
    return patch == index_of_.end() ? Text() : (*files_)[patch->second].text();
  };
  build.is_complete = Transformers(root, text_of, limits_).Apply(build.resources) && build.is_complete;
  ApplyReplacements(at, directory, build);
  if (HasAny(root, {"transformers"})) {
    build.is_complete = false;
    for (KustomizeResource& resource : build.resources) {
      resource.is_patched = true;
    }
  }
}

void KustomizeBuilds::AddResources(const ValueCursor& root, const std::string& directory, int depth,
                                   Build& build) {
  for (const Text list : {Text("resources"), Text("bases")}) {
    for (const Value* entry : ItemsAt(root.value, {list})) {
      const std::string path =
          graph_.NormalPath((directory.empty() ? "" : directory + "/") + TextAt(entry, {}));
      if (const auto file = index_of_.find(path); file != index_of_.end()) {
        AddFile(file->second, build);
      } else if (kustomizations_.contains(path)) {
        Build loaded = BuildOf(path, depth + 1);
        build.is_complete = build.is_complete && loaded.is_complete;
        std::move(loaded.resources.begin(), loaded.resources.end(), std::back_inserter(build.resources));
      } else {
        build.is_complete = false;
      }
    }
  }
  build.is_complete =
      build.is_complete &&
      !HasAny(*root.value, {"generators", "helmCharts", "helmChartInflationGenerator", "helmGlobals"});
}

void KustomizeBuilds::AddFile(size_t index, Build& build) {
  const ManifestFile& file = (*files_)[index];
  if (file.failure || ++steps_ > kMostSteps) {
    build.is_complete = false;
    return;
  }
  const yaml::File& documents = files_->KeepDocumentsOf(index);
  build.is_complete = build.is_complete && file.parsed->errors.diagnostics().empty();
  ForEachResource(documents, [&](const Value& object) {
    steps_ += kStepsOfResource;
    const std::string name = TextAt(&object, {"metadata", "name"});
    if (object.kind == value::Kind::kNull) {
      return;
    }
    if (IsRecovered(object) || name.empty() || TextAt(&object, {"kind"}).empty()) {
      build.is_complete = false;
      return;
    }
    KustomizeResource& resource = build.resources.emplace_back();
    resource.written = &object;
    resource.object = &object;
    resource.name = name;
    resource.ids.push_back({name, TextAt(&object, {"metadata", "namespace"})});
  });
}

// A ConfigMap or Secret with the literals of its generator.
void KustomizeBuilds::AddGenerated(const ValueCursor& generator, Text kind, Build& build) {
  const Value& from = *generator.value;
  const std::string behavior = TextAt(&from, {"behavior"});
  const std::string name = TextAt(&from, {"name"});
  if (name.empty() || behavior == "merge" || behavior == "replace") {
    for (KustomizeResource& resource : build.resources) {
      resource.is_patched = resource.is_patched || TextAt(resource.object, {"kind"}) == kind;
    }
    return;
  }
  std::vector<value::Entry> data;
  for (const Value* literal : ItemsAt(&from, {"literals"})) {
    const std::string text = TextAt(literal, {});
    const size_t equals = text.find('=');
    if (equals != std::string::npos) {
      std::string content = text.substr(equals + 1);
      if (content.size() >= 2 && content.front() == content.back() &&
          (content.front() == '"' || content.front() == '\'')) {
        content = content.substr(1, content.size() - 2);
      }
      data.push_back({build_.String(text.substr(0, equals)), build_.String(content, literal->span)});
    }
  }
  const value::Entry named{build_.String("name"), build_.String(name)};
  const value::Entry entries[] = {{build_.String("apiVersion"), build_.String("v1")},
                                  {build_.String("kind"), build_.String(kind)},
                                  {build_.String("metadata"), build_.Mapping({&named, 1})},
                                  {build_.String("data"), build_.Mapping(data)}};
  KustomizeResource& resource = build.resources.emplace_back();
  resource.object = build_.Mapping(entries);
  resource.name = name;
  resource.ids.push_back({name, TextAt(&from, {"namespace"})});
  // The content of files is not read, and that of Secrets is encoded.
  resource.is_patched = kind == "Secret" || HasAny(from, {"files", "envs", "env", "options", "namespace"});
}

// Takes the steps of a replacement. Without enough of them, all fields are unknown.
bool KustomizeBuilds::Take(const Value& replacement, Build& build) {
  size_t selections = 1;
  for (const Value* target : ItemsAt(&replacement, {"targets"})) {
    selections += 1 + ItemsAt(target, {"reject"}).size() + ItemsAt(target, {"fieldPaths"}).size();
  }
  steps_ += selections * build.resources.size();
  if (steps_ > kMostSteps) {
    for (KustomizeResource& resource : build.resources) {
      resource.is_patched = true;
    }
  }
  return steps_ <= kMostSteps;
}

void KustomizeBuilds::ApplyReplacements(const ValueCursor& root, const std::string& directory, Build& build) {
  const std::string& own_name = (*files_)[kustomizations_.at(directory)].name;
  ReplacementScope scope{build.resources, build.is_complete, reported_, limits_, field_steps_, build_, emit_};
  kubernetes::ForEachItemOf(root, "replacements", [&](const ValueCursor& replacement) {
    const std::string path = TextAt(replacement.value, {"path"});
    if (!Take(*replacement.value, build)) {
      return;
    }
    ApplyReplacement(replacement, false, scope);
    if (path.empty()) {
      return;
    }
    const auto file = index_of_.find(graph_.NormalPath((directory.empty() ? "" : directory + "/") + path));
    if (file == index_of_.end() || (*files_)[file->second].failure) {
      for (KustomizeResource& resource : build.resources) {
        resource.is_patched = true;
      }
      return;
    }
    TakeFindings(own_name);
    for (const yaml::Document& document : files_->KeepDocumentsOf(file->second).documents) {
      const ValueCursor list = ValueCursor::Document(*document.root);
      kubernetes::ForEachItem(list, [&](const ValueCursor& item) {
        if (Take(*item.value, build)) {
          ApplyReplacement(item, true, scope);
        }
      });
      if (document.root->kind == value::Kind::kMapping && Take(*document.root, build)) {
        ApplyReplacement(list, true, scope);
      }
    }
    TakeFindings((*files_)[file->second].name);
  });
  steps_ += ItemsAt(root.value, {"vars"}).size() * build.resources.size();
  if (steps_ <= kMostSteps) {
    CheckVariables(root, scope);
  }
  TakeFindings(own_name);
}

void KustomizeBuilds::Publish(const Build& build) {
  for (const KustomizeResource& resource : build.resources) {
    if (resource.written == nullptr || resource.replaced.empty()) {
      continue;
    }
    const bool is_known = !resource.is_patched && !resource.has_unknown_field && !resource.PatchesReplaced();
    const auto [found, is_new] = found_.try_emplace(
        resource.written, Replaced{is_known ? resource.object : nullptr, resource.replaced});
    if (!is_new && found->second.object != nullptr &&
        (!is_known || !value::Equal(*found->second.object, *resource.object))) {
      found->second.object = nullptr;
    }
  }
}

}  // namespace kval::driver
