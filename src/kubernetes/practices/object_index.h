#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/kubernetes/admission/label_selector.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The objects of a run that rules about several objects look up. Filled first, then only read, by any number
// of threads. Documents must outlive it.
class ObjectIndex {
 public:
  struct Object {
    const value::Value* document;
    std::string_view api_version, kind, name;
    std::string_view namespace_name;           // empty: the manifest does not set it
    std::string directory = {};                // of its file, with a trailing slash; may be empty
    const value::Value* pod_labels = nullptr;  // of the pods that it describes
    bool has_pods = false;
    LabelSelector selector = {};  // of pods; empty for kinds without one
  };
  using Objects = std::vector<const Object*>;

  // Adds an object, or the images and generators of a kustomization. `file`: the name of its file.
  void Add(const value::Value& document, std::string_view file);
  // Records that the inputs refer to objects that they do not contain, such as those of a chart.
  void SetIncomplete() { is_complete_ = false; }

  // Whether two objects may be in one namespace: equal names, or one is not set.
  static bool MayShareNamespace(std::string_view one, std::string_view other) {
    return one.empty() || other.empty() || one == other;
  }
  // Returns the namespace that a manifest sets; empty if it sets none.
  static std::string_view NamespaceIn(const value::Value& document);

  bool has_pods() const { return !with_pods_.empty(); }
  // Returns the objects of a kind in any namespace.
  const Objects& OfKind(std::string_view kind) const;
  // Returns the objects of a kind with a name that may be in a namespace. Adds the comparisons to `steps`.
  Objects Named(std::string_view kind, std::string_view name, std::string_view namespace_name,
                uint64_t& steps) const;
  // Returns the objects with pods that a selector selects. Adds the comparisons to `steps`.
  Objects Selected(const LabelSelector& selector, std::string_view namespace_name, uint64_t& steps) const;
  // Returns the objects whose pods have a label. Adds the comparisons to `steps`.
  Objects WithLabel(std::string_view key, std::string_view value, std::string_view namespace_name,
                    uint64_t& steps) const;
  // Returns the objects of a kind whose selectors select these pods. Adds the comparisons to `steps`.
  Objects Selecting(std::string_view kind, const value::Value* pod_labels, std::string_view namespace_name,
                    uint64_t& steps) const;
  // Returns the autoscalers of an object.
  Objects AutoscalersOf(std::string_view kind, std::string_view name, std::string_view namespace_name,
                        uint64_t& steps) const;
  // Returns the network policies of other programs, whose selectors are not evaluated.
  const Objects& foreign_network_policies() const { return foreign_network_policies_; }
  // Whether an object, such as a SealedSecret, or a kustomization creates an object of a kind with a name.
  bool IsCreated(std::string_view kind, std::string_view name) const {
    return created_.contains({kind, name});
  }
  // Whether only built-in controllers create objects: there are no charts, remote bases or custom resources.
  bool is_complete() const { return is_complete_; }
  // The images whose tag or digest a kustomization sets.
  const std::set<std::string_view>& tagged_images() const { return tagged_images_; }

  // Returns the selector of the pods of an object.
  static LabelSelector SelectorOf(std::string_view kind, const value::Value& document);

 private:
  using Label = std::pair<std::string_view, std::string_view>;

  void AddKustomization(const value::Value& document);
  void AddCreated(const Object& object);
  void IndexSelection(const Object& object);

  std::deque<Object> objects_;
  std::map<std::string_view, Objects> by_kind_;
  std::map<std::pair<std::string_view, std::string_view>, Objects> by_name_;  // by kind and name
  Objects with_pods_;
  std::map<Label, Objects> by_label_;                                           // of pods
  std::map<std::pair<std::string_view, Label>, Objects> by_required_label_;     // by kind and label
  std::map<std::string_view, Objects> without_required_label_;                  // by kind
  std::map<std::pair<std::string_view, std::string_view>, Objects> by_target_;  // autoscalers
  Objects foreign_network_policies_;
  std::set<std::string_view> tagged_images_;
  std::set<std::pair<std::string_view, std::string_view>> created_;  // kinds and names
  bool is_complete_ = true;
};

}  // namespace kval::kubernetes
