#include <optional>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/tell.h"

// Leases and events: their times are exact to the microsecond (apimachinery, pkg/apis/meta/v1, MicroTime).
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<> kMicroTime{diag::Kind::kResource,
                                 "this time needs microseconds: `2024-01-01T00:00:00.000000Z`"};
// Of a text that is a time, which is asked elsewhere.
void CheckMicroTime(const check::Trail& map, Text key, diag::Emitter& emit) {
  constexpr size_t kSeconds = Text("2024-01-01T00:00:00").size();
  constexpr size_t kDigits = 6;
  const std::optional<check::Trail> at = At(map, key);
  const Text text = at ? TextOf(*at) : Text();
  if (text.empty() || !WhyNot("date-time", text).empty()) {
    return;
  }
  const Text rest = text.substr(kSeconds);
  const size_t digits = rest.starts_with('.') ? rest.find_first_not_of("0123456789", 1) - 1 : 0;
  if (digits != kDigits) {
    Tell(emit, *at, kMicroTime).Emit();
  }
}

}  // namespace

void CheckLease(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::Trail> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  for (const Text key : {Text("acquireTime"), Text("renewTime"), Text("pingTime")}) {
    CheckMicroTime(*spec, key, emit);
  }
}

void CheckEvent(const Resource& resource, diag::Emitter& emit) {
  CheckMicroTime(resource.at, "eventTime", emit);
  if (const std::optional<check::Trail> series = At(resource.at, "series")) {
    CheckMicroTime(*series, "lastObservedTime", emit);
  }
}

}  // namespace kval::kubernetes
