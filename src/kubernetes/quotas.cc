#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/tell.h"
#include "src/support/keyed_hash.h"

// Quotas and ranges of amounts.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kRatio{diag::Kind::kResource,
                             "a limit is at least the request: the ratio is 1 or more"};
constexpr diag::Def<Text> kRatioAbove{
    diag::Kind::kResource,
    "the ratio of `{}` is above that of its maximum to its minimum, which no limit exceeds"};
constexpr diag::Def<Text> kNotSame{diag::Kind::kResource,
                                   "the default request and the default of `{}` must be the same"};
constexpr diag::Def<Text> kNoQuota{diag::Kind::kResource, "`{}` is not a resource that a quota can count"};
constexpr diag::Def<Text> kNotWhole{diag::Kind::kResource, "the number of `{}` must be whole"};
constexpr diag::Def<Text, Text> kOutOfScope{diag::Kind::kResource,
                                            "the scope `{}` does not apply to `{}`, which the quota counts"};
constexpr diag::Def<Text, Text> kConflict{diag::Kind::kResource,
                                          "the scopes `{}` and `{}` exclude each other"};
constexpr diag::Def<Text> kNeedsExists{diag::Kind::kResource,
                                       "the scope `{}` requires the operator `Exists`"};
constexpr diag::Def<Text, Text, Text> kAbove{diag::Kind::kResource, "the {} of `{}` is above its {}"};
constexpr diag::Def<Text> kNotOfPods{diag::Kind::kResource, "a range of the type `Pod` cannot have `{}`"};
constexpr diag::Def<Text> kNoType{
    diag::Kind::kResource,
    "`{}` is not a limit range type: `Container`, `PersistentVolumeClaim` and `Pod` are"};
constexpr diag::Def<Text> kSameType{diag::Kind::kResource, "the type `{}` has a range already"};
constexpr diag::Def<> kNoStorage{
    diag::Kind::kMissingRequired,
    "required key `storage` is missing: a limit range of claims requires it in `min` or `max`"};

constexpr Text kCounted[] = {"configmaps",
                             "cpu",
                             "ephemeral-storage",
                             "limits.cpu",
                             "limits.ephemeral-storage",
                             "limits.memory",
                             "memory",
                             "persistentvolumeclaims",
                             "pods",
                             "replicationcontrollers",
                             "requests.cpu",
                             "requests.ephemeral-storage",
                             "requests.memory",
                             "requests.storage",
                             "resourcequotas",
                             "secrets",
                             "services",
                             "services.loadbalancers",
                             "services.nodeports"};

bool IsCounted(Text name) {
  return std::binary_search(std::begin(kCounted), std::end(kCounted), name) ||
         name.starts_with("hugepages-") || name.starts_with("requests.hugepages-");
}

// Whether resources of a scope have such an amount (pkg/apis/core/helper).
bool IsInScope(Text scope, Text name) {
  const bool is_compute = name == "cpu" || name == "memory" || name == "limits.cpu" ||
                          name == "limits.memory" || name == "requests.cpu" || name == "requests.memory";
  if (scope == "BestEffort") {
    return name == "pods";
  }
  if (scope == "VolumeAttributesClass") {
    return name == "persistentvolumeclaims" || name == "requests.storage";
  }
  return name == "pods" || is_compute;
}

void CheckScope(const check::Trail& scope, const check::Trail& spec, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"hard"};
  Follow(spec, kKeys, [&](const check::Trail& hard) {
    ForEachEntry(hard, [&](const check::Trail& entry) {
      const std::string name = check::KeyName(*entry.key);
      if (!TextOf(scope).empty() && IsCounted(name) && !IsInScope(TextOf(scope), name)) {
        Tell(emit, scope, kOutOfScope, TextOf(scope), name).Related(entry.key->span, "counted here").Emit();
      }
    });
  });
}

// Mutually exclusive scopes, among strings or values of a key in maps.
void CheckConflicts(const check::Trail& list, Text key, diag::Emitter& emit) {
  TextSet<Text> scopes;
  ForEachItem(
      list, [&](const check::Trail& item) { scopes.insert(key.empty() ? TextOf(item) : TextAt(item, key)); });
  for (const auto& [one, other] : {std::pair(Text("BestEffort"), Text("NotBestEffort")),
                                   std::pair(Text("Terminating"), Text("NotTerminating"))}) {
    if (scopes.count(one) > 0 && scopes.count(other) > 0) {
      Tell(emit, list, kConflict, one, other).Emit();
    }
  }
}

void CheckScopes(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> list = At(spec, "scopes");
  if (!list) {
    return;
  }
  ForEachItem(*list, [&](const check::Trail& item) { CheckScope(item, spec, emit); });
  CheckConflicts(*list, {}, emit);
}

// Amounts that must not be above others, by the keys of a range.
struct Order {
  Text low, low_words, high, high_words;
};

constexpr Order kOrders[] = {
    {"min", "minimum", "max", "maximum"},
    {"min", "minimum", "defaultRequest", "default request"},
    {"defaultRequest", "default request", "max", "maximum"},
    {"defaultRequest", "default request", "default", "default"},
    {"min", "minimum", "default", "default"},
    {"default", "default", "max", "maximum"},
};

void CheckOrder(const check::Trail& range, const Order& order, diag::Emitter& emit) {
  const std::optional<check::Trail> low = At(range, order.low);
  const std::optional<check::Trail> high = At(range, order.high);
  if (!low || !high) {
    return;
  }
  value::EntryIndex index;
  ForEachEntry(*low, [&](const check::Trail& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<check::Trail> other = At(high, name, index);
    const std::optional<cel::Quantity> least = AmountOf(*entry.value);
    const std::optional<cel::Quantity> most = other ? AmountOf(*other->value) : std::nullopt;
    if (least && most && cel::Compare(*least, *most) > 0) {
      Tell(emit, entry, kAbove, order.low_words, name, order.high_words)
          .Related(other->value->span, "which is here")
          .Emit();
    }
  });
}

// The amount that a map of a range has under a name.
std::optional<cel::Quantity> AmountAt(const std::optional<check::Trail>& amounts, Text name,
                                      value::EntryIndex& index) {
  const std::optional<check::Trail> amount = At(amounts, name, index);
  return amount ? AmountOf(*amount->value) : std::nullopt;
}

// Requests and limits of devices and huge pages are equal. Exceeding the default is already reported.
void CheckSame(const check::Trail& range, diag::Emitter& emit) {
  const std::optional<check::Trail> requests = At(range, "defaultRequest");
  const std::optional<check::Trail> limits = At(range, "default");
  if (!requests || !limits) {
    return;
  }
  value::EntryIndex index;
  ForEachEntry(*requests, [&](const check::Trail& request) {
    const std::string name = check::KeyName(*request.key);
    const std::optional<cel::Quantity> wanted = AmountOf(*request.value);
    const std::optional<cel::Quantity> most = AmountAt(limits, name, index);
    if (wanted && most && cel::Compare(*wanted, *most) < 0 && IsNeverOvercommitted(name)) {
      Tell(emit, request, kNotSame, name).Emit();
    }
  });
}

void CheckRatio(const check::Trail& ratios, const check::Trail& range, diag::Emitter& emit) {
  const cel::Quantity one = cel::Quantity::OfInteger(1);
  const std::optional<check::Trail> least = At(range, "min");
  const std::optional<check::Trail> most = At(range, "max");
  value::EntryIndex of_least;
  value::EntryIndex of_most;
  ForEachEntry(ratios, [&](const check::Trail& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<cel::Quantity> ratio = AmountOf(*entry.value);
    const std::optional<cel::Quantity> low = AmountAt(least, name, of_least);
    const std::optional<cel::Quantity> high = AmountAt(most, name, of_most);
    if (ratio && cel::Compare(*ratio, one) < 0) {
      Tell(emit, entry, kRatio).Emit();
    } else if (ratio && low && high && low->Sign() > 0 &&
               ratio->AsDouble() > high->AsDouble() / low->AsDouble()) {
      Tell(emit, entry, kRatioAbove, name).Emit();
    }
  });
}

void CheckRange(const check::Trail& range, diag::Emitter& emit) {
  const Text type = TextAt(range, "type");
  const bool is_of_containers = type == "Pod" || type == "Container";
  for (const Text key :
       {Text("min"), Text("max"), Text("default"), Text("defaultRequest"), Text("maxLimitRequestRatio")}) {
    const std::optional<check::Trail> amounts = At(range, key);
    if (amounts && type == "Pod" && (key == "default" || key == "defaultRequest") &&
        !(amounts->value->kind == Kind::kMapping && amounts->value->entries().empty())) {
      TellKey(emit, *amounts, kNotOfPods, key).Emit();
    } else if (amounts && is_of_containers) {
      CheckContainerAmounts(*amounts, emit);
    }
  }
  if (const std::optional<check::Trail> ratios = At(range, "maxLimitRequestRatio")) {
    CheckRatio(*ratios, range, emit);
  }
  if (type != "Pod") {
    CheckSame(range, emit);
  }
  for (const Order& order : kOrders) {
    const bool is_skipped =
        type == "Pod" && (order.low.starts_with("default") || order.high.starts_with("default"));
    if (!is_skipped) {
      CheckOrder(range, order, emit);
    }
  }
  const std::optional<check::Trail> least = At(range, "min");
  const std::optional<check::Trail> most = At(range, "max");
  const bool has_storage = (least && At(*least, "storage")) || (most && At(*most, "storage"));
  if (type == "PersistentVolumeClaim" && !has_storage && !HasGap(*range.value)) {
    Tell(emit, range, kNoStorage).Emit();
  }
}

}  // namespace

void CheckQuota(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  constexpr Text kHard[] = {"hard"};
  Follow(*spec, kHard, [&](const check::Trail& hard) {
    ForEachEntry(hard, [&](const check::Trail& entry) {
      const std::string name = check::KeyName(*entry.key);
      const bool is_qualified = name.find('/') != std::string::npos && WhyNot("qualified-name", name).empty();
      if (!is_qualified && !IsCounted(name)) {
        TellKey(emit, entry, kNoQuota, name).Emit();
        return;
      }
      // Of what has a domain, devices and objects are counted; `requests.` of devices are not looked at.
      const bool is_counted = name.find("kubernetes.io/") == Text::npos && !name.starts_with("requests.");
      const bool is_number =
          is_qualified ? is_counted
                       : name.find("cpu") == Text::npos && name.find("memory") == Text::npos &&
                             name.find("storage") == Text::npos && name.find("hugepages") == Text::npos;
      const std::optional<cel::Quantity> amount = AmountOf(*entry.value);
      if (is_number && amount && !IsWhole(*amount)) {
        Tell(emit, entry, kNotWhole, name).Emit();
      }
    });
    CheckAmounts(hard, emit);
  });
  CheckScopes(*spec, emit);
  constexpr Text kSelector[] = {"scopeSelector"};
  Follow(*spec, kSelector, [&](const check::Trail& selector) {
    if (const std::optional<check::Trail> expressions = At(selector, "matchExpressions")) {
      CheckConflicts(*expressions, "scopeName", emit);
    }
    ForEachItemOf(selector, "matchExpressions", [&](const check::Trail& item) {
      const std::optional<check::Trail> scope = At(item, "scopeName");
      const std::optional<check::Trail> how = At(item, "operator");
      if (!scope) {
        return;
      }
      CheckScope(*scope, *spec, emit);
      const Text name = TextOf(*scope);
      const bool is_simple = name == "BestEffort" || name == "NotBestEffort" || name == "Terminating" ||
                             name == "NotTerminating" || name == "CrossNamespacePodAffinity";
      if (is_simple && how && !TextOf(*how).empty() && TextOf(*how) != "Exists") {
        Tell(emit, *how, kNeedsExists, name).Emit();
      }
    });
  });
}

void CheckLimitRange(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec"};
  Follow(resource.at, kKeys, [&](const check::Trail& spec) {
    TextMap<Text, source::Span> types;
    ForEachItemOf(spec, "limits", [&](const check::Trail& range) {
      const std::optional<check::Trail> type = At(range, "type");
      const Text name = type ? TextOf(*type) : Text();
      const bool is_standard = name == "Pod" || name == "Container" || name == "PersistentVolumeClaim";
      if (!name.empty() && !is_standard && name.find('/') == Text::npos) {
        Tell(emit, *type, kNoType, name).Emit();
      }
      if (!name.empty()) {
        const auto [first, is_new] = types.emplace(TextOf(*type), type->value->span);
        if (!is_new) {
          Tell(emit, *type, kSameType, TextOf(*type)).Related(first->second, "here").Emit();
        }
      }
      CheckRange(range, emit);
    });
  });
}

}  // namespace kval::kubernetes
