#include "src/driver/kubernetes/kustomization_graph.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>

#include "src/kubernetes/kustomization_paths.h"
#include "src/support/lexical_path.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

// Of kustomizations that include each other; deeper ones count as if nothing included them.
constexpr int kMostLevels = 64;

}  // namespace

void KustomizedFields::Add(const KustomizedFields& more) {
  added = added | more.added;
  patched.Add(more.patched);
}

void KustomizedFields::KeepCommon(const KustomizedFields& others) {
  added = added & others.added;
  patched.KeepCommon(others.patched);
}

void KustomizationGraph::Take(const std::string& name, const yaml::File& file) {
  for (const yaml::Document& document : file.documents) {
    if (kubernetes::IsKustomization(*document.root, name)) {
      Add(*document.root, name);
    } else if (kubernetes::IsFluxKustomization(*document.root)) {
      AddFlux(*document.root, name);
    }
  }
}

void KustomizationGraph::Add(const value::Value& kustomization, const std::string& name) {
  const std::string directory(GetDirectoryPrefix(name));
  const std::string place = LexicallyNormal(directory);
  KustomizationNode& node = nodes_[place];
  node.own = {kubernetes::FillingsOf(kustomization), PatchedFieldsOf(kustomization, limits_)};
  kubernetes::ForEachLoadedPath(
      check::ValueCursor::Document(kustomization),
      [&](const check::ValueCursor& /*at*/, const kubernetes::LoadedPath& loaded) {
        if (loaded.path.empty()) {
          return;
        }
        std::string path = LexicallyNormal(directory + std::string(loaded.path));
        if (loaded.expected == kubernetes::ExpectedTarget::kRoot) {
          included_by_[path].push_back(place);
          loaded_[place].push_back(path);
          resources_.insert(std::move(path));
        } else if (loaded.expected == kubernetes::ExpectedTarget::kDirectory) {
          included_by_[path].push_back(place);
          loaded_[place].push_back(path);
          node.components.push_back(std::move(path));
        } else if (!loaded.what.empty()) {
          uses_.emplace(std::move(path), FileUse{std::string(loaded.what) + " of " + name, loaded.is_patch});
        }
      });
}

void KustomizationGraph::AddFlux(const value::Value& kustomization, const std::string& name) {
  const value::Value* spec = value::Find(kustomization, "spec");
  if (spec == nullptr || spec->kind != value::Kind::kMapping) {
    return;
  }
  const auto text_at = [&](Text key) {
    const value::Value* found = value::Find(*spec, key);
    return found == nullptr || found->is_collection() ? Text() : found->raw.view();
  };
  FluxNode flux{LexicallyNormal(name), LexicallyNormal(std::string(text_at("path"))), {}};
  flux.own.added.namespaces = !text_at("targetNamespace").empty();
  flux.own.patched = PatchedFieldsOf(*spec, limits_);
  flux_.emplace("flux:" + std::to_string(flux_.size()), std::move(flux));
}

void KustomizationGraph::Finish(std::vector<std::string> names) {
  if (!flux_.empty()) {
    for (std::string& name : names) {
      name = LexicallyNormal(name);
    }
    std::sort(names.begin(), names.end());
  }
  for (const auto& [node, flux] : flux_) {
    Include(flux, node, names);
    for (const std::set<PatchedField>* fields : {&flux.own.patched.fields, &flux.own.patched.of_children}) {
      for (PatchedField field : *fields) {
        field.is_selective = true;
        of_others_.patched.fields.insert(std::move(field));
      }
    }
  }
  for (const auto& [path, includers] : included_by_) {
    FromAbove(path, 0);
    const bool is_of_flux = std::any_of(includers.begin(), includers.end(), [&](const std::string& includer) {
      return flux_.contains(includer);
    });
    if (is_of_flux) {
      MarkBuiltByFlux({path});
    }
  }
  cycle_edges_ = FindCycleEdges(loaded_);
}

// The path of a Kustomization is relative to the source, which is the repository or one of its directories:
// the outermost one that contains the path is used. Flux writes a kustomization with all files below a
// directory that has none. Source: fluxcd/pkg kustomize/kustomize_generator.go.
void KustomizationGraph::Include(const FluxNode& flux, const std::string& node,
                                 const std::vector<std::string>& names) {
  std::string source;
  for (size_t end = 0;; end = flux.file.find('/', end) + 1) {
    source = LexicallyNormal(flux.file.substr(0, end) + flux.directory) + "/";
    const auto first = std::lower_bound(names.begin(), names.end(), source);
    if (first != names.end() && first->starts_with(source)) {
      break;
    }
    if (flux.file.find('/', end) == std::string::npos) {
      return;
    }
  }
  const std::string directory = source.substr(0, source.size() - 1);
  if (nodes_.contains(directory)) {
    included_by_[directory].push_back(node);
    return;
  }
  std::set<std::string> included;
  for (auto name = std::lower_bound(names.begin(), names.end(), source);
       name != names.end() && name->starts_with(source); ++name) {
    if (*name == flux.file) {
      continue;  // it does not apply itself first
    }
    std::string path = *name;
    for (size_t end = name->find('/', source.size()); end != std::string::npos;
         end = name->find('/', end + 1)) {
      if (nodes_.contains(name->substr(0, end))) {
        path = name->substr(0, end);
        break;
      }
    }
    if (included.insert(path).second) {
      included_by_[path].push_back(node);
    }
  }
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

// A component applies to all resources of a kustomization. A Kustomization of Flux may get patches from
// another one that applies it.
KustomizedFields KustomizationGraph::OwnOf(const std::string& node, int depth) {
  if (depth > kMostLevels) {
    return {};
  }
  if (const auto flux = flux_.find(node); flux != flux_.end()) {
    KustomizedFields own = flux->second.own;
    own.patched.fields.merge(FromAbove(flux->second.file, depth + 1).patched.of_children);
    return own;
  }
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) {
    return {};
  }
  // Once: then the components' effects are included.
  for (const std::string& component : std::exchange(found->second.components, {})) {
    found->second.own.Add(OwnOf(component, depth + 1));
  }
  return found->second.own;
}

KustomizedFields KustomizationGraph::FromAbove(const std::string& path, int depth) {
  const auto includers = included_by_.find(path);
  if (includers == included_by_.end() || depth > kMostLevels) {
    return {};
  }
  // Known or in progress: kustomizations that include themselves.
  const auto [known, is_new] = fields_.try_emplace(path);
  if (!is_new) {
    return known->second;
  }
  std::optional<KustomizedFields> common;
  for (const std::string& includer : includers->second) {
    KustomizedFields fields = OwnOf(includer, depth);
    fields.Add(FromAbove(includer, depth + 1));
    if (common) {
      common->KeepCommon(fields);
    } else {
      common = std::move(fields);
    }
  }
  fields_[path] = *common;
  return *common;
}

void KustomizationGraph::AddUse(const std::string& name, FileUse use) {
  uses_.emplace(LexicallyNormal(name), std::move(use));
}

bool KustomizationGraph::IsBelowKustomization(const std::string& name) const {
  if (nodes_.contains(".") || nodes_.contains("")) {
    return true;
  }
  const std::string place = LexicallyNormal(name);
  for (size_t end = place.rfind('/'); end != std::string::npos && end > 0; end = place.rfind('/', end - 1)) {
    if (nodes_.contains(place.substr(0, end))) {
      return true;
    }
  }
  return false;
}

bool KustomizationGraph::IsResource(const std::string& name) const {
  return resources_.contains(LexicallyNormal(name));
}

const KustomizationGraph::FileUse* KustomizationGraph::Find(const std::string& name) const {
  if (uses_.empty()) {
    return nullptr;
  }
  const auto found = uses_.find(LexicallyNormal(name));
  return found == uses_.end() || resources_.contains(found->first) ? nullptr : &found->second;
}

const KustomizedFields& KustomizationGraph::FieldsOf(const std::string& name) const {
  const auto found = fields_.empty() ? fields_.end() : fields_.find(LexicallyNormal(name));
  return found == fields_.end() ? of_others_ : found->second;
}

bool KustomizationGraph::IsCycle(const std::string& directory, const std::string& path) const {
  return !cycle_edges_.empty() && cycle_edges_.contains({directory, path});
}

}  // namespace kval::driver
