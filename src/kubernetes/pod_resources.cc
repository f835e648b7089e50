#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kAboveSum{diag::ResourceRule(7144),
                                          "the containers {} more `{}` together than the whole pod has"};
constexpr diag::Def<Text> kAbovePod{diag::ResourceRule(7145),
                                    "the limit of `{}` is above that of the whole pod"};

// The sum of a resource over a pod's containers: the larger of all concurrent containers, and of each init
// container plus earlier sidecars (component-helpers, resource.AggregateContainerRequests). Returns nullopt
// for an unreadable amount.
std::optional<cel::Quantity> SumOf(const check::ValueCursor& spec, Text amounts, Text name,
                                   value::EntryIndex& index) {
  bool is_known = true;
  const auto of = [&](const check::ValueCursor& container) {
    const std::optional<check::ValueCursor> resources = At(container, "resources");
    const std::optional<check::ValueCursor> list = resources ? At(*resources, amounts) : std::nullopt;
    std::optional<check::ValueCursor> amount = At(list, name, index);
    // A limit without a request implies the request.
    const std::optional<check::ValueCursor> limits = resources ? At(*resources, "limits") : std::nullopt;
    amount = amount ? amount : At(limits, name, index);
    const std::optional<cel::Quantity> read = amount ? ParseAmount(*amount->value) : cel::Quantity();
    is_known = is_known && read;
    return read.value_or(cel::Quantity());
  };
  const auto add = [&](cel::Quantity& sum, const cel::Quantity& other) {
    const std::optional<cel::Quantity> both = cel::Add(sum, other);
    is_known = is_known && both;
    sum = both.value_or(sum);
  };
  cel::Quantity sum;
  ForEachItemOf(spec, "containers", [&](const check::ValueCursor& container) { add(sum, of(container)); });
  cel::Quantity sidecars;
  cel::Quantity most;
  ForEachItemOf(spec, "initContainers", [&](const check::ValueCursor& container) {
    cel::Quantity here = of(container);
    if (GetStringField(container, "restartPolicy") == "Always") {
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

void CompareSums(const check::ValueCursor& spec, const check::ValueCursor& resources, Text list,
                 diag::Emitter& emit) {
  const std::optional<check::ValueCursor> amounts = At(resources, list);
  if (!amounts) {
    return;
  }
  value::EntryIndex index;
  ForEachEntry(*amounts, [&](const check::ValueCursor& entry) {
    const std::string name = check::KeyName(*entry.key);
    if (list == "limits" && !name.starts_with("hugepages-")) {
      return;
    }
    const std::optional<cel::Quantity> most = ParseAmount(*entry.value);
    const std::optional<cel::Quantity> sum = SumOf(spec, list, name, index);
    if (most && sum && cel::Compare(*sum, *most) > 0) {
      ReportAt(emit, entry, kAboveSum, list == "limits" ? "may use" : "request", name).Emit();
    }
  });
}

// The default request of a pod with limits: the requests of its containers (defaultPodRequests).
void CompareRequestsByDefault(const check::ValueCursor& spec, const check::ValueCursor& resources,
                              diag::Emitter& emit) {
  const std::optional<check::ValueCursor> requests = At(resources, "requests");
  const std::optional<check::ValueCursor> limits = At(resources, "limits");
  value::EntryIndex index;
  for (const Text name : {Text("cpu"), Text("memory")}) {
    const std::optional<check::ValueCursor> limit = limits ? At(*limits, name) : std::nullopt;
    if (!limit || (requests && At(*requests, name))) {
      continue;
    }
    const std::optional<cel::Quantity> most = ParseAmount(*limit->value);
    const std::optional<cel::Quantity> sum = SumOf(spec, "requests", name, index);
    if (most && sum && cel::Compare(*sum, *most) > 0) {
      ReportAt(emit, *limit, kAboveSum, "request", name).Emit();
    }
  }
}

void CompareLimits(const check::ValueCursor& spec, const check::ValueCursor& resources, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> limits = At(resources, "limits");
  if (!limits) {
    return;
  }
  value::EntryIndex index;
  ForEachItemOf(spec, "containers", [&](const check::ValueCursor& container) {
    Follow(container, {"resources", "limits"}, [&](const check::ValueCursor& own) {
      ForEachEntry(own, [&](const check::ValueCursor& entry) {
        const std::string name = check::KeyName(*entry.key);
        const std::optional<check::ValueCursor> of_pod = At(limits, name, index);
        const std::optional<cel::Quantity> most = of_pod ? ParseAmount(*of_pod->value) : std::nullopt;
        const std::optional<cel::Quantity> expected = ParseAmount(*entry.value);
        if (most && expected && cel::Compare(*expected, *most) > 0) {
          ReportAt(emit, entry, kAbovePod, name).Related(of_pod->value->span, "the limit of the pod").Emit();
        }
      });
    });
  });
}

bool HasComputing(const check::ValueCursor& spec) {
  bool has_computing = false;
  for (const Text list : {Text("containers"), Text("initContainers")}) {
    ForEachItemOf(spec, list, [&](const check::ValueCursor& container) {
      Follow(container, {"resources", "requests"}, [&](const check::ValueCursor& requests) {
        has_computing = has_computing || At(requests, "cpu") || At(requests, "memory");
      });
    });
  }
  return has_computing;
}

}  // namespace

void CheckPodResources(const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> resources = At(spec, "resources");
  if (!resources || resources->value->kind != Kind::kMapping) {
    return;
  }
  bool is_windows = false;
  Follow(spec, {"os", "name"},
         [&](const check::ValueCursor& name) { is_windows = TextOf(name) == "windows"; });
  if (is_windows) {
    return;
  }
  CheckResources(*resources, ResourceOwner::kPod, At(*resources, "limits") && HasComputing(spec), emit);
  if (IsRecovered(*spec.value) || IsRecovered(*resources->value)) {
    return;
  }
  CompareSums(spec, *resources, "requests", emit);
  CompareSums(spec, *resources, "limits", emit);
  CompareRequestsByDefault(spec, *resources, emit);
  CompareLimits(spec, *resources, emit);
}

}  // namespace kval::kubernetes
