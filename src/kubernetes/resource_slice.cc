#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/scheduling.h"
#include "src/support/ascii_text.h"
#include "src/support/keyed_hash.h"

// Devices that drivers offer: pkg/apis/resource/validation, ValidateResourceSlice.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kName{diag::Kind::kBadName,
                                      "`{}` cannot be the name of a part of a device: {}"};
constexpr diag::Def<size_t> kMany{diag::ResourceRule(7191),
                                  "the device has {} attributes and capacities, and at most 32 are allowed"};
constexpr diag::Def<Text, Text> kPool{diag::Kind::kBadName, "`{}` cannot be the name of a pool: {}"};
constexpr diag::Def<Text, Text> kCounter{diag::Kind::kBadName, "`{}` cannot be the name of a counter: {}"};
constexpr diag::Def<> kOneTerm{diag::ResourceRule(7192), "nodes are selected by exactly one term here"};
constexpr diag::Def<size_t> kManyDevices{
    diag::ResourceRule(7194),
    "the slice has {} devices: with taints or counters of devices at most 64 are allowed"};
constexpr diag::Def<> kBothConditions{diag::ResourceRule(7196),
                                      "the condition is in `bindingConditions` as well"};
constexpr diag::Def<Text> kNotPerDevice{
    diag::ResourceRule(7197), "`{}` of a device requires `perDeviceNodeSelection: true` in the slice"};
constexpr diag::Def<> kManyNodes{diag::ResourceRule(7198),
                                 "only one of `nodeName`, `nodeSelector` and `allNodes` may be set"};
constexpr diag::Def<> kNoNodes{
    diag::ResourceRule(7199),
    "with `perDeviceNodeSelection` a device requires `nodeName`, `nodeSelector` or `allNodes`"};
constexpr diag::Def<> kNoStep{diag::ResourceRule(7201), "the step must be larger than 0"};
constexpr diag::Def<> kOnlyTrue{diag::ResourceRule(7202), "`allNodes` must be true or omitted"};
constexpr diag::Def<> kNotShared{diag::ResourceRule(7200),
                                 "`requestPolicy` requires `allowMultipleAllocations: true`"};

// `model` or `gpu.example.com/model`: a name as in C, which may have a domain.
std::string WhyNoPart(Text name) {
  constexpr size_t kLongest = 32;
  constexpr size_t kLongestDomain = 63;
  const size_t slash = name.find('/');
  const Text domain = slash == Text::npos ? Text() : name.substr(0, slash);
  const Text rest = slash == Text::npos ? name : name.substr(slash + 1);
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool is_name =
      !rest.empty() && is_letter(rest.front()) &&
      std::all_of(rest.begin(), rest.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  if (slash != Text::npos) {
    const std::string why = domain.size() > kLongestDomain
                                ? "its domain has more than 63 characters"
                                : GetFormatError("dns1123-subdomain", LowerCased(domain));
    if (!why.empty()) {
      return why;
    }
  }
  return !is_name                 ? "letters, digits and `_` are allowed, and no digit first"
         : rest.size() > kLongest ? "it has more than 32 characters"
                                  : std::string();
}

// `device`: what has the attributes, which in the first versions is a part of the device.
void CheckParts(const check::ValueCursor& device, diag::Emitter& emit) {
  constexpr size_t kMax = 32;
  size_t count = 0;
  for (const Text key : {Text("attributes"), Text("capacity")}) {
    if (const std::optional<check::ValueCursor> parts = At(device, key)) {
      ForEachEntry(*parts, [&](const check::ValueCursor& part) {
        const std::string name = check::KeyName(*part.key);
        const std::string why = WhyNoPart(name);
        if (!why.empty()) {
          ReportAtKey(emit, part, kName, name, why).Emit();
        }
        ++count;
      });
    }
  }
  if (count > kMax) {
    ReportAt(emit, device, kMany, count).Emit();
  }
}

// The names of counters.
void CheckCounters(const check::ValueCursor& set, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> counters = At(set, "counters")) {
    ForEachEntry(*counters, [&](const check::ValueCursor& counter) {
      const std::string name = check::KeyName(*counter.key);
      if (const std::string why = GetFormatError("dns1123-label", name); !why.empty()) {
        ReportAtKey(emit, counter, kCounter, name, why).Emit();
      }
    });
  }
}

// More devices fit without features that make them larger.
void CheckDeviceCount(const std::optional<check::ValueCursor>& devices, diag::Emitter& emit) {
  constexpr size_t kMax = 64;
  if (!devices || devices->value->kind != Kind::kSequence || devices->value->items().size() <= kMax) {
    return;
  }
  bool is_advanced = false;
  ForEachItem(*devices, [&](const check::ValueCursor& device) {
    is_advanced = is_advanced || At(device, "taints") || At(device, "consumesCounters");
  });
  if (is_advanced) {
    ReportAtKey(emit, *devices, kManyDevices, devices->value->items().size()).Emit();
  }
}

// validateDeviceBindingParameters
void CheckBindingConditions(const check::ValueCursor& device, diag::Emitter& emit) {
  constexpr Text kSuccess = "bindingConditions";
  constexpr Text kFailure = "bindingFailureConditions";
  const std::optional<check::ValueCursor> success = At(device, kSuccess);
  const std::optional<check::ValueCursor> failure = At(device, kFailure);
  if (!success || !failure) {
    return;
  }
  TextMap<Text, source::Span> known;
  ForEachItem(*success,
              [&](const check::ValueCursor& item) { known.emplace(TextOf(item), item.value->span); });
  ForEachItem(*failure, [&](const check::ValueCursor& item) {
    if (const auto found = known.find(TextOf(item)); found != known.end() && !TextOf(item).empty()) {
      ReportAt(emit, item, kBothConditions).Related(found->second, "the other one").Emit();
    }
  });
}

// A device selects its nodes if the slice sets `perDeviceNodeSelection`, in exactly one way.
void CheckNodesOfDevice(const check::ValueCursor& device, bool is_per_device, diag::Emitter& emit) {
  std::optional<check::ValueCursor> last;
  size_t count = 0;
  for (const Text key : {Text("nodeName"), Text("nodeSelector"), Text("allNodes")}) {
    const std::optional<check::ValueCursor> at = At(device, key);
    if (!at) {
      continue;
    }
    if (!is_per_device) {
      ReportAtKey(emit, *at, kNotPerDevice, key).Emit();
    } else if (key == "allNodes" && at->value->kind == Kind::kBool && !at->value->boolean) {
      ReportAt(emit, *at, kOnlyTrue).Emit();
    } else {
      ++count;
      last = at;
    }
  }
  if (is_per_device && count > 1) {
    ReportAtKey(emit, *last, kManyNodes).Emit();
  } else if (is_per_device && count == 0 && !IsRecovered(*device.value)) {
    ReportAt(emit, device, kNoNodes).Emit();
  }
}

// What may be requested of a capacity that several claims share.
void CheckRequestPolicies(const check::ValueCursor& device, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> capacity = At(device, "capacity");
  if (!capacity) {
    return;
  }
  const bool is_shared = IsTrue(At(device, "allowMultipleAllocations"));
  ForEachEntry(*capacity, [&](const check::ValueCursor& part) {
    const std::optional<check::ValueCursor> policy = At(part, "requestPolicy");
    if (policy && !is_shared) {
      ReportAtKey(emit, *policy, kNotShared).Emit();
      return;
    }
    constexpr Text kStep[] = {"requestPolicy", "validRange", "step"};
    Follow(part, kStep, [&](const check::ValueCursor& step) {
      if (IsZeroOrNegative(*step.value)) {
        ReportAt(emit, step, kNoStep).Emit();
      }
    });
  });
}

// Domains, joined by slashes.
std::string WhyNoPool(Text name) {
  for (Text rest = name;;) {
    const size_t slash = rest.find('/');
    const std::string why = GetFormatError("dns1123-subdomain", rest.substr(0, slash));
    if (!why.empty() || slash == Text::npos) {
      return why;
    }
    rest.remove_prefix(slash + 1);
  }
}

void CheckPool(const check::ValueCursor& name, diag::Emitter& emit) {
  const std::string why = TextOf(name).empty() ? std::string() : WhyNoPool(TextOf(name));
  if (!why.empty()) {
    ReportAt(emit, name, kPool, TextOf(name), why).Emit();
  }
}

}  // namespace

void CheckTaintRule(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kPoolName[] = {"spec", "deviceSelector", "pool"};
  Follow(resource.at, kPoolName, [&](const check::ValueCursor& name) { CheckPool(name, emit); });
}

void CheckResourceSlice(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kPoolName[] = {"spec", "pool", "name"};
  Follow(resource.at, kPoolName, [&](const check::ValueCursor& name) { CheckPool(name, emit); });
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  if (const std::optional<check::ValueCursor> all = At(*spec, "allNodes");
      all && all->value->kind == Kind::kBool && !all->value->boolean) {
    ReportAt(emit, *all, kOnlyTrue).Emit();
  }
  if (const std::optional<check::ValueCursor> selector = At(*spec, "nodeSelector")) {
    CheckNodeSelector(*selector, emit);
  }
  constexpr Text kTerms[] = {"nodeSelector", "nodeSelectorTerms"};
  Follow(*spec, kTerms, [&](const check::ValueCursor& terms) {
    if (terms.value->kind == Kind::kSequence && terms.value->items().size() > 1) {
      ReportAt(emit, terms, kOneTerm).Emit();
    }
  });
  const std::optional<check::ValueCursor> devices = At(*spec, "devices");
  ForEachItemOf(*spec, "sharedCounters", [&](const check::ValueCursor& set) { CheckCounters(set, emit); });
  CheckDeviceCount(devices, emit);
  const bool is_per_device = IsTrue(At(*spec, "perDeviceNodeSelection"));
  ForEachItemOf(*spec, "devices", [&](const check::ValueCursor& device) {
    const std::optional<check::ValueCursor> basic = At(device, "basic");
    CheckParts(basic ? *basic : device, emit);
    CheckBindingConditions(device, emit);
    CheckNodesOfDevice(device, is_per_device, emit);
    CheckRequestPolicies(device, emit);
    ForEachItemOf(device, "consumesCounters",
                  [&](const check::ValueCursor& set) { CheckCounters(set, emit); });
  });
}

}  // namespace kval::kubernetes
