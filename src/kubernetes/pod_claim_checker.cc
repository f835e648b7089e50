#include "src/kubernetes/pod_claim_checker.h"

#include <optional>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kTwice{diag::ResourceRule(7134), "the claim `{}` is used already"};
constexpr diag::Def<Text> kNone{diag::ResourceRule(7135), "the pod has no resource claim `{}`"};

struct Used {
  bool is_whole = false;
  TextSet<Text> requests;
};

}  // namespace

PodClaimChecker::PodClaimChecker(const check::ValueCursor& spec, diag::Emitter& emit)
    : emit_(emit), is_complete_(!IsRecovered(*spec.value) && !HasSimilarKey(spec, "resourceClaims")) {
  ForEachItemOf(spec, "resourceClaims", [&](const check::ValueCursor& claim) {
    is_complete_ = is_complete_ && !IsRecovered(*claim.value);
    names_.insert(GetStringField(claim, "name"));
  });
}

void PodClaimChecker::Check(const check::ValueCursor& resources) {
  TextMap<Text, Used> used;
  ForEachItemOf(resources, "claims", [&](const check::ValueCursor& claim) {
    const std::optional<check::ValueCursor> name = At(claim, "name");
    const Text text = name ? TextOf(*name) : Text();
    if (is_complete_ && !text.empty() && !names_.contains(text)) {
      ReportAt(emit_, *name, kNone, text).Emit();
    }
    if (text.empty() || IsRecovered(*claim.value) || HasSimilarKey(claim, "request")) {
      return;
    }
    const Text request = GetStringField(claim, "request");
    Used& known = used[text];
    if (known.is_whole || (request.empty() ? !known.requests.empty() : known.requests.count(request) > 0)) {
      ReportAt(emit_, claim, kTwice, text).Emit();
    }
    known.is_whole = known.is_whole || request.empty();
    if (!request.empty()) {
      known.requests.insert(request);
    }
  });
}

}  // namespace kval::kubernetes
