#include "src/driver/kubernetes/kustomization_graph.h"

#include <algorithm>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kustomization_paths.h"
#include "src/support/native_stack.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

// Of kustomizations that include each other; deeper ones count as if nothing included them.
constexpr int kMostLevels = 64;

constexpr Text kGit = "GitRepository";

// The text of a scalar in a map; empty if there is none.
Text TextAt(const value::Value& map, Text key) {
  const value::Value* found = map.kind == value::Kind::kMapping ? value::Find(map, key) : nullptr;
  return found == nullptr || found->is_collection() ? Text() : found->raw.view();
}

}  // namespace

void KustomizedFields::Add(const KustomizedFields& more) {
  added = added | more.added;
  patched.Add(more.patched);
  namespace_name = more.namespace_name.empty() ? namespace_name : more.namespace_name;
}

void KustomizedFields::KeepCommon(const KustomizedFields& others) {
  added = added & others.added;
  patched.KeepCommon(others.patched);
  namespace_name = namespace_name == others.namespace_name ? namespace_name : std::string();
}

void KustomizedFields::AddAlternative(const KustomizedFields& other) {
  added = added | other.added;
  patched.Add(other.patched);
  namespace_name = namespace_name == other.namespace_name ? namespace_name : std::string();
}

void KustomizationGraph::Take(const std::string& name, const yaml::File& file, const FileText& text_of) {
  for (const yaml::Document& document : file.documents) {
    if (kubernetes::IsKustomization(*document.root, name)) {
      Add(*document.root, name, text_of);
    } else if (kubernetes::IsFluxKustomization(*document.root)) {
      AddFlux(*document.root, name);
    }
  }
}

void KustomizationGraph::Add(const value::Value& kustomization, const std::string& name,
                             const FileText& text_of) {
  const std::string directory(GetDirectoryPrefix(name));
  const std::string place = NormalPath(directory);
  KustomizationNode& node = nodes_[place];
  const PatchText text_of_patch = [&](Text path) {
    return text_of(NormalPath(directory + std::string(path)));
  };
  node.own = {kubernetes::FillingsOf(kustomization), PatchedFieldsOf(kustomization, text_of_patch, limits_),
              std::string(TextAt(kustomization, "namespace"))};
  kubernetes::ForEachLoadedPath(check::ValueCursor::Document(kustomization),
                                [&](const check::ValueCursor& /*at*/, const kubernetes::LoadedPath& loaded) {
                                  if (loaded.path.empty()) {
                                    return;
                                  }
                                  std::string path = NormalPath(directory + std::string(loaded.path));
                                  if (loaded.expected == kubernetes::ExpectedTarget::kRoot) {
                                    included_by_[path].push_back(place);
                                    loaded_[place].push_back(path);
                                    resources_.insert(std::move(path));
                                  } else if (loaded.expected == kubernetes::ExpectedTarget::kDirectory) {
                                    included_by_[path].push_back(place);
                                    loaded_[place].push_back(path);
                                    node.components.push_back(std::move(path));
                                  } else if (!loaded.what.empty()) {
                                    uses_.emplace(std::move(path),
                                                  FileUse{std::string(loaded.what) + " of " + name,
                                                          loaded.is_patch, std::string(loaded.what)});
                                  }
                                });
  AddTargets(kustomization, directory);
}

// The kinds that patches in other files are for.
void KustomizationGraph::AddTargets(const value::Value& kustomization, const std::string& directory) {
  for (const Text key : {Text("patches"), Text("patchesJson6902")}) {
    kubernetes::ForEachItemOf(
        check::ValueCursor::Document(kustomization), key, [&](const check::ValueCursor& entry) {
          const std::optional<check::ValueCursor> target = kubernetes::At(entry, "target");
          const Text path = TextAt(*entry.value, "path");
          const auto use = uses_.find(NormalPath(directory + std::string(path)));
          if (!target || path.empty() || use == uses_.end()) {
            return;
          }
          PatchTarget found{{},
                            std::string(TextAt(*target->value, "version")),
                            std::string(TextAt(*target->value, "kind"))};
          if (kubernetes::At(*target, "group")) {
            found.group = TextAt(*target->value, "group");
          }
          use->second.targets.insert(std::move(found));
        });
  }
}

void KustomizationGraph::AddFlux(const value::Value& kustomization, const std::string& name) {
  const value::Value* spec = value::Find(kustomization, "spec");
  if (spec == nullptr || spec->kind != value::Kind::kMapping) {
    return;
  }
  const value::Value* source = value::Find(*spec, "sourceRef");
  FluxBuild build{NormalPath(name), LexicallyNormal(std::string(TextAt(*spec, "path"))), {}, {}, {}};
  if (source != nullptr && source->kind == value::Kind::kMapping) {
    build.source_kind = TextAt(*source, "kind");
    build.source_name = TextAt(*source, "name");
  }
  build.own.namespace_name = TextAt(*spec, "targetNamespace");
  build.own.added.namespaces = !build.own.namespace_name.empty();
  build.own.patched = PatchedFieldsOf(
      *spec, [](Text /*path*/) { return Text(); }, limits_);  // inline alone
  flux_builds_.push_back(std::move(build));
}

void KustomizationGraph::Finish(const std::vector<std::string>& names) {
  if (!flux_builds_.empty()) {
    FindFluxDirectories(names);
    for (const auto& [directory, node] : nodes_) {
      if (!FluxDirectoriesOf(directory).empty()) {
        MarkBuiltByFlux({directory});
      }
    }
    for (const std::string& name : names) {
      FromAbove(NormalPath(name), 0);
    }
  }
  for (const auto& [path, includers] : included_by_) {
    FromAbove(path, 0);
  }
  for (const std::string& name : names) {
    AddUnlisted(NormalPath(name));
  }
  cycle_edges_ = FindCycleEdges(loaded_);
}

// A resource that no kustomization lists, perhaps temporarily, counts as one of the nearest kustomization.
void KustomizationGraph::AddUnlisted(const std::string& path) {
  if (nodes_.empty() || fields_.contains(path) || uses_.contains(path)) {
    return;
  }
  for (std::string above = path; !above.empty() && above != ".";) {
    const size_t slash = above.rfind('/');
    above = slash == std::string::npos ? "" : above.substr(0, slash);
    const std::string directory = above.empty() && !nodes_.contains(above) ? "." : above;
    if (nodes_.contains(directory)) {
      KustomizedFields fields = OwnOf(directory, 0);
      fields.Add(FromAbove(directory, 0));
      fields.Add(of_others_);
      fields_[path] = std::move(fields);
      return;
    }
  }
}

// The path of a Kustomization is relative to the source, which is the repository or one of its directories:
// the outermost one above the file that contains the path is used. If Flux applies the repository from Git,
// Kustomizations with other sources apply other content, and so do those whose path only an inner directory
// has, which other Kustomizations do not treat as their source. So does one for the whole source if only
// others name directories of the repository.
void KustomizationGraph::FindFluxDirectories(std::vector<std::string> names) {
  for (std::string& name : names) {
    name = NormalPath(name);
  }
  std::sort(names.begin(), names.end());
  const auto exists = [&](const std::string& directory) {
    const auto first = std::lower_bound(names.begin(), names.end(), directory + "/");
    return directory.empty() || (first != names.end() && first->starts_with(directory + "/"));
  };
  const bool has_git = std::any_of(flux_builds_.begin(), flux_builds_.end(),
                                   [](const FluxBuild& build) { return build.source_kind == kGit; });
  struct Place {
    const FluxBuild* build;
    std::string source, directory;
  };
  std::vector<Place> places;
  PatchedFields::Fields of_others;
  for (const FluxBuild& build : flux_builds_) {
    build.own.patched.AddUncertain(of_others);
    const bool is_other = has_git && !build.source_kind.empty() && build.source_kind != kGit;
    for (size_t end = is_other ? std::string::npos : 0; end != std::string::npos;) {
      std::string directory = NormalPath(build.file.substr(0, end) + build.path);
      directory = directory == "." ? "" : directory;
      if (exists(directory)) {
        places.push_back({&build, build.file.substr(0, end), std::move(directory)});
        break;
      }
      const size_t slash = build.file.find('/', end);
      end = slash == std::string::npos ? slash : slash + 1;
    }
  }
  std::set<Text> inner;  // directories in which a Kustomization uses an outer source
  std::set<Text> named;  // sources of which Kustomizations name a directory
  for (const Place& place : places) {
    const Text file = place.build->file;
    for (size_t slash = file.find('/', place.source.size()); slash != Text::npos;
         slash = file.find('/', slash + 1)) {
      inner.insert(file.substr(0, slash + 1));
    }
    if (!place.directory.empty() && !place.build->source_name.empty()) {
      named.insert(place.build->source_name);
    }
  }
  for (const Place& place : places) {
    const std::string& name = place.build->source_name;
    const bool is_other = place.directory.empty() && !name.empty() && !named.empty() && !named.contains(name);
    if (!inner.contains(place.source) && !is_other) {
      flux_directories_[place.directory].builds.push_back(place.build);
    }
  }
  of_others_.patched = {of_others, of_others};
}

bool KustomizationGraph::HasKustomization(const std::string& directory) const {
  return nodes_.contains(directory) || (directory.empty() && nodes_.contains("."));
}

// The directories that Flux builds and that include a file or a kustomization without naming it: of one
// without a kustomization all files and all kustomizations below. Source: fluxcd/pkg
// kustomize/kustomize_generator.go.
std::vector<KustomizationGraph::FluxDirectory*> KustomizationGraph::FluxDirectoriesOf(
    const std::string& path) {
  std::vector<FluxDirectory*> found;
  const auto add = [&](const std::string& directory) {
    const auto known = flux_directories_.find(directory);
    if (known != flux_directories_.end()) {
      found.push_back(&known->second);
    }
  };
  if (nodes_.contains(path)) {
    add(path == "." ? "" : path);
  }
  for (std::string above = path; !above.empty() && above != ".";) {
    const size_t slash = above.rfind('/');
    above = slash == std::string::npos ? "" : above.substr(0, slash);
    if (HasKustomization(above)) {
      break;
    }
    add(above);
  }
  return found;
}

// Source: fluxcd/pkg kustomize/kustomize_generator.go (LoadRestrictionsNone).
void KustomizationGraph::MarkBuiltByFlux(std::vector<std::string> open) {
  while (!open.empty()) {
    const std::string path = std::move(open.back());
    open.pop_back();
    if (nodes_.contains(path) && built_by_flux_.insert(path).second) {
      const auto loaded = loaded_.find(path);
      if (loaded != loaded_.end()) {
        open.insert(open.end(), loaded->second.begin(), loaded->second.end());
      }
    }
  }
}

// A component applies to all resources of a kustomization.
KustomizedFields KustomizationGraph::OwnOf(const std::string& directory, int depth) {
  const auto found = nodes_.find(directory);
  if (found == nodes_.end() || depth > kMostLevels) {
    return {};
  }
  // Once: then the components' effects are included.
  for (const std::string& component : std::exchange(found->second.components, {})) {
    KustomizedFields of_component = OwnOf(component, depth + 1);
    if (!found->second.own.namespace_name.empty()) {
      of_component.namespace_name.clear();  // the kustomization sets its own afterwards
    }
    found->second.own.Add(of_component);
  }
  return found->second.own;
}

// What all Kustomizations add that build a directory, apart from one in the file itself, which does not apply
// itself first. A Kustomization may get patches from another one that applies it. Of several sources with the
// directory, one is this repository, and which one is unknown.
std::optional<KustomizedFields> KustomizationGraph::FieldsOfFlux(FluxDirectory& directory,
                                                                 const std::string& path, int depth) {
  constexpr size_t kMostExcluding = 64;
  const bool excludes = directory.builds.size() <= kMostExcluding &&
                        std::any_of(directory.builds.begin(), directory.builds.end(),
                                    [&](const FluxBuild* build) { return build->file == path; });
  if (!excludes && directory.common) {
    return directory.common;
  }
  std::map<Text, KustomizedFields> of_sources;
  for (const FluxBuild* build : directory.builds) {
    if (excludes && build->file == path) {
      continue;
    }
    KustomizedFields fields = build->own;
    fields.patched.Add(FromAbove(build->file, depth + 1).patched.OfChildren());
    const auto [known, is_new] = of_sources.try_emplace(build->source_name, fields);
    if (!is_new) {
      known->second.KeepCommon(fields);
    }
  }
  std::optional<KustomizedFields> common;
  for (auto& [source, fields] : of_sources) {
    if (common) {
      common->AddAlternative(fields);
    } else {
      common = std::move(fields);
    }
  }
  if (!excludes) {
    directory.common = common;
  }
  return common;
}

KustomizedFields KustomizationGraph::FromAbove(const std::string& path, int depth) {
  NeedStack();
  const auto includers = included_by_.find(path);
  const std::vector<FluxDirectory*> flux =
      flux_directories_.empty() ? std::vector<FluxDirectory*>() : FluxDirectoriesOf(path);
  if ((includers == included_by_.end() && flux.empty()) || depth > kMostLevels) {
    return of_others_;
  }
  // Known or in progress: kustomizations that include themselves.
  const auto [known, is_new] = fields_.try_emplace(path);
  if (!is_new) {
    return known->second;
  }
  std::optional<KustomizedFields> common;
  const auto keep_common = [&](KustomizedFields fields) {
    if (common) {
      common->KeepCommon(fields);
    } else {
      common = std::move(fields);
    }
  };
  for (const std::string& includer :
       includers == included_by_.end() ? std::vector<std::string>() : includers->second) {
    KustomizedFields fields = OwnOf(includer, depth);
    fields.Add(FromAbove(includer, depth + 1));
    keep_common(std::move(fields));
  }
  for (FluxDirectory* directory : flux) {
    if (std::optional<KustomizedFields> fields = FieldsOfFlux(*directory, path, depth)) {
      keep_common(*std::move(fields));
    }
  }
  if (!common) {
    fields_.erase(path);  // only its own Kustomization builds it
    return {};
  }
  fields_[path] = *common;
  return *common;
}

void KustomizationGraph::AddUse(const std::string& name, FileUse use) {
  uses_.emplace(NormalPath(name), std::move(use));
}

bool KustomizationGraph::IsBelowKustomization(const std::string& name) const {
  if (nodes_.contains(".") || nodes_.contains("")) {
    return true;
  }
  const std::string place = NormalPath(name);
  for (size_t end = place.rfind('/'); end != std::string::npos && end > 0; end = place.rfind('/', end - 1)) {
    if (nodes_.contains(place.substr(0, end))) {
      return true;
    }
  }
  return false;
}

bool KustomizationGraph::IsResource(const std::string& name) const {
  return resources_.contains(NormalPath(name));
}

const KustomizationGraph::FileUse* KustomizationGraph::Find(const std::string& name) const {
  if (uses_.empty()) {
    return nullptr;
  }
  const auto found = uses_.find(NormalPath(name));
  return found == uses_.end() || resources_.contains(found->first) ? nullptr : &found->second;
}

const KustomizedFields& KustomizationGraph::FieldsOf(const std::string& name) const {
  const auto found = fields_.empty() ? fields_.end() : fields_.find(NormalPath(name));
  return found == fields_.end() ? of_others_ : found->second;
}

bool KustomizationGraph::IsCycle(const std::string& directory, const std::string& path) const {
  return !cycle_edges_.empty() && cycle_edges_.contains({directory, path});
}

}  // namespace kval::driver
