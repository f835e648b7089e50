#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

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

// Returns the location of a container that is a process of the host.
std::optional<source::Span> FindHostProcess(const check::ValueCursor& spec, const HostProcess& of_pod) {
  std::optional<source::Span> first;
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const HostProcess own(container);
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
  const std::optional<source::Span> first = FindHostProcess(spec, of_pod);
  if (!first || IsRecovered(*spec.value)) {
    return;
  }
  for (const Text list : kLists) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      const HostProcess own(container);
      // A container that contradicts the pod is reported by another rule.
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
