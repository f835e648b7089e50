#include "src/kubernetes/pod_rules.h"

#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<int64_t, int64_t> kSleep{
    diag::ResourceRule(7040),
    "a sleep is from {} to the `terminationGracePeriodSeconds` of the pod, which are {}"};

}  // namespace

void CheckSleep(const check::ValueCursor& spec, const check::ValueCursor& container, bool may_be_zero,
                diag::Emitter& emit) {
  constexpr int64_t kByDefault = 30;
  const std::optional<check::ValueCursor> period = At(spec, "terminationGracePeriodSeconds");
  if (IsRecovered(*spec.value) || (period && !GetInteger(*period)) ||
      HasSimilarKey(spec, "terminationGracePeriodSeconds")) {
    return;
  }
  // Less than 0 is 1: pkg/apis/core/v1/defaults.go.
  const int64_t given = period ? *GetInteger(*period) : kByDefault;
  const int64_t most = given < 0 ? 1 : given;
  for (const Text hook : {Text("postStart"), Text("preStop")}) {
    Follow(container, {"lifecycle", hook, "sleep"}, [&](const check::ValueCursor& sleep) {
      const std::optional<check::ValueCursor> seconds = At(sleep, "seconds");
      const int64_t count = seconds ? GetInteger(*seconds).value_or(1) : 0;
      const bool is_reported = seconds || !HasSimilarKey(sleep, "seconds");
      if (count < 0 || count > most ||
          (count == 0 && !may_be_zero && is_reported && !IsRecovered(*sleep.value))) {
        ReportAt(emit, seconds ? *seconds : sleep, kSleep, may_be_zero ? 0 : 1, most).Emit();
      }
    });
  }
}

}  // namespace kval::kubernetes
