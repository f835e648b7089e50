#include "src/kubernetes/pod_claims.h"

#include <optional>

#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kTwice{diag::Kind::kResource, "the claim `{}` is used already"};
constexpr diag::Def<Text> kNone{diag::Kind::kResource, "the pod has no resource claim `{}`"};

struct Used {
  bool is_whole = false;
  TextSet<Text> requests;
};

}  // namespace

PodClaims::PodClaims(const check::Trail& spec, diag::Emitter& emit)
    : emit_(emit), are_known_(!HasGap(*spec.value) && !HasMisspelt(spec, "resourceClaims")) {
  ForEachItemOf(spec, "resourceClaims", [&](const check::Trail& claim) {
    are_known_ = are_known_ && !HasGap(*claim.value);
    names_.insert(TextAt(claim, "name"));
  });
}

void PodClaims::Check(const check::Trail& resources) {
  TextMap<Text, Used> used;
  ForEachItemOf(resources, "claims", [&](const check::Trail& claim) {
    const std::optional<check::Trail> name = At(claim, "name");
    const Text text = name ? TextOf(*name) : Text();
    if (are_known_ && !text.empty() && !names_.contains(text)) {
      Tell(emit_, *name, kNone, text).Emit();
    }
    if (text.empty() || HasGap(*claim.value) || HasMisspelt(claim, "request")) {
      return;
    }
    const Text request = TextAt(claim, "request");
    Used& known = used[text];
    if (known.is_whole || (request.empty() ? !known.requests.empty() : known.requests.count(request) > 0)) {
      Tell(emit_, claim, kTwice, text).Emit();
    }
    known.is_whole = known.is_whole || request.empty();
    if (!request.empty()) {
      known.requests.insert(request);
    }
  });
}

}  // namespace kval::kubernetes
