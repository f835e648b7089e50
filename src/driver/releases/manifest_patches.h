#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/releases/release_context.h"
#include "src/kubernetes/admission/json_patch.h"
#include "src/types/pattern.h"
#include "src/value/builder.h"
#include "src/value/value.h"

namespace kval::driver {

// The objects that a patch of kustomize changes. Source: kustomize api/types/selector.go.
struct PatchTarget {
  // Of one field: all of the text must match. None: any text.
  std::optional<types::Pattern> group, version, kind, name, name_space;
  std::string labels, annotations;  // selectors

  bool Selects(const value::Value& object) const;
};

// The patches and images of kustomize that change rendered manifests: of `spec.postRenderers` of a
// HelmRelease, of a kustomization with charts, or of a release of helmfile. Their values have the places of
// the files in the session of the reader.
class ManifestPatches {
 public:
  // Adds those of a map, a kustomization or a part of it, in the order in which kustomize applies them.
  // `path`: of the map, for the names of what is not applied.
  void Add(const value::Value& map, const std::string& path, ReleaseContext& context);
  // Adds the patches of lists of a map: strings, paths, objects, or maps with `patch` or `path`.
  void AddLists(const value::Value& map, std::initializer_list<const char*> lists, const std::string& path,
                ReleaseContext& context);
  // Records fields of the map that change manifests and are not applied.
  void AddUnapplied(const value::Value& map, std::initializer_list<std::string_view> fields);

  bool empty() const { return patches_.empty() && images_.empty(); }
  // What is not applied, such as `patches[0]`.
  const std::set<std::string>& unapplied() const { return unapplied_; }

  // Returns a copy whose values `move` has changed, for places in another session.
  template <typename Move>
  ManifestPatches Moved(const Move& move) const {
    ManifestPatches moved = *this;
    for (Patch& patch : moved.patches_) {
      patch.merge = patch.merge == nullptr ? nullptr : move(*patch.merge);
      for (kubernetes::JsonPatchOperation& operation : patch.operations) {
        operation.value = operation.value == nullptr ? nullptr : move(*operation.value);
      }
    }
    for (Image& image : moved.images_) {
      image.entry = move(*image.entry);
    }
    return moved;
  }
  // Returns an object with the changes; null if a patch deletes it. `has_merge_keys`: its kind is built in.
  // A patch that does not fit, or for which no steps are left, is added to `failed`. `steps`: decreases by
  // the nodes of the object for each patch.
  const value::Value* Apply(const value::Value& object, bool has_merge_keys, value::Builder& build,
                            size_t& steps, std::set<std::string>& failed) const;

 private:
  struct Patch {
    std::string path;  // `patches[0]`
    PatchTarget target;
    bool has_target = false;
    const value::Value* merge = nullptr;  // a strategic merge patch; null: operations
    std::vector<kubernetes::JsonPatchOperation> operations;
  };
  struct Image {
    const value::Value* entry;
  };

  void AddPatch(const value::Value& entry, const std::string& path, ReleaseContext& context);
  void AddDocuments(const std::vector<const value::Value*>& documents, const value::Value* target,
                    const std::string& path, const Limits& limits);
  bool AddOne(const value::Value& document, const value::Value* target, const std::string& path,
              const Limits& limits);
  // `list`: the key of the list that the value is an item of.
  const value::Value* WithImages(const value::Value& value, std::string_view list,
                                 value::Builder& build) const;

  std::vector<Patch> patches_;
  std::vector<Image> images_;
  std::set<std::string> unapplied_;
  std::vector<std::shared_ptr<const source::SourceFile>> texts_;  // that patches refer to
};

}  // namespace kval::driver
