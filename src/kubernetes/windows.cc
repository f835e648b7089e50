#include "src/kubernetes/windows.h"

#include <optional>
#include <string_view>

#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kOtherThanPod{diag::Kind::kResource, "`hostProcess` of the pod says otherwise"};
constexpr diag::Def<> kSomeOnly{diag::Kind::kResource,
                                "where one container is a process of the host, all must be: this one is not"};
constexpr diag::Def<> kNoHostNetwork{diag::Kind::kResource,
                                     "a pod of processes of the host needs `hostNetwork: true`"};

constexpr Text kHostProcess[] = {"securityContext", "windowsOptions", "hostProcess"};
constexpr Text kLists[] = {"initContainers", "containers", "ephemeralContainers"};

// What a pod or a container says of itself.
struct HostProcess {
  explicit HostProcess(const check::Trail& holder) {
    Follow(holder, kHostProcess, [&](const check::Trail& at) {
      if (at.value->kind == value::Kind::kBool) {
        is_one = at.value->boolean;
        span = at.value->span;
      }
    });
  }

  std::optional<bool> is_one;  // nothing: what the pod says
  source::Span span;
};

// Gives a container that is a process of the host.
std::optional<source::Span> CompareWithPod(const check::Trail& spec, const HostProcess& of_pod,
                                           diag::Emitter& emit) {
  std::optional<source::Span> first;
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::Trail& container) {
      const HostProcess own(container);
      if (of_pod.is_one && own.is_one && of_pod.is_one != own.is_one) {
        Follow(container, kHostProcess, [&](const check::Trail& at) {
          Tell(emit, at, kOtherThanPod).Related(of_pod.span, "the pod's").Emit();
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

void CheckHostProcesses(const check::Trail& spec, diag::Emitter& emit) {
  const HostProcess of_pod(spec);
  const std::optional<source::Span> first = CompareWithPod(spec, of_pod, emit);
  if (!first || HasGap(*spec.value)) {
    return;
  }
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::Trail& container) {
      const HostProcess own(container);
      // Of one that contradicts the pod this is told already.
      const bool is_told = of_pod.is_one && own.is_one;
      if (!own.is_one.value_or(of_pod.is_one.value_or(false)) && !is_told && !HasGap(*container.value)) {
        Tell(emit, container, kSomeOnly).Related(*first, "a process of the host").Emit();
      }
    });
  }
  const std::optional<check::Trail> network = At(spec, "hostNetwork");
  if (network ? network->value->kind == value::Kind::kBool && !network->value->boolean
              : !HasMisspelt(spec, "hostNetwork")) {
    emit.Report(network ? network->value->span : *first, kNoHostNetwork)
        .At(PathOfMissing(spec, "hostNetwork"))
        .Emit();
  }
}

}  // namespace kval::kubernetes
