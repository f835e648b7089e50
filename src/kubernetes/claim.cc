#include "src/kubernetes/claim.h"

#include <optional>
#include <string>

#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoStorage{diag::Kind::kMissingRequired,
                                     "required key `storage` is missing: a {} some"};
constexpr diag::Def<Text> kNoAmount{diag::Kind::kResource, "a {} more than 0"};
constexpr diag::Def<> kOnePod{diag::Kind::kResource, "`ReadWriteOncePod` excludes other access modes"};

}  // namespace

void CheckStorage(const check::Trail& amounts, Text who, diag::Emitter& emit) {
  const std::optional<check::Trail> storage = At(amounts, "storage");
  if (!storage && amounts.value->kind == Kind::kMapping && !amounts.value->entries().empty() &&
      !HasGap(*amounts.value)) {
    TellMissing(emit, amounts, "storage", kNoStorage, who).Emit();
  } else if (storage && IsNoneAbove0(*storage->value)) {
    Tell(emit, *storage, kNoAmount, who).Emit();
  }
}

void CheckAccessModes(const check::Trail& spec, diag::Emitter& emit) {
  std::optional<source::Span> of_one_pod;
  bool has_other = false;
  ForEachItemOf(spec, "accessModes", [&](const check::Trail& mode) {
    const Text text = TextOf(mode);
    if (text == "ReadWriteOncePod") {
      of_one_pod = mode.value->span;
    }
    has_other = has_other || text == "ReadWriteOnce" || text == "ReadWriteMany" || text == "ReadOnlyMany";
  });
  if (of_one_pod && has_other) {
    Tell(emit, *At(spec, "accessModes"), kOnePod).Related(*of_one_pod, "which is here").Emit();
  }
}

void CheckClaim(const check::Trail& claim, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(claim, "spec");
  if (!spec) {
    return;
  }
  CheckAccessModes(*spec, emit);
  constexpr Text kKeys[] = {"resources", "requests"};
  Follow(*spec, kKeys,
         [&](const check::Trail& requests) { CheckStorage(requests, "claim must request", emit); });
}

}  // namespace kval::kubernetes
