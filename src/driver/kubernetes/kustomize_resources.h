#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/driver/kubernetes/kustomized_resource_sink.h"
#include "src/support/limits.h"
#include "src/types/pattern.h"
#include "src/value/value.h"

namespace kval::driver {

// What transformers of kustomize change, apart from patches.
struct KustomizeChanges {
  bool names = false, namespaces = false, labels = false, annotations = false, images = false,
       replicas = false;

  void Add(const KustomizeChanges& more);
};

// A resource of the build of a kustomization. kustomize selects it by its present name and by all earlier
// ones.
struct KustomizeResource {
  struct Id {
    std::string name, name_space;
  };

  const value::Value* written = nullptr;  // as it is in its file, which is not changed; null: generated
  const value::Value* object = nullptr;   // with the fields that replacements have set
  std::string name;                       // for messages
  std::vector<Id> ids;                    // the last one is the present one
  bool has_unknown_id = false;  // there may be another id than `ids`: a patch or replacement sets it
  bool is_patched = false;      // any field may have any value, or be missing
  std::vector<std::vector<std::string>> patched;  // parts for which this holds; the keys lead to no items
  KustomizeChanges changes;                       // by other transformers

  std::vector<ReplacedField> replaced;  // that replacements have set
  bool has_unknown_field = false;       // a value of `replaced` is unknown

  // Records that patches change a part. No keys: the resource.
  void Patch(const std::vector<std::string>& keys);
  // Whether patches change a field that a replacement sets, before or after it.
  bool PatchesReplaced() const;
  // Whether transformers or patches may have added a field.
  bool MayHave(const std::vector<std::string>& steps) const;
  // Whether transformers, or the hash of a generated resource, may have changed the value of a field.
  bool MayDiffer(const std::vector<std::string>& steps, const value::Value& found) const;
  // Whether patches change a field, a part of it or one above it.
  bool IsPatched(const std::vector<std::string>& steps) const;
  // Records that a replacement at a place has set a field. `value`: null if it is unknown.
  void SetField(std::vector<std::string> steps, const value::Value* value, source::Span place);
};

// In the order of certainty.
enum class Selects : uint8_t { kNo, kPerhaps, kYes };

// Whether the source of a replacement selects a resource. Source: kustomize kyaml/resid/resid.go.
Selects SourceSelects(const value::Value& source, const KustomizeResource& resource);

// Whether the object of a variable is the resource. Source: kustomize
// api/internal/accumulator/resaccumulator.go (MergeVars).
Selects VariableSelects(const value::Value& object, const KustomizeResource& resource);

// The `select` and `reject` of a target. Before kustomize 5.8 their fields are strings, since then patterns:
// a resource on which these differ is perhaps selected. Source: kustomize api/types/replacement.go and
// api/filters/replacement/replacement.go, where labels of `reject` apply without the rest of the entry.
class TargetSelection {
 public:
  TargetSelection(const value::Value& target, const Limits& limits);

  Selects Select(const KustomizeResource& resource) const;

 private:
  struct Field {
    std::string text;                       // empty: any
    std::optional<types::Pattern> pattern;  // none: the text is not a valid pattern

    Selects Match(std::string_view of_resource) const;
  };
  struct Entry {
    Field group, version, kind, name, name_space;
    std::string labels, annotations;

    bool HasField() const;
    Selects MatchId(const KustomizeResource& resource, const KustomizeResource::Id& id) const;
    Selects MatchAny(const KustomizeResource& resource) const;
    Selects SelectsByLabels(const KustomizeResource& resource) const;
  };
  static Entry ReadEntry(const value::Value& selector, const Limits& limits);

  Entry select_;
  std::vector<Entry> reject_;
};

}  // namespace kval::driver
