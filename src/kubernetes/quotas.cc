#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/support/word_list.h"

// Quotas and ranges of amounts.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kRatio{diag::ResourceRule(7175),
                             "a limit is at least the request: the ratio is 1 or more"};
constexpr diag::Def<Text> kRatioAbove{
    diag::ResourceRule(7176),
    "the ratio of `{}` is above that of its maximum to its minimum, which no limit exceeds"};
constexpr diag::Def<Text> kNotSame{diag::ResourceRule(7177),
                                   "the default request and the default of `{}` must be the same"};
constexpr diag::Def<Text> kNoQuota{diag::ResourceRule(7178), "`{}` is not a resource that a quota can count"};
constexpr diag::Def<Text> kNotWhole{diag::ResourceRule(7179), "the number of `{}` must be whole"};
constexpr diag::Def<Text, Text> kOutOfScope{diag::ResourceRule(7180),
                                            "the scope `{}` does not apply to `{}`, which the quota counts"};
constexpr diag::Def<Text, Text, Text> kAbove{diag::ResourceRule(7183), "the {} of `{}` is above its {}"};

constexpr Text kCounted =
    "configmaps cpu ephemeral-storage limits.cpu limits.ephemeral-storage limits.memory memory "
    "persistentvolumeclaims pods replicationcontrollers requests.cpu requests.ephemeral-storage "
    "requests.memory requests.storage resourcequotas secrets services services.loadbalancers "
    "services.nodeports";

bool IsCounted(Text name) {
  return HasWord(kCounted, name) || name.starts_with("hugepages-") || name.starts_with("requests.hugepages-");
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

void CheckScope(const check::ValueCursor& scope, const check::ValueCursor& spec, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"hard"};
  Follow(spec, kKeys, [&](const check::ValueCursor& hard) {
    ForEachEntry(hard, [&](const check::ValueCursor& entry) {
      const std::string name = check::KeyName(*entry.key);
      if (!TextOf(scope).empty() && IsCounted(name) && !IsInScope(TextOf(scope), name)) {
        ReportAt(emit, scope, kOutOfScope, TextOf(scope), name)
            .Related(entry.key->span, "counted here")
            .Emit();
      }
    });
  });
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

void CheckOrder(const check::ValueCursor& range, const Order& order, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> low = At(range, order.low);
  const std::optional<check::ValueCursor> high = At(range, order.high);
  if (!low || !high) {
    return;
  }
  value::EntryIndex index;
  ForEachEntry(*low, [&](const check::ValueCursor& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<check::ValueCursor> other = At(high, name, index);
    const std::optional<cel::Quantity> least = ParseAmount(*entry.value);
    const std::optional<cel::Quantity> most = other ? ParseAmount(*other->value) : std::nullopt;
    if (least && most && cel::Compare(*least, *most) > 0) {
      ReportAt(emit, entry, kAbove, order.low_words, name, order.high_words)
          .Related(other->value->span, "which is here")
          .Emit();
    }
  });
}

// The amount that a map of a range has under a name.
std::optional<cel::Quantity> AmountAt(const std::optional<check::ValueCursor>& amounts, Text name,
                                      value::EntryIndex& index) {
  const std::optional<check::ValueCursor> amount = At(amounts, name, index);
  return amount ? ParseAmount(*amount->value) : std::nullopt;
}

// Requests and limits of devices and huge pages are equal. Exceeding the default is already reported.
void CheckSame(const check::ValueCursor& range, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> requests = At(range, "defaultRequest");
  const std::optional<check::ValueCursor> limits = At(range, "default");
  if (!requests || !limits) {
    return;
  }
  value::EntryIndex index;
  ForEachEntry(*requests, [&](const check::ValueCursor& request) {
    const std::string name = check::KeyName(*request.key);
    const std::optional<cel::Quantity> expected = ParseAmount(*request.value);
    const std::optional<cel::Quantity> most = AmountAt(limits, name, index);
    if (expected && most && cel::Compare(*expected, *most) < 0 && IsNeverOvercommitted(name)) {
      ReportAt(emit, request, kNotSame, name).Emit();
    }
  });
}

void CheckRatio(const check::ValueCursor& ratios, const check::ValueCursor& range, diag::Emitter& emit) {
  const cel::Quantity one = cel::Quantity::FromInteger(1);
  const std::optional<check::ValueCursor> least = At(range, "min");
  const std::optional<check::ValueCursor> most = At(range, "max");
  value::EntryIndex of_least;
  value::EntryIndex of_most;
  ForEachEntry(ratios, [&](const check::ValueCursor& entry) {
    const std::string name = check::KeyName(*entry.key);
    const std::optional<cel::Quantity> ratio = ParseAmount(*entry.value);
    const std::optional<cel::Quantity> low = AmountAt(least, name, of_least);
    const std::optional<cel::Quantity> high = AmountAt(most, name, of_most);
    if (ratio && cel::Compare(*ratio, one) < 0) {
      ReportAt(emit, entry, kRatio).Emit();
    } else if (ratio && low && high && low->Sign() > 0 &&
               ratio->AsDouble() > high->AsDouble() / low->AsDouble()) {
      ReportAt(emit, entry, kRatioAbove, name).Emit();
    }
  });
}

void CheckRange(const check::ValueCursor& range, diag::Emitter& emit) {
  const Text type = GetStringField(range, "type");
  const bool is_of_containers = type == "Pod" || type == "Container";
  for (const Text key :
       {Text("min"), Text("max"), Text("default"), Text("defaultRequest"), Text("maxLimitRequestRatio")}) {
    const std::optional<check::ValueCursor> amounts = At(range, key);
    const bool is_refused = type == "Pod" && key.starts_with("default");
    if (amounts && is_of_containers && !is_refused) {
      CheckContainerNames(*amounts, emit);  // negative amounts are valid
    }
  }
  if (const std::optional<check::ValueCursor> ratios = At(range, "maxLimitRequestRatio")) {
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
}

}  // namespace

void CheckQuota(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  Follow(*spec, {"hard"}, [&](const check::ValueCursor& hard) {
    ForEachEntry(hard, [&](const check::ValueCursor& entry) {
      const std::string name = check::KeyName(*entry.key);
      const bool is_qualified =
          name.find('/') != std::string::npos && GetFormatError("qualified-name", name).empty();
      if (!is_qualified && !IsCounted(name)) {
        ReportAtKey(emit, entry, kNoQuota, name).Emit();
        return;
      }
      // Of what has a domain, devices and objects are counted; `requests.` of devices are not looked at.
      const bool is_counted = name.find("kubernetes.io/") == Text::npos && !name.starts_with("requests.");
      const bool is_number =
          is_qualified ? is_counted
                       : name.find("cpu") == Text::npos && name.find("memory") == Text::npos &&
                             name.find("storage") == Text::npos && name.find("hugepages") == Text::npos;
      const std::optional<cel::Quantity> amount = ParseAmount(*entry.value);
      if (is_number && amount && !IsWhole(*amount)) {
        ReportAt(emit, entry, kNotWhole, name).Emit();
      }
    });
  });
  ForEachItemOf(*spec, "scopes", [&](const check::ValueCursor& scope) { CheckScope(scope, *spec, emit); });
  Follow(*spec, {"scopeSelector", "matchExpressions"}, [&](const check::ValueCursor& expressions) {
    ForEachItem(expressions, [&](const check::ValueCursor& item) {
      if (const std::optional<check::ValueCursor> scope = At(item, "scopeName")) {
        CheckScope(*scope, *spec, emit);
      }
    });
  });
}

void CheckLimitRange(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "limits"}, [&](const check::ValueCursor& limits) {
    ForEachItem(limits, [&](const check::ValueCursor& range) { CheckRange(range, emit); });
  });
}

}  // namespace kval::kubernetes
