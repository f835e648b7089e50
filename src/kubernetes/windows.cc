#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kOtherThanPod{diag::ResourceRule(7268), "`hostProcess` of the pod has another value"};
constexpr diag::Def<> kSomeOnly{diag::ResourceRule(7269),
                                "either all containers or none must be host processes: this one is not"};
constexpr diag::Def<> kNoHostNetwork{diag::ResourceRule(7270),
                                     "a pod of host processes requires `hostNetwork: true`"};

constexpr Text kHostProcess[] = {"securityContext", "windowsOptions", "hostProcess"};
constexpr Text kLists[] = {"initContainers", "containers", "ephemeralContainers"};

// The host process setting of a pod or container.
struct HostProcess {
  explicit HostProcess(const check::ValueCursor& holder) {
    Follow(holder, kHostProcess, [&](const check::ValueCursor& at) {
      if (at.value->kind == value::Kind::kBool) {
        is_one = at.value->boolean;
        span = at.value->span;
      }
    });
  }

  std::optional<bool> is_one;  // unset: inherited from the pod
  source::Span span;
};

// Gives a container that is a process of the host.
std::optional<source::Span> CompareWithPod(const check::ValueCursor& spec, const HostProcess& of_pod,
                                           diag::Emitter& emit) {
  std::optional<source::Span> first;
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const HostProcess own(container);
      if (of_pod.is_one && own.is_one && of_pod.is_one != own.is_one) {
        Follow(container, kHostProcess, [&](const check::ValueCursor& at) {
          ReportAt(emit, at, kOtherThanPod).Related(of_pod.span, "the pod's").Emit();
        });
      }
      if (!first && own.is_one.value_or(of_pod.is_one.value_or(false))) {
        first = own.is_one ? own.span : container.value->span;
      }
    });
  }
  return first;
}

}  // namespace

void CheckHostProcesses(const check::ValueCursor& spec, diag::Emitter& emit) {
  const HostProcess of_pod(spec);
  const std::optional<source::Span> first = CompareWithPod(spec, of_pod, emit);
  if (!first || IsRecovered(*spec.value)) {
    return;
  }
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const HostProcess own(container);
      // A container that contradicts the pod is already reported.
      const bool is_reported = of_pod.is_one && own.is_one;
      if (!own.is_one.value_or(of_pod.is_one.value_or(false)) && !is_reported &&
          !IsRecovered(*container.value)) {
        ReportAt(emit, container, kSomeOnly).Related(*first, "a process of the host").Emit();
      }
    });
  }
  const std::optional<check::ValueCursor> network = At(spec, "hostNetwork");
  if (network ? network->value->kind == value::Kind::kBool && !network->value->boolean
              : !HasSimilarKey(spec, "hostNetwork")) {
    emit.Report(network ? network->value->span : *first, kNoHostNetwork)
        .At(GetMissingKeyPath(spec, "hostNetwork"))
        .Emit();
  }
}

}  // namespace kval::kubernetes
