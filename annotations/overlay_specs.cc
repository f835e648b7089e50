#include "annotations/overlay_specs.h"
#include "src/merge/annotation_names.h"

namespace kval::annotations {
namespace {

constexpr std::string_view kSource = "ytt docs: overlay module; ytt pkg/yttlibrary/overlay";
constexpr uint16_t kCount = kInt | kString | kList | kFunction;

constexpr Param kMatchParams[] = {
    {"by", "", kString | kFunction | 0x400, false, false,
     "a key to compare, an overlay matcher, or a function"},
    {"expects", "", kCount, false, false, "how many nodes must match: 1, \"1+\", [0, 1], or a function"},
    {"missing_ok", "", kBool, false, false, "True: none or one may match"},
    {"when", "", kCount, false, false, "like expects, but another number skips the operation"},
};
constexpr Param kDefaultParams[] = {
    {"expects", "", kCount, false, false, "how many nodes must match"},
    {"missing_ok", "", kBool, false, false, "True: none or one may match"},
    {"when", "", kCount, false, false, "like expects, but another number skips the operation"},
};
constexpr Param kReplaceParams[] = {
    {"via", "", kFunction, false, false, "a function of the left and the right value that gives the new one"},
    {"or_add", "", kBool, false, false, "True: adds the node when nothing matches"},
};
constexpr Param kInsertParams[] = {
    {"before", "", kBool, false, false, "True: insert before what matches"},
    {"after", "", kBool, false, false, "True: insert after what matches"},
    {"via", "", kFunction, false, false, "a function of the left and the right value that gives the new one"},
};
constexpr Param kAssertParams[] = {
    {"via", "", kFunction, false, false, "a function of the left and the right value that must hold"},
};

}  // namespace

constinit const Spec kOverlayAppend{"overlay/append",
                                    kDocument | kArrayItem,
                                    {},
                                    "adds an item at the end",
                                    "",
                                    "#@overlay/append\n- name: extra",
                                    kSource,
                                    nullptr};
constinit const Spec kOverlayAssert{"overlay/assert",
                                    kAnyNode,
                                    kAssertParams,
                                    "checks what matches",
                                    "",
                                    "#@overlay/assert via=lambda left, right: left > 0\nreplicas:",
                                    kSource,
                                    nullptr};
constinit const Spec kOverlayInsert{"overlay/insert",
                                    kDocument | kArrayItem,
                                    kInsertParams,
                                    "adds an item before or after what matches",
                                    "",
                                    "#@overlay/match by=\"name\"\n#@overlay/insert before=True\n- name: app",
                                    kSource,
                                    nullptr};
constinit const Spec kOverlayMatch{merge::kMatchAnnotation,
                                   kAnyNode,
                                   kMatchParams,
                                   "says which nodes an operation is for, and how many",
                                   "",
                                   "#@overlay/match missing_ok=True\nextra: 1",
                                   kSource,
                                   nullptr};
constinit const Spec kOverlayMatchChildDefaults{merge::kMatchChildDefaultsAnnotation,
                                                kAnyNode,
                                                kDefaultParams,
                                                "sets what `@overlay/match` expects below a node",
                                                "",
                                                "#@overlay/match-child-defaults missing_ok=True\n---",
                                                kSource,
                                                nullptr};
constinit const Spec kOverlayMerge{"overlay/merge",
                                   kAnyNode,
                                   {},
                                   "merges a node into what matches (the default)",
                                   "",
                                   "#@overlay/merge\nlabels:\n  app: web",
                                   kSource,
                                   nullptr};
constinit const Spec kOverlayRemove{"overlay/remove",           kAnyNode, {},     "removes what matches", "",
                                    "#@overlay/remove\ndebug:", kSource,  nullptr};
constinit const Spec kOverlayReplace{
    merge::kReplaceAnnotation,          kAnyNode, kReplaceParams, "replaces what matches", "",
    "#@overlay/replace\nhosts: [a, b]", kSource,  nullptr};

}  // namespace kval::annotations
