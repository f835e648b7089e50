#include "src/kubernetes/pod_rules.h"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kHostPort{diag::ResourceRule(7137),
                                "with `hostNetwork` the `hostPort` must be the `containerPort`"};
constexpr diag::Def<int64_t, Text> kTakenPort{diag::ResourceRule(7138),
                                              "the host port {} is already used by `{}`"};
constexpr diag::Def<size_t, size_t> kLongSearches{
    diag::ResourceRule(7141), "together the domains have {} characters, and at most {} are allowed"};

constexpr size_t kLongestSearches = 2048;

void CheckNames(const check::ValueCursor& spec, Text k8s_version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> config = At(spec, "dnsConfig");
  if (!config) {
    return;
  }
  ForEachItemOf(*config, "nameservers",
                [&](const check::ValueCursor& item) { CheckAddress(item, k8s_version, emit); });
  size_t size = 0;
  ForEachItemOf(*config, "searches",
                [&](const check::ValueCursor& item) { size += TextOf(item).size() + (size == 0 ? 0 : 1); });
  if (size > kLongestSearches) {
    ReportAtKey(emit, *At(*config, "searches"), kLongSearches, size, kLongestSearches).Emit();
  }
}

// Ports of the host: each for one of the containers that run together. A pod on the host's network has its
// own there; a template's pods get theirs when they are made.
class HostPorts {
 public:
  HostPorts(const PodTemplate& pod, diag::Emitter& emit)
      : is_on_host_(IsTrue(At(pod.spec, "hostNetwork"))), is_pod_(pod.is_pod), emit_(emit) {}

  // `is_init`: it runs before the others, whatever its port in the container is.
  void Add(const check::ValueCursor& container, bool is_init) {
    ForEachItemOf(container, "ports", [&](const check::ValueCursor& port) {
      const std::optional<check::ValueCursor> host = At(port, "hostPort");
      const std::optional<check::ValueCursor> own = At(port, "containerPort");
      const int64_t inner = own ? GetInteger(*own).value_or(0) : 0;
      int64_t number = host ? GetInteger(*host).value_or(0) : 0;
      if (is_on_host_ && !is_init && number != 0 && inner != 0 && inner != number) {
        ReportAt(emit_, *host, kHostPort).Emit();
        return;
      }
      number = number == 0 && is_on_host_ && is_pod_ ? inner : number;
      if (number != 0 && !HasSimilarKey(port, "protocol") && !HasSimilarKey(port, "hostIP")) {
        Take(port, number, host ? *host : *own, GetStringField(container, "name"));
      }
    });
  }

 private:
  void Take(const check::ValueCursor& port, int64_t number, const check::ValueCursor& at, Text container) {
    const Text protocol = GetStringField(port, "protocol");
    const auto [first, is_new] = taken_.emplace(
        std::tuple(protocol.empty() ? Text("TCP") : protocol, GetStringField(port, "hostIP"), number),
        std::pair(container, at.value->span));
    if (!is_new) {
      ReportAt(emit_, at, kTakenPort, number, first->second.first)
          .Related(first->second.second, "the first one")
          .Emit();
    }
  }

  bool is_on_host_;
  bool is_pod_;
  diag::Emitter& emit_;
  std::map<std::tuple<Text, Text, int64_t>, std::pair<Text, source::Span>> taken_;
};

void CheckHostPorts(const PodTemplate& pod, diag::Emitter& emit) {
  HostPorts together(pod, emit);
  ForEachItemOf(pod.spec, "containers",
                [&](const check::ValueCursor& container) { together.Add(container, false); });
  // These run one after another.
  ForEachItemOf(pod.spec, "initContainers",
                [&](const check::ValueCursor& container) { HostPorts(pod, emit).Add(container, true); });
}

}  // namespace

void CheckPodNetwork(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit) {
  CheckNames(pod.spec, resource.k8s_version, emit);
  ForEachItemOf(pod.spec, "hostAliases", [&](const check::ValueCursor& alias) {
    if (const std::optional<check::ValueCursor> ip = At(alias, "ip"); ip && !TextOf(*ip).empty()) {
      CheckAddress(*ip, resource.k8s_version, emit);
    }
  });
  CheckHostPorts(pod, emit);
}

}  // namespace kval::kubernetes
