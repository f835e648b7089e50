#include "src/kubernetes/admission/kyverno_values.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "src/kubernetes/admission/fields.h"
#include "src/kubernetes/admission/server_knowledge.h"
#include "src/lang/cel/containers.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

// The parts of a text between separators.
std::vector<Text> Split(Text text, char separator) {
  std::vector<Text> parts;
  for (size_t end = text.find(separator); end != Text::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

bool HasLabels(const value::Value& object, std::span<const Text> lines) {
  const value::Value* labels = FieldOf(FieldOf(&object, "metadata"), "labels");
  return std::all_of(lines.begin(), lines.end(), [labels](Text line) {
    const size_t equals = line.find('=');
    const value::Value* label = FieldOf(labels, line.substr(0, equals));
    return label != nullptr && label->raw.view() == line.substr(equals + 1);
  });
}

cel::Value ListOf(std::span<const cel::Value> items, cel::Heap& heap) {
  heap.Reserve(items.size_bytes());
  return cel::Value::OfList(heap.New<cel::ItemList>(heap.Copy(items)));
}

// Objects that are adapted when an expression uses them.
class ObjectList final : public cel::List {
 public:
  ObjectList(DynamicValues& values, PolicyReferences::Objects objects) : values_(values), objects_(objects) {}
  size_t size() const override { return objects_.size(); }
  cel::Value At(size_t index) const override { return values_.ToCel(objects_[index]); }

 private:
  DynamicValues& values_;
  PolicyReferences::Objects objects_;
};

// Where the kinds with images have the spec of a pod.
struct PodPlace {
  Text kind, path;
};
constexpr PodPlace kPods[] = {{"Pod", "spec"},
                              {"Deployment", "spec.template.spec"},
                              {"StatefulSet", "spec.template.spec"},
                              {"DaemonSet", "spec.template.spec"},
                              {"ReplicaSet", "spec.template.spec"},
                              {"Job", "spec.template.spec"},
                              {"CronJob", "spec.jobTemplate.spec.template.spec"}};

}  // namespace

bool ClusterObjects::Find(const cel::Value& key, cel::Value* found) const {
  constexpr size_t kName = 4;  // the operation, the version, the resource and the namespace come first
  const std::vector<Text> lines = Split(key.text(), '\n');
  const bool is_one = lines[0] == "get";
  if (references_ == nullptr || lines.size() < kName || (is_one && lines.back().empty())) {
    *found = UnknownValue(ServerKnowledge::kOtherObject);
    return true;
  }
  const PolicyReferences::ObjectScope scope{lines[1], lines[2], lines[3]};
  const PolicyReferences::Objects objects =
      is_one ? references_->FindNamed(scope, lines.back()) : references_->FindObjects(scope);
  if (is_one && !objects.empty()) {
    *found = values_.ToCel(objects.front());
    return true;
  }
  if (is_one && references_->is_complete()) {
    return false;
  }
  if (objects.empty() && !references_->is_complete()) {
    *found = UnknownValue(ServerKnowledge::kOtherObject);
    return true;
  }
  cel::MapBuilder builder;
  builder.Set(cel::Value::String("items"), Labelled(objects, scope, std::span(lines).subspan(kName)));
  heap_.Reserve(cel::MapBuilder::BytesFor(1));
  *found = cel::Value::OfMap(builder.Publish(heap_));
  return true;
}

// Without labels, the list is not copied. Otherwise the objects with the rarest label are filtered.
cel::Value ClusterObjects::Labelled(PolicyReferences::Objects objects,
                                    const PolicyReferences::ObjectScope& scope,
                                    std::span<const Text> labels) const {
  for (const Text label : labels) {
    const PolicyReferences::Objects labelled = references_->FindLabelled(scope, label);
    objects = labelled.size() < objects.size() ? labelled : objects;
  }
  if (labels.size() < 2) {
    heap_.Reserve(sizeof(ObjectList));
    return cel::Value::OfList(heap_.New<ObjectList>(values_, objects));
  }
  std::vector<cel::Value> items;
  for (const value::Value* object : objects) {
    if (HasLabels(*object, labels)) {
      items.push_back(values_.ToCel(object));
    }
  }
  return ListOf(items, heap_);
}

cel::Value ImagesOf(const value::Value& policy, const AdmissionRequest& request, cel::Heap& heap) {
  if (!ItemsOf(FieldOf(FieldOf(&policy, "spec"), "images")).empty()) {
    return UnknownValue(ServerKnowledge::kKyverno);
  }
  const auto* place = std::find_if(std::begin(kPods), std::end(kPods),
                                   [&](const PodPlace& each) { return each.kind == request.kind; });
  cel::MapBuilder builder;
  if (place != std::end(kPods)) {
    const value::Value* pod = &request.subject();
    for (const Text step : Split(place->path, '.')) {
      pod = FieldOf(pod, step);
    }
    for (const Text key : {"containers", "initContainers", "ephemeralContainers"}) {
      std::vector<cel::Value> images;
      for (const value::Value* container : ItemsOf(FieldOf(pod, key))) {
        images.push_back(cel::Value::String(TextField(container, "image")));
      }
      builder.Set(cel::Value::String(key), ListOf(images, heap));
    }
  }
  heap.Reserve(cel::MapBuilder::BytesFor(builder.size()));
  return cel::Value::OfMap(builder.Publish(heap));
}

}  // namespace kval::kubernetes
