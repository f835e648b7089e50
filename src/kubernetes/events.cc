#include <optional>
#include <string_view>
#include <utility>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

// Events and the namespaces of their objects.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoSpace{diag::Kind::kMissingRequired,
                                   "required key `namespace` is missing: the event is in the namespace `{}`"};

}  // namespace

// pkg/apis/core/validation, legacyValidateEvent. An event without a namespace gets that of the request.
void CheckEvent(const Resource& resource, diag::Emitter& emit) {
  const bool is_new = resource.api_version.starts_with("events.k8s.io/");
  const Text about = is_new ? Text("regarding") : Text("involvedObject");
  const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata");
  const std::optional<check::ValueCursor> object = At(resource.at, about);
  const Text own = metadata ? GetStringField(*metadata, "namespace") : Text();
  const bool has_time = !GetStringField(resource.at, "eventTime").empty();
  const bool is_elsewhere = !own.empty() && own != "default" && !(has_time && own == "kube-system");
  if (!object && is_elsewhere && !IsRecovered(*resource.at.value) && !HasSimilarKey(resource.at, about)) {
    diag::Path path = GetMissingKeyPath(resource.at, about);
    path.push_back(diag::PathStep::Key("namespace"));
    ReportMissing(emit, resource.at, about, kNoSpace, own).At(std::move(path)).Emit();
  }
  if (object && !own.empty() && !IsRecovered(*object->value) && !HasSimilarKey(*object, "namespace")) {
    if (!At(*object, "namespace") && is_elsewhere) {
      ReportMissing(emit, *object, "namespace", kNoSpace, own).Emit();
    }
  }
}

}  // namespace kval::kubernetes
