#include "src/driver/kubernetes/kustomize_resources.h"

#include <algorithm>
#include <utility>

#include "src/driver/kubernetes/label_selector.h"
#include "src/driver/releases/fields.h"
#include "src/support/ascii_text.h"

namespace kval::driver {
namespace {

using value::Value;
using Text = std::string_view;

struct KindOfResource {
  std::string group, version, kind;
};

KindOfResource KindOf(const Value& object) {
  const std::string api = TextAt(&object, {"apiVersion"});
  const size_t slash = api.find('/');
  return slash == std::string::npos
             ? KindOfResource{"", api, TextAt(&object, {"kind"})}
             : KindOfResource{api.substr(0, slash), api.substr(slash + 1), TextAt(&object, {"kind"})};
}

bool FitsIfStated(const Value& selector, Text key, const std::string& text) {
  const std::string stated = TextAt(&selector, {key});
  return stated.empty() || stated == text;
}

// Resources without a namespace are in `default`, unless their kind has none.
// A transformer sets the namespace of most kinds.
Selects IsInNamespace(const std::string& stated, const KustomizeResource::Id& id,
                      const KustomizeResource& resource) {
  if (id.name_space.empty()) {
    return stated == "default" ? Selects::kPerhaps : Selects::kNo;
  }
  return stated != id.name_space       ? Selects::kNo
         : resource.changes.namespaces ? Selects::kPerhaps
                                       : Selects::kYes;
}

bool HasStep(const std::vector<std::string>& steps, std::initializer_list<Text> words) {
  return std::any_of(steps.begin(), steps.end(), [&](const std::string& step) {
    return std::find(words.begin(), words.end(), step) != words.end();
  });
}

// Whether one of two paths leads to the other.
bool IsWithin(const std::vector<std::string>& keys, const std::vector<std::string>& steps) {
  const size_t length = std::min(keys.size(), steps.size());
  return std::equal(
      keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(length), steps.begin(),
      [](const std::string& key, const std::string& step) { return key == step || step == "*"; });
}

}  // namespace

void KustomizeChanges::Add(const KustomizeChanges& more) {
  names = names || more.names;
  namespaces = namespaces || more.namespaces;
  labels = labels || more.labels;
  annotations = annotations || more.annotations;
  images = images || more.images;
  replicas = replicas || more.replicas;
}

void KustomizeResource::Patch(const std::vector<std::string>& keys) {
  is_patched = is_patched || keys.empty();
  const std::vector<std::string> name_of = {"metadata", "name"}, name_space = {"metadata", "namespace"};
  has_unknown_id = has_unknown_id || keys.empty() || IsWithin(keys, name_of) || IsWithin(keys, name_space) ||
                   keys.front() == "kind" || keys.front() == "apiVersion";
  patched.push_back(keys);
}

bool KustomizeResource::PatchesReplaced() const {
  return std::any_of(replaced.begin(), replaced.end(),
                     [this](const ReplacedField& field) { return IsPatched(field.steps); });
}

bool KustomizeResource::IsPatched(const std::vector<std::string>& steps) const {
  return std::any_of(patched.begin(), patched.end(),
                     [&](const std::vector<std::string>& keys) { return IsWithin(keys, steps); });
}

bool KustomizeResource::MayHave(const std::vector<std::string>& steps) const {
  return is_patched || IsPatched(steps) || (changes.namespaces && HasStep(steps, {"namespace"})) ||
         (changes.replicas && HasStep(steps, {"replicas"})) ||
         (changes.labels && HasStep(steps, {"labels", "matchLabels", "selector", "metadata"})) ||
         (changes.annotations && HasStep(steps, {"annotations", "metadata"}));
}

bool KustomizeResource::MayDiffer(const std::vector<std::string>& steps, const Value& found) const {
  const KustomizeChanges& c = changes;
  const bool is_any = c.names || c.namespaces || c.labels || c.annotations || c.images || c.replicas;
  const std::string last = steps.empty() ? "" : LowerCased(steps.back());
  return MayHave(steps) || (is_any && found.is_collection()) ||
         ((c.names || c.namespaces) && last.find("name") != std::string::npos) ||
         (c.images && last == "image") || (written == nullptr && HasStep(steps, {"metadata"}));
}

void KustomizeResource::SetField(std::vector<std::string> steps, const Value* value, source::Span place) {
  const bool is_of_id = steps == std::vector<std::string>{"metadata", "name"} ||
                        steps == std::vector<std::string>{"metadata", "namespace"};
  const bool is_type = steps.size() == 1 && (steps[0] == "apiVersion" || steps[0] == "kind");
  if (is_of_id && !has_unknown_id) {
    const std::string text = TextAt(object, {"metadata", steps[1]});
    (steps[1] == "name" ? ids.back().name : ids.back().name_space) = text;
  }
  if ((is_of_id || is_type) && value == nullptr && !has_unknown_id) {
    has_unknown_id = true;
    ids.pop_back();  // the present one
  }
  has_unknown_field = has_unknown_field || value == nullptr;
  replaced.push_back({"", "", std::move(steps), place});
}

Selects SourceSelects(const Value& source, const KustomizeResource& resource) {
  const KindOfResource is = KindOf(*resource.object);
  if (!FitsIfStated(source, "group", is.group) || !FitsIfStated(source, "version", is.version) ||
      !FitsIfStated(source, "kind", is.kind)) {
    return Selects::kNo;
  }
  const std::string in = TextAt(&source, {"namespace"});
  Selects best = Selects::kNo;
  for (const KustomizeResource::Id& id : resource.ids) {
    if (FitsIfStated(source, "name", id.name)) {
      const Selects found = in.empty() ? Selects::kYes : IsInNamespace(in, id, resource);
      best = found == Selects::kNo || best == Selects::kYes ? best : found;
    }
  }
  return best == Selects::kNo && resource.has_unknown_id ? Selects::kPerhaps : best;
}

Selects VariableSelects(const Value& object, const KustomizeResource& resource) {
  const KindOfResource is = KindOf(*resource.object);
  std::string api = TextAt(&object, {"apiVersion"});
  if (api.empty()) {
    const std::string group = TextAt(&object, {"group"});
    api = (group.empty() ? "" : group + "/") + TextAt(&object, {"version"});
  }
  const std::string in = TextAt(&object, {"namespace"});
  const bool has_kind = TextAt(&object, {"kind"}) == is.kind;
  const bool has_api = api == TextAt(resource.object, {"apiVersion"});
  Selects best = Selects::kNo;
  for (const KustomizeResource::Id& id : resource.ids) {
    if (has_kind && id.name == TextAt(&object, {"name"})) {
      // An incomplete version of an older kustomization may still be matched.
      const Selects found = !has_api     ? (api.empty() ? Selects::kPerhaps : Selects::kNo)
                            : in.empty() ? Selects::kYes
                                         : IsInNamespace(in, id, resource);
      best = found == Selects::kNo || best == Selects::kYes ? best : found;
    }
  }
  return best == Selects::kNo && resource.has_unknown_id ? Selects::kPerhaps : best;
}

TargetSelection::TargetSelection(const Value& target, const Limits& limits) {
  if (const Value* select = FieldAt(&target, {"select"})) {
    select_ = ReadEntry(*select, limits);
  }
  for (const Value* reject : ItemsAt(&target, {"reject"})) {
    reject_.push_back(ReadEntry(*reject, limits));
  }
}

TargetSelection::Entry TargetSelection::ReadEntry(const Value& selector, const Limits& limits) {
  Entry entry;
  const std::pair<Text, Field*> fields[] = {{"group", &entry.group},
                                            {"version", &entry.version},
                                            {"kind", &entry.kind},
                                            {"name", &entry.name},
                                            {"namespace", &entry.name_space}};
  for (const auto& [key, field] : fields) {
    field->text = TextAt(&selector, {key});
    const Result<types::Pattern> compiled = types::Pattern::Compile("^(?:" + field->text + ")$", limits);
    if (compiled) {
      field->pattern = *compiled;
    }
  }
  entry.labels = TextAt(&selector, {"labelSelector"});
  entry.annotations = TextAt(&selector, {"annotationSelector"});
  return entry;
}

Selects TargetSelection::Field::Match(Text of_resource) const {
  const bool is_same = text.empty() || text == of_resource;
  const bool matches = text.empty() || (pattern && pattern->Matches(of_resource));
  return is_same && matches ? Selects::kYes : is_same || matches ? Selects::kPerhaps : Selects::kNo;
}

bool TargetSelection::Entry::HasField() const {
  return !group.text.empty() || !version.text.empty() || !kind.text.empty() || !name.text.empty() ||
         !name_space.text.empty();
}

Selects TargetSelection::Entry::MatchId(const KustomizeResource& resource,
                                        const KustomizeResource::Id& id) const {
  const KindOfResource is = KindOf(*resource.object);
  Selects in = name_space.Match(id.name_space);
  if (!name_space.text.empty() && (id.name_space.empty() || resource.changes.namespaces)) {
    in = in == Selects::kNo && name_space.text != "default" ? in : Selects::kPerhaps;
  }
  return std::min(
      {group.Match(is.group), version.Match(is.version), kind.Match(is.kind), name.Match(id.name), in});
}

Selects TargetSelection::Entry::MatchAny(const KustomizeResource& resource) const {
  Selects best = resource.has_unknown_id ? Selects::kPerhaps : Selects::kNo;
  for (const KustomizeResource::Id& id : resource.ids) {
    best = std::max(best, MatchId(resource, id));
  }
  return best;
}

Selects TargetSelection::Entry::SelectsByLabels(const KustomizeResource& resource) const {
  if (labels.empty() && annotations.empty()) {
    return Selects::kYes;
  }
  if (resource.MayHave({"metadata", "labels"}) || resource.MayHave({"metadata", "annotations"})) {
    return Selects::kPerhaps;
  }
  const std::optional<bool> by_labels = SelectsLabels(labels, MapAt(resource.object, {"metadata", "labels"}));
  const std::optional<bool> by_annotations =
      SelectsLabels(annotations, MapAt(resource.object, {"metadata", "annotations"}));
  if (!by_labels.has_value() || !by_annotations.has_value()) {
    return Selects::kPerhaps;
  }
  return *by_labels && *by_annotations ? Selects::kYes : Selects::kNo;
}

Selects TargetSelection::Select(const KustomizeResource& resource) const {
  Selects selects = select_.SelectsByLabels(resource);
  for (const Entry& entry : reject_) {
    if (entry.labels.empty() && entry.annotations.empty()) {
      continue;
    }
    const Selects rejects = entry.SelectsByLabels(resource);
    selects = std::min(selects, rejects == Selects::kYes       ? Selects::kNo
                                : rejects == Selects::kPerhaps ? Selects::kPerhaps
                                                               : Selects::kYes);
  }
  for (const Entry& entry : reject_) {
    const Selects rejects = entry.HasField() ? entry.MatchAny(resource) : Selects::kNo;
    selects = std::min(selects, rejects == Selects::kYes       ? Selects::kNo
                                : rejects == Selects::kPerhaps ? Selects::kPerhaps
                                                               : Selects::kYes);
  }
  return std::min(selects, select_.MatchAny(resource));
}

}  // namespace kval::driver
