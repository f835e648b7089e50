#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/api_table.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"

// pkg/apis/core/validation, ValidatePodSpecificAnnotations.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kProfile{diag::ResourceRule(7130), "`{}` is not a profile: {}"};
constexpr diag::Def<Text, Text> kOtherProfile{diag::ResourceRule(7131),
                                              "the profile `{}` differs from that of the annotation, `{}`"};
constexpr diag::Def<Text> kNoContainer{diag::ResourceRule(7132), "the pod has no container `{}`"};

constexpr Text kAppArmor = "container.apparmor.security.beta.kubernetes.io/";
constexpr Text kSeccomp = "container.seccomp.security.alpha.kubernetes.io/";

std::string WhyNoAppArmor(Text profile) {
  const bool is_one = profile.empty() || profile == "runtime/default" || profile == "unconfined" ||
                      profile.starts_with("localhost/");
  return is_one ? std::string() : "`runtime/default`, `unconfined` and `localhost/…` are";
}

void ReportProfile(const check::ValueCursor& at, const std::string& why, diag::Emitter& emit) {
  if (!why.empty()) {
    ReportAt(emit, at, kProfile, TextOf(at), why).Emit();
  }
}

// Whether the pod has that container, or one that was not read may be it.
bool HasContainer(const check::ValueCursor& spec, Text name) {
  bool is_there = IsRecovered(*spec.value);
  for (const Text list : {Text("containers"), Text("initContainers"), Text("ephemeralContainers")}) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      is_there = is_there || GetStringField(container, "name") == name || IsRecovered(*container.value);
    });
  }
  return is_there;
}

// Whether an annotation says the same as the type of a profile: `runtime/default` and `RuntimeDefault`.
bool IsSameProfile(Text annotation, Text type, bool is_seccomp) {
  return type == "Unconfined" ? annotation == "unconfined"
         : type == "RuntimeDefault"
             ? annotation == "runtime/default" || (is_seccomp && annotation == "docker/default")
         : type == "Localhost" ? annotation.starts_with("localhost/")
                               : true;
}

// Reports the type of a profile if the corresponding annotation differs.
void CheckSameProfile(const check::ValueCursor& context, Text key, const check::ValueCursor& annotation,
                      diag::Emitter& emit) {
  Follow(context, {key, "type"}, [&](const check::ValueCursor& type) {
    if (!IsSameProfile(TextOf(annotation), TextOf(type), key == "seccompProfile")) {
      ReportAt(emit, type, kOtherProfile, TextOf(type), TextOf(annotation))
          .Related(annotation.value->span, "the annotation")
          .Emit();
    }
  });
}

// Compares annotations of the time before `securityContext` had profiles with its fields: they must agree.
// Source: validateSeccompAnnotationsAndFields, validateAppArmorAnnotationsAndFieldsMatchOnCreate.
void CheckProfiles(const check::ValueCursor& annotations, const check::ValueCursor& spec, bool has_apparmor,
                   diag::Emitter& emit) {
  constexpr Text kOfPod = "seccomp.security.alpha.kubernetes.io/pod";
  const std::optional<check::ValueCursor> pod_context = At(spec, "securityContext");
  const std::optional<check::ValueCursor> of_pod = At(annotations, kOfPod);
  if (pod_context && of_pod) {
    CheckSameProfile(*pod_context, "seccompProfile", *of_pod, emit);
  }
  const std::optional<check::ValueCursor> os = At(spec, "os");
  const bool is_windows = os && GetStringField(*os, "name") == "windows";
  for (const Text list : {Text("initContainers"), Text("containers"), Text("ephemeralContainers")}) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const std::string name(GetStringField(container, "name"));
      const std::optional<check::ValueCursor> context = At(container, "securityContext");
      const std::optional<check::ValueCursor> seccomp = At(annotations, std::string(kSeccomp) + name);
      if (context && seccomp) {
        CheckSameProfile(*context, "seccompProfile", *seccomp, emit);
      }
      const std::optional<check::ValueCursor> apparmor = At(annotations, std::string(kAppArmor) + name);
      if (context && apparmor && has_apparmor && !is_windows) {
        CheckSameProfile(*context, "appArmorProfile", *apparmor, emit);
      }
    });
  }
}

void CheckOne(const check::ValueCursor& annotation, const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::string key = check::KeyName(*annotation.key);
  const Text text = TextOf(annotation);
  if (annotation.value->kind != Kind::kString || IsRecovered(*annotation.value)) {
    return;
  }
  if (key.starts_with(kSeccomp)) {
    ReportProfile(annotation, GetNameError("seccomp-annotation", text), emit);
  } else if (key.starts_with(kAppArmor)) {
    const Text container = Text(key).substr(kAppArmor.size());
    if (!HasContainer(spec, container)) {
      ReportAtKey(emit, annotation, kNoContainer, container).Emit();
    }
    ReportProfile(annotation, WhyNoAppArmor(text), emit);
  }
}

}  // namespace

void CheckPodAnnotations(const PodTemplate& pod, Text k8s_version, diag::Emitter& emit) {
  Follow(pod.owner, {"metadata", "annotations"}, [&](const check::ValueCursor& annotations) {
    ForEachEntry(annotations,
                 [&](const check::ValueCursor& annotation) { CheckOne(annotation, pod.spec, emit); });
    // A field of a pod's own profile is dropped before 1.30.
    CheckProfiles(annotations, pod.spec, pod.is_pod && schemas::kubernetes::IsAtLeast(k8s_version, "1.30"),
                  emit);
  });
}

}  // namespace kval::kubernetes
