#include "src/kubernetes/pod_network.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "schemas/kubernetes/table.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kOverride{diag::Kind::kResource, "`hostnameOverride` excludes `{}`"};
constexpr diag::Def<> kLongName{diag::Kind::kBadName, "the name of a host has at most 64 characters"};
constexpr diag::Def<> kHostPort{diag::Kind::kResource,
                                "with `hostNetwork` the `hostPort` must be the `containerPort`"};
constexpr diag::Def<int64_t, Text> kTakenPort{diag::Kind::kResource,
                                              "the host port {} is already used by `{}`"};
constexpr diag::Def<Text> kHostUsers{diag::Kind::kResource,
                                     "`{}` cannot be combined with `hostUsers: false`"};
constexpr diag::Def<> kNoServer{diag::Kind::kMissingRequired,
                                "`dnsPolicy: None` requires a name server in `dnsConfig.nameservers`"};
constexpr diag::Def<Text, size_t, size_t> kTooMany{diag::Kind::kResource,
                                                   "`{}` has {} items, and at most {} are used"};
constexpr diag::Def<size_t, size_t> kLongSearches{
    diag::Kind::kResource, "together the domains have {} characters, and at most {} are allowed"};
constexpr diag::Def<Text, Text> kSearch{diag::Kind::kBadName, "`{}` cannot be a domain: {}"};

constexpr size_t kMostServers = 3;
constexpr size_t kMostSearches = 32;
constexpr size_t kLongestSearches = 2048;

size_t CountOf(const std::optional<check::Trail>& list) {
  return list && list->value->kind == Kind::kSequence ? list->value->items().size() : 0;
}

void CheckCount(const std::optional<check::Trail>& list, Text name, size_t most, diag::Emitter& emit) {
  if (CountOf(list) > most) {
    TellKey(emit, *list, kTooMany, name, CountOf(list), most).Emit();
  }
}

// Domains that names are looked for in. One may end in a dot; underscores, and the dot alone, are allowed
// from 1.33 on (RelaxedDNSSearchValidation).
void CheckSearches(const check::Trail& config, Text k8s_version, diag::Emitter& emit) {
  const bool is_relaxed = schemas::kubernetes::IsAtLeast(k8s_version, "1.33");
  size_t size = 0;
  ForEachItemOf(config, "searches", [&](const check::Trail& item) {
    std::string domain(TextOf(item));
    size += domain.size() + (size == 0 ? 0 : 1);
    if (is_relaxed) {
      std::replace(domain.begin(), domain.end(), '_', 'a');
    }
    if ((is_relaxed && domain == ".") || item.value->kind != Kind::kString) {
      return;
    }
    const std::string why =
        WhyNot("dns1123-subdomain", Text(domain).substr(0, domain.size() - (domain.ends_with('.') ? 1 : 0)));
    if (!why.empty()) {
      Tell(emit, item, kSearch, TextOf(item), why).Emit();
    }
  });
  if (size > kLongestSearches) {
    TellKey(emit, *At(config, "searches"), kLongSearches, size, kLongestSearches).Emit();
  }
}

void CheckNames(const check::Trail& spec, Text k8s_version, diag::Emitter& emit) {
  const std::optional<check::Trail> config = At(spec, "dnsConfig");
  const std::optional<check::Trail> servers = config ? At(*config, "nameservers") : std::nullopt;
  const check::Trail& holder = config ? *config : spec;
  const Text missing = config ? Text("nameservers") : Text("dnsConfig");
  const bool is_missing = CountOf(servers) == 0 && !(servers && servers->value->kind != Kind::kSequence);
  if (TextAt(spec, "dnsPolicy") == "None" && is_missing && holder.value->kind == Kind::kMapping &&
      !HasMisspelt(holder, missing) && !HasGap(*holder.value)) {
    TellMissing(emit, holder, missing, kNoServer).Emit();
  }
  if (!config) {
    return;
  }
  CheckCount(servers, "nameservers", kMostServers, emit);
  CheckCount(At(*config, "searches"), "searches", kMostSearches, emit);
  ForEachItemOf(*config, "nameservers",
                [&](const check::Trail& item) { CheckAddress(item, k8s_version, emit); });
  CheckSearches(*config, k8s_version, emit);
}

// Ports of the host: each for one of the containers that run together. A pod on the host's network has its
// own there; a template's pods get theirs when they are made.
class HostPorts {
 public:
  HostPorts(const PodTemplate& pod, diag::Emitter& emit)
      : is_on_host_(IsTrue(At(pod.spec, "hostNetwork"))), is_pod_(pod.is_pod), emit_(emit) {}

  // `is_init`: it runs before the others, whatever its port in the container is.
  void Add(const check::Trail& container, bool is_init) {
    ForEachItemOf(container, "ports", [&](const check::Trail& port) {
      const std::optional<check::Trail> host = At(port, "hostPort");
      const std::optional<check::Trail> own = At(port, "containerPort");
      const int64_t inner = own ? IntegerOf(*own).value_or(0) : 0;
      int64_t number = host ? IntegerOf(*host).value_or(0) : 0;
      if (is_on_host_ && !is_init && number != 0 && inner != 0 && inner != number) {
        Tell(emit_, *host, kHostPort).Emit();
        return;
      }
      number = number == 0 && is_on_host_ && is_pod_ ? inner : number;
      if (number != 0 && !HasMisspelt(port, "protocol") && !HasMisspelt(port, "hostIP")) {
        Take(port, number, host ? *host : *own, TextAt(container, "name"));
      }
    });
  }

 private:
  void Take(const check::Trail& port, int64_t number, const check::Trail& at, Text container) {
    const Text protocol = TextAt(port, "protocol");
    const auto [first, is_new] =
        taken_.emplace(std::tuple(protocol.empty() ? Text("TCP") : protocol, TextAt(port, "hostIP"), number),
                       std::pair(container, at.value->span));
    if (!is_new) {
      Tell(emit_, at, kTakenPort, number, first->second.first)
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
                [&](const check::Trail& container) { together.Add(container, false); });
  // These run one after another.
  ForEachItemOf(pod.spec, "initContainers",
                [&](const check::Trail& container) { HostPorts(pod, emit).Add(container, true); });
}

// pkg/apis/core/validation, validatePodHostName
void CheckOverride(const check::Trail& spec, diag::Emitter& emit) {
  constexpr size_t kLongest = 64;
  const std::optional<check::Trail> name = At(spec, "hostnameOverride");
  if (!name) {
    return;
  }
  for (const Text key : {Text("setHostnameAsFQDN"), Text("hostNetwork")}) {
    if (IsTrue(At(spec, key))) {
      TellKey(emit, *name, kOverride, key).Emit();
    }
  }
  if (TextOf(*name).size() > kLongest && WhyNot("dns1123-subdomain", TextOf(*name)).empty()) {
    Tell(emit, *name, kLongName).Emit();
  }
}

}  // namespace

void CheckPodNetwork(const PodTemplate& pod, const Resource& resource, diag::Emitter& emit) {
  CheckNames(pod.spec, resource.k8s_version, emit);
  ForEachItemOf(pod.spec, "hostAliases", [&](const check::Trail& alias) {
    if (const std::optional<check::Trail> ip = At(alias, "ip"); ip && !TextOf(*ip).empty()) {
      CheckAddress(*ip, resource.k8s_version, emit);
    }
  });
  CheckHostPorts(pod, emit);
  CheckOverride(pod.spec, emit);
  const std::optional<check::Trail> users = At(pod.spec, "hostUsers");
  const bool is_apart = users && users->value->kind == Kind::kBool && !users->value->boolean;
  if (!is_apart || !schemas::kubernetes::IsAtLeast(resource.k8s_version, "1.33")) {
    return;
  }
  for (const Text key : {Text("hostNetwork"), Text("hostPID"), Text("hostIPC")}) {
    if (const std::optional<check::Trail> at = At(pod.spec, key); IsTrue(at)) {
      TellKey(emit, *at, kHostUsers, key).Related(users->value->span, "which is here").Emit();
    }
  }
}

}  // namespace kval::kubernetes
