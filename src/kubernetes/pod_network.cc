#include "src/kubernetes/pod_rules.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "schemas/kubernetes/feature_gates.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kLongName{diag::Kind::kBadName, "the name of a host has at most 64 characters"};
constexpr diag::Def<> kHostPort{diag::ResourceRule(7137),
                                "with `hostNetwork` the `hostPort` must be the `containerPort`"};
constexpr diag::Def<int64_t, Text> kTakenPort{diag::ResourceRule(7138),
                                              "the host port {} is already used by `{}`"};
constexpr diag::Def<Text, size_t, size_t> kTooMany{diag::ResourceRule(7140),
                                                   "`{}` has {} items, and at most {} are used"};
constexpr diag::Def<size_t, size_t> kLongSearches{
    diag::ResourceRule(7141), "together the domains have {} characters, and at most {} are allowed"};
constexpr diag::Def<Text, Text> kSearch{diag::Kind::kBadName, "`{}` cannot be a domain: {}"};

constexpr size_t kMostServers = 3;
constexpr size_t kMostSearches = 32;
constexpr size_t kLongestSearches = 2048;

size_t CountOf(const std::optional<check::ValueCursor>& list) {
  return list && list->value->kind == Kind::kSequence ? list->value->items().size() : 0;
}

void CheckCount(const std::optional<check::ValueCursor>& list, Text name, size_t most, diag::Emitter& emit) {
  if (CountOf(list) > most) {
    ReportAtKey(emit, *list, kTooMany, name, CountOf(list), most).Emit();
  }
}

// Returns a domain without the underscores that a relaxed search domain may have: one before a label, and any
// number within it.
std::string ReplaceUnderscores(Text domain) {
  std::string replaced;
  for (size_t i = 0; i < domain.size(); ++i) {
    const bool is_first = i == 0 || domain[i - 1] == '.';
    const bool is_last = i + 1 == domain.size() || domain[i + 1] == '.';
    if (domain[i] != '_' || (is_first && is_last)) {
      replaced += domain[i];
    } else if (!is_first) {
      replaced += is_last ? '_' : '-';
    }
  }
  return replaced;
}

// Domains that names are looked for in. One may end in a dot; underscores, and the dot alone, are allowed
// from 1.33 on (RelaxedDNSSearchValidation).
void CheckSearches(const check::ValueCursor& config, Text k8s_version, diag::Emitter& emit) {
  const bool is_relaxed = IsEnabled(schemas::kubernetes::Feature::kRelaxedDNSSearchValidation, k8s_version);
  size_t size = 0;
  ForEachItemOf(config, "searches", [&](const check::ValueCursor& item) {
    std::string domain(TextOf(item));
    size += domain.size() + (size == 0 ? 0 : 1);
    if (is_relaxed) {
      domain = ReplaceUnderscores(domain);
    }
    if ((is_relaxed && domain == ".") || item.value->kind != Kind::kString) {
      return;
    }
    const std::string why = GetFormatError(
        "dns1123-subdomain", Text(domain).substr(0, domain.size() - (domain.ends_with('.') ? 1 : 0)));
    if (!why.empty()) {
      ReportAt(emit, item, kSearch, TextOf(item), why).Emit();
    }
  });
  if (size > kLongestSearches) {
    ReportAtKey(emit, *At(config, "searches"), kLongSearches, size, kLongestSearches).Emit();
  }
}

void CheckNames(const check::ValueCursor& spec, Text k8s_version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> config = At(spec, "dnsConfig");
  if (!config) {
    return;
  }
  CheckCount(At(*config, "nameservers"), "nameservers", kMostServers, emit);
  CheckCount(At(*config, "searches"), "searches", kMostSearches, emit);
  ForEachItemOf(*config, "nameservers",
                [&](const check::ValueCursor& item) { CheckAddress(item, k8s_version, emit); });
  CheckSearches(*config, k8s_version, emit);
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

// pkg/apis/core/validation, validatePodHostName
void CheckOverride(const check::ValueCursor& spec, diag::Emitter& emit) {
  constexpr size_t kLongest = 64;
  const std::optional<check::ValueCursor> name = At(spec, "hostnameOverride");
  if (!name) {
    return;
  }
  if (TextOf(*name).size() > kLongest && GetFormatError("dns1123-subdomain", TextOf(*name)).empty()) {
    ReportAt(emit, *name, kLongName).Emit();
  }
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
  CheckOverride(pod.spec, emit);
}

}  // namespace kval::kubernetes
