#include "src/kubernetes/probes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kHeader{diag::Kind::kBadName,
                                  "`{}` cannot be a header of HTTP: letters, digits and `-` are allowed"};

void CheckHeaders(const check::ValueCursor& headers, diag::Emitter& emit) {
  ForEachItem(headers, [&](const check::ValueCursor& header) {
    const std::optional<check::ValueCursor> name = At(header, "name");
    const Text text = name ? TextOf(*name) : Text();
    const bool is_right = std::all_of(text.begin(), text.end(), [](char c) {
      return c == '-' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
    if (!is_right) {
      ReportAt(emit, *name, kHeader, text).Emit();
    }
  });
}

}  // namespace

void CheckProbes(const check::ValueCursor& container, diag::Emitter& emit) {
  const auto check_headers = [&](const check::ValueCursor& headers) { CheckHeaders(headers, emit); };
  for (const Text probe : {Text("livenessProbe"), Text("readinessProbe"), Text("startupProbe")}) {
    const Text keys[] = {probe, "httpGet", "httpHeaders"};
    Follow(container, keys, check_headers);
  }
  for (const Text hook : {Text("postStart"), Text("preStop")}) {
    const Text keys[] = {"lifecycle", hook, "httpGet", "httpHeaders"};
    Follow(container, keys, check_headers);
  }
}

}  // namespace kval::kubernetes
