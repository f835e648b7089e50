#include "annotations/overlay_specs.h"
#include "src/merge/annotation_names.h"

namespace kval::annotations {
namespace {

constexpr std::string_view kSource = "ytt docs: overlay module; ytt pkg/yttlibrary/overlay";
constexpr uint16_t kCount = kInt | kString | kList | kFunction;

constexpr ParamSpec kMatchParams[] = {
    {"by", "", kString | kFunction | 0x400, false, false,
     "a key to compare, an overlay matcher, or a function"},
    {"expects", "", kCount, false, false, "how many nodes must match: 1, \"1+\", [0, 1], or a function"},
    {"missing_ok", "", kBool, false, false, "True: no match is allowed"},
    {"when", "", kCount, false, false, "like expects, but another number skips the operation"},
};
constexpr ParamSpec kDefaultParams[] = {
    {"expects", "", kCount, false, false, "how many nodes must match"},
    {"missing_ok", "", kBool, false, false, "True: no match is allowed"},
    {"when", "", kCount, false, false, "like expects, but another number skips the operation"},
};
constexpr ParamSpec kReplaceParams[] = {
    {"via", "", kFunction, false, false,
     "a function of the left and the right value that returns the new value"},
    {"or_add", "", kBool, false, false, "True: adds the node when nothing matches"},
};
constexpr ParamSpec kInsertParams[] = {
    {"before", "", kBool, false, false, "True: insert before the match"},
    {"after", "", kBool, false, false, "True: insert after the match"},
    {"via", "", kFunction, false, false,
     "a function of the left and the right value that returns the new value"},
};
constexpr ParamSpec kAssertParams[] = {
    {"via", "", kFunction, false, false, "a function of the left and the right value that must return True"},
};

// An annotation of overlays: the merger reads it, and it means nothing in a schema.
consteval Spec Overlay(std::string_view name, uint8_t targets, std::span<const ParamSpec> params,
                       std::string_view summary, std::string_view example) {
  Spec spec{name, targets, params, summary, "", example, kSource, nullptr};
  spec.ignores_others = true;
  return spec;
}

}  // namespace

constinit const Spec kOverlayAppend = Overlay("overlay/append", kDocument | kArrayItem, {},
                                              "adds an item at the end", "#@overlay/append\n- name: extra");
constinit const Spec kOverlayAssert =
    Overlay("overlay/assert", kAnyNode, kAssertParams, "asserts a condition on the match",
            "#@overlay/assert via=lambda left, right: left > 0\nreplicas:");
constinit const Spec kOverlayInsert = Overlay(
    "overlay/insert", kDocument | kArrayItem, kInsertParams, "inserts an item before or after the match",
    "#@overlay/match by=\"name\"\n#@overlay/insert before=True\n- name: app");
constinit const Spec kOverlayMatch = Overlay(merge::kMatchAnnotation, kAnyNode, kMatchParams,
                                             "specifies which nodes an operation applies to, and how many",
                                             "#@overlay/match missing_ok=True\nextra: 1");
constinit const Spec kOverlayMatchChildDefaults =
    Overlay(merge::kMatchChildDefaultsAnnotation, kAnyNode, kDefaultParams,
            "sets the defaults of `@overlay/match` below a node",
            "#@overlay/match-child-defaults missing_ok=True\n---");
constinit const Spec kOverlayMerge =
    Overlay("overlay/merge", kAnyNode, {}, "merges a node into the match (the default)",
            "#@overlay/merge\nlabels:\n  app: web");
constinit const Spec kOverlayRemove =
    Overlay("overlay/remove", kAnyNode, {}, "removes the match", "#@overlay/remove\ndebug:");
constinit const Spec kOverlayReplace = Overlay(merge::kReplaceAnnotation, kAnyNode, kReplaceParams,
                                               "replaces the match", "#@overlay/replace\nhosts: [a, b]");

}  // namespace kval::annotations
