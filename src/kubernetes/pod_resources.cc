#include "src/kubernetes/pod_resources.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kClaims{diag::Kind::kResource,
                              "`claims` of devices are for the resources of containers, not of a pod"};
constexpr diag::Def<> kOnWindows{diag::Kind::kResource, "a pod of Windows cannot have `resources`"};
constexpr diag::Def<Text, Text> kAboveSum{diag::Kind::kResource,
                                          "the containers {} more `{}` together than the whole pod has"};
constexpr diag::Def<Text> kAbovePod{diag::Kind::kResource,
                                    "the limit of `{}` is above that of the whole pod"};
constexpr diag::Def<> kEphemeral{
    diag::Kind::kResource,
    "a pod cannot be created with `ephemeralContainers`: `kubectl debug` adds them to a running pod"};

// The sum of a resource over a pod's containers: the larger of all concurrent containers, and of each init
// container plus earlier sidecars (component-helpers, resource.AggregateContainerRequests). Returns nullopt
// for an unreadable amount.
std::optional<cel::Quantity> SumOf(const check::Trail& spec, Text amounts, Text name,
                                   value::EntryIndex& index) {
  bool is_known = true;
  const auto of = [&](const check::Trail& container) {
    const std::optional<check::Trail> resources = At(container, "resources");
    const std::optional<check::Trail> list = resources ? At(*resources, amounts) : std::nullopt;
    std::optional<check::Trail> amount = At(list, name, index);
    // A limit without a request implies the request.
    const std::optional<check::Trail> limits = resources ? At(*resources, "limits") : std::nullopt;
    amount = amount ? amount : At(limits, name, index);
    const std::optional<cel::Quantity> read = amount ? AmountOf(*amount->value) : cel::Quantity();
    is_known = is_known && read;
    return read.value_or(cel::Quantity());
  };
  const auto add = [&](cel::Quantity& sum, const cel::Quantity& other) {
    const std::optional<cel::Quantity> both = cel::Add(sum, other);
    is_known = is_known && both;
    sum = both.value_or(sum);
  };
  cel::Quantity sum;
  ForEachItemOf(spec, "containers", [&](const check::Trail& container) { add(sum, of(container)); });
  cel::Quantity sidecars;
  cel::Quantity most;
  ForEachItemOf(spec, "initContainers", [&](const check::Trail& container) {
    cel::Quantity here = of(container);
    if (TextAt(container, "restartPolicy") == "Always") {
      add(sum, here);
      add(sidecars, here);
      here = sidecars;
    } else {
      add(here, sidecars);
    }
    most = cel::Compare(here, most) > 0 ? here : most;
  });
  return is_known ? std::optional(cel::Compare(most, sum) > 0 ? most : sum) : std::nullopt;
}

void CompareSums(const check::Trail& spec, const check::Trail& resources, Text list, diag::Emitter& emit) {
  const std::optional<check::Trail> amounts = At(resources, list);
  if (!amounts) {
    return;
  }
  value::EntryIndex index;
  ForEachEntry(*amounts, [&](const check::Trail& entry) {
    const std::string name = check::KeyName(*entry.key);
    if (list == "limits" && !name.starts_with("hugepages-")) {
      return;
    }
    const std::optional<cel::Quantity> most = AmountOf(*entry.value);
    const std::optional<cel::Quantity> sum = SumOf(spec, list, name, index);
    if (most && sum && cel::Compare(*sum, *most) > 0) {
      Tell(emit, entry, kAboveSum, list == "limits" ? "may use" : "request", name).Emit();
    }
  });
}

// The default request of a pod with limits: the requests of its containers (defaultPodRequests).
void CompareRequestsByDefault(const check::Trail& spec, const check::Trail& resources, diag::Emitter& emit) {
  const std::optional<check::Trail> requests = At(resources, "requests");
  const std::optional<check::Trail> limits = At(resources, "limits");
  value::EntryIndex index;
  for (const Text name : {Text("cpu"), Text("memory")}) {
    const std::optional<check::Trail> limit = limits ? At(*limits, name) : std::nullopt;
    if (!limit || (requests && At(*requests, name))) {
      continue;
    }
    const std::optional<cel::Quantity> most = AmountOf(*limit->value);
    const std::optional<cel::Quantity> sum = SumOf(spec, "requests", name, index);
    if (most && sum && cel::Compare(*sum, *most) > 0) {
      Tell(emit, *limit, kAboveSum, "request", name).Emit();
    }
  }
}

void CompareLimits(const check::Trail& spec, const check::Trail& resources, diag::Emitter& emit) {
  const std::optional<check::Trail> limits = At(resources, "limits");
  if (!limits) {
    return;
  }
  constexpr Text kLimits[] = {"resources", "limits"};
  value::EntryIndex index;
  ForEachItemOf(spec, "containers", [&](const check::Trail& container) {
    Follow(container, kLimits, [&](const check::Trail& own) {
      ForEachEntry(own, [&](const check::Trail& entry) {
        const std::string name = check::KeyName(*entry.key);
        const std::optional<check::Trail> of_pod = At(limits, name, index);
        const std::optional<cel::Quantity> most = of_pod ? AmountOf(*of_pod->value) : std::nullopt;
        const std::optional<cel::Quantity> wanted = AmountOf(*entry.value);
        if (most && wanted && cel::Compare(*wanted, *most) > 0) {
          Tell(emit, entry, kAbovePod, name).Related(of_pod->value->span, "the limit of the pod").Emit();
        }
      });
    });
  });
}

bool HasComputing(const check::Trail& spec) {
  bool has_computing = false;
  for (const Text list : {Text("containers"), Text("initContainers")}) {
    ForEachItemOf(spec, list, [&](const check::Trail& container) {
      constexpr Text kRequests[] = {"resources", "requests"};
      Follow(container, kRequests, [&](const check::Trail& requests) {
        has_computing = has_computing || At(requests, "cpu") || At(requests, "memory");
      });
    });
  }
  return has_computing;
}

}  // namespace

void CheckPodResources(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> resources = At(spec, "resources");
  if (!resources || resources->value->kind != Kind::kMapping) {
    return;
  }
  constexpr Text kSystem[] = {"os", "name"};
  bool is_windows = false;
  Follow(spec, kSystem, [&](const check::Trail& name) { is_windows = TextOf(name) == "windows"; });
  if (is_windows) {
    TellKey(emit, *resources, kOnWindows).Emit();
    return;
  }
  if (const std::optional<check::Trail> claims = At(*resources, "claims")) {
    TellKey(emit, *claims, kClaims).Emit();
  }
  CheckResources(*resources, Consumer::kPod, At(*resources, "limits") && HasComputing(spec), emit);
  if (HasGap(*spec.value) || HasGap(*resources->value)) {
    return;
  }
  CompareSums(spec, *resources, "requests", emit);
  CompareSums(spec, *resources, "limits", emit);
  CompareRequestsByDefault(spec, *resources, emit);
  CompareLimits(spec, *resources, emit);
}

void CheckNoEphemeral(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> list = At(spec, "ephemeralContainers");
  if (list && list->value->kind == Kind::kSequence && !list->value->items().empty()) {
    TellKey(emit, *list, kEphemeral).Emit();
  }
}

}  // namespace kval::kubernetes
