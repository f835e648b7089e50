#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "src/diag/path.h"
#include "src/support/limits.h"
#include "src/value/value.h"

namespace kval::driver {

// A field that a patch sets in resources.
struct PatchedField {
  std::string kind, name;         // of the resources; empty: any
  std::vector<std::string> keys;  // the path of the field; a number or `*`: an item of a list
  std::string labels;             // the selector of the resources' labels
  bool is_selective = false;      // the patch selects by what is not known, such as patterns of names

  friend bool operator<(const PatchedField& a, const PatchedField& b) {
    return std::tie(a.kind, a.name, a.keys, a.labels, a.is_selective) <
           std::tie(b.kind, b.name, b.keys, b.labels, b.is_selective);
  }
  bool IsAt(const diag::Path& path) const;
};

// A field that a patch certainly sets in a resource, or perhaps.
struct AppliedField {
  const PatchedField* field;
  bool is_certain;
};

// What the patches of a kustomization set. Copies share their content.
class PatchedFields {
 public:
  using Fields = std::set<PatchedField>;

  PatchedFields() = default;
  PatchedFields(Fields fields, Fields of_children);

  const Fields& fields() const;
  // Those of a resource, in the order of `fields`. Cost: linear in the fields that name its kind or name, or
  // none.
  std::vector<AppliedField> For(const value::Value& resource) const;
  // Set by patches that patches add to Flux Kustomizations: in the resources of those.
  PatchedFields OfChildren() const;
  // As `fields`, if it is not known which resources are patched.
  void AddUncertain(Fields& fields) const;

  // In place.
  void Add(const PatchedFields& more);           // set by either
  void KeepCommon(const PatchedFields& others);  // set by both

 private:
  std::shared_ptr<const Fields> fields_;  // null: none
  std::shared_ptr<const Fields> of_children_;
};

// Returns the text of a patch in another file by its path, relative to the kustomization; empty if unknown.
using PatchText = std::function<std::string_view(std::string_view path)>;

// Returns the fields that patches set: `patches`, `patchesStrategicMerge` and `patchesJson6902` of a
// kustomization, or of the spec of a Flux Kustomization. `text_of`: for patches in other files. Text that is
// no patch is ignored.
//
// Source: kustomize api/internal/builtins/PatchTransformer.go, api/types/selector.go; apimachinery
// pkg/labels/selector.go.
PatchedFields PatchedFieldsOf(const value::Value& map, const PatchText& text_of, const Limits& limits);

// Returns all parts of resources that these patches set, remove or extend: fields above or in lists, whose
// items are not distinguished. No keys: the resource. Without the fields that identify the resource of a
// patch.
PatchedFields::Fields ChangedFieldsOf(const value::Value& map, const PatchText& text_of,
                                      const Limits& limits);

}  // namespace kval::driver
