#include "schemas/kubernetes/feature_gates.h"

#include "schemas/kubernetes/api_table.h"

namespace kval::schemas::kubernetes {
namespace {

// Returns the first version whose state is on, from `1.34 alpha off, 1.36 beta on`; empty if there is none.
constexpr std::string_view FindFirstOn(std::string_view states) {
  while (!states.empty()) {
    const std::string_view state = states.substr(0, states.find(", "));
    if (state.ends_with(" on")) {
      return state.substr(0, state.find(' '));
    }
    states.remove_prefix(state.size() == states.size() ? state.size() : state.size() + 2);
  }
  return {};
}

struct FeatureEntry {
  std::string_view name;
  std::string_view on_from;
};

constexpr FeatureEntry kFeatures[] = {
#define KVAL_FEATURE(gate, states) {#gate, FindFirstOn(states)},
#include "schemas/kubernetes/feature_gates.def"
#undef KVAL_FEATURE
};

const FeatureEntry& EntryOf(Feature feature) {
  return kFeatures[static_cast<size_t>(feature)];
}

}  // namespace

bool IsEnabled(Feature feature, std::string_view version) {
  const std::string_view from = EntryOf(feature).on_from;
  return !from.empty() && IsAtLeast(version, from);
}

std::string_view NameOf(Feature feature) {
  return EntryOf(feature).name;
}

}  // namespace kval::schemas::kubernetes
