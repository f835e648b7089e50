#include "src/kubernetes/probes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kSuccess{diag::Kind::kResource, "the `successThreshold` of a {} must be 1"};
constexpr diag::Def<> kNoGrace{diag::Kind::kResource,
                               "a readiness probe ends nothing: it has no `terminationGracePeriodSeconds`"};
constexpr diag::Def<Text> kHeader{diag::Kind::kBadName,
                                  "`{}` cannot be a header of HTTP: letters, digits and `-` are allowed"};

void CheckHeaders(const check::Trail& headers, diag::Emitter& emit) {
  ForEachItem(headers, [&](const check::Trail& header) {
    const std::optional<check::Trail> name = At(header, "name");
    const Text text = name ? TextOf(*name) : Text();
    const bool is_right = std::all_of(text.begin(), text.end(), [](char c) {
      return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (!is_right) {
      Tell(emit, *name, kHeader, text).Emit();
    }
  });
}

}  // namespace

void CheckProbes(const check::Trail& container, diag::Emitter& emit) {
  const auto check_headers = [&](const check::Trail& headers) { CheckHeaders(headers, emit); };
  for (const Text probe : {Text("livenessProbe"), Text("readinessProbe"), Text("startupProbe")}) {
    const Text keys[] = {probe, "httpGet", "httpHeaders"};
    Follow(container, keys, check_headers);
  }
  for (const Text hook : {Text("postStart"), Text("preStop")}) {
    const Text keys[] = {"lifecycle", hook, "httpGet", "httpHeaders"};
    Follow(container, keys, check_headers);
  }
  constexpr Text kGrace[] = {"readinessProbe", "terminationGracePeriodSeconds"};
  Follow(container, kGrace, [&](const check::Trail& grace) { TellKey(emit, grace, kNoGrace).Emit(); });
  for (const Text probe : {Text("livenessProbe"), Text("startupProbe")}) {
    const Text keys[] = {probe, "successThreshold"};
    Follow(container, keys, [&](const check::Trail& threshold) {
      if (IntegerOf(threshold).value_or(1) > 1) {
        Tell(emit, threshold, kSuccess, probe).Emit();
      }
    });
  }
}

}  // namespace kval::kubernetes
