#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"

// Devices that drivers offer: pkg/apis/resource/validation, ValidateResourceSlice.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<size_t> kMany{diag::ResourceRule(7191),
                                  "the device has {} attributes and capacities, and at most 32 are allowed"};
// `device`: what has the attributes, which in the first versions is a part of the device.
void CheckParts(const check::ValueCursor& device, diag::Emitter& emit) {
  constexpr size_t kMax = 32;
  size_t count = 0;
  for (const Text key : {Text("attributes"), Text("capacity")}) {
    if (const std::optional<check::ValueCursor> parts = At(device, key)) {
      ForEachEntry(*parts, [&](const check::ValueCursor&) { ++count; });
    }
  }
  if (count > kMax) {
    ReportAt(emit, device, kMany, count).Emit();
  }
}

}  // namespace

void CheckResourceSlice(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "devices"}, [&](const check::ValueCursor& devices) {
    ForEachItem(devices, [&](const check::ValueCursor& device) {
      const std::optional<check::ValueCursor> basic = At(device, "basic");
      CheckParts(basic ? *basic : device, emit);
    });
  });
}

}  // namespace kval::kubernetes
