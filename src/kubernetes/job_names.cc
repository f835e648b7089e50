#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/workload.h"

// Names derived from a Job's name: names and labels of its pods (pkg/apis/batch/validation, ValidateJob).
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kPodName{diag::Kind::kBadName,
                                         "the last pod would be called `{}`, which cannot be a host: {}"};

// Pods of an indexed job are hosts, named by it and their index.
void CheckHosts(const check::ValueCursor& name, const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> count = At(spec, "completions");
  const int64_t completions = count ? GetInteger(*count).value_or(0) : At(spec, "parallelism") ? 0 : 1;
  if (GetStringField(spec, "completionMode") != "Indexed" || completions < 1 || IsRecovered(*spec.value)) {
    return;
  }
  const std::string last = std::string(TextOf(name)) + "-" + std::to_string(completions - 1);
  const std::string why = GetFormatError("dns1123-label", last);
  if (!why.empty() && GetFormatError("dns1123-subdomain", TextOf(name)).empty()) {
    ReportAt(emit, name, kPodName, last, why).Emit();
  }
}

}  // namespace

void CheckJobName(const Resource& resource, const check::ValueCursor& spec, diag::Emitter& emit) {
  Follow(resource.at, {"metadata", "name"}, [&](const check::ValueCursor& name) {
    if (!TextOf(name).empty()) {
      CheckHosts(name, spec, emit);
    }
  });
}

}  // namespace kval::kubernetes
