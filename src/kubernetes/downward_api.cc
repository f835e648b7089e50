#include "src/kubernetes/downward_api.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/quantities.h"
#include "src/kubernetes/report_at.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kNoField{diag::ResourceRule(7052),
                                         "`{}` is not a pod field that a {} can refer to"};
constexpr diag::Def<Text, Text> kNoKey{diag::ResourceRule(7053), "`{}` cannot be a key: {}"};

constexpr diag::Def<Text, Text> kDivisor{diag::ResourceRule(7055), "`{}` does not support this unit: {} do"};

constexpr Text kOfVariables[] = {
    "metadata.name",           "metadata.namespace", "metadata.uid",   "spec.nodeName", "spec.host",
    "spec.serviceAccountName", "status.hostIP",      "status.hostIPs", "status.podIP",  "status.podIPs"};
constexpr Text kOfFiles[] = {"metadata.name", "metadata.namespace", "metadata.labels", "metadata.annotations",
                             "metadata.uid"};

// The key of `metadata.labels['key']`; nothing of other paths.
std::optional<Text> KeyOf(Text path) {
  for (const Text map : {Text("metadata.labels['"), Text("metadata.annotations['")}) {
    if (path.starts_with(map) && path.ends_with("']") && path.size() >= map.size() + 2) {
      return path.substr(map.size(), path.size() - map.size() - 2);
    }
  }
  return std::nullopt;
}

void CheckField(const check::ValueCursor& field, DownwardApiTarget target, diag::Emitter& emit) {
  const Text path = TextOf(field);
  if (path.empty()) {
    return;
  }
  if (const std::optional<Text> key = KeyOf(path)) {
    const bool folds_case = path.starts_with("metadata.annotations");
    const std::string why =
        GetFormatError("qualified-name", folds_case ? LowerCased(*key) : std::string(*key));
    if (!why.empty()) {
      ReportAt(emit, field, kNoKey, *key, why).Emit();
    }
    return;
  }
  const bool is_known =
      target == DownwardApiTarget::kFile
          ? std::find(std::begin(kOfFiles), std::end(kOfFiles), path) != std::end(kOfFiles)
          : std::find(std::begin(kOfVariables), std::end(kOfVariables), path) != std::end(kOfVariables);
  if (!is_known) {
    ReportAt(emit, field, kNoField, path, target == DownwardApiTarget::kFile ? "file" : "variable").Emit();
  }
}

// Divisors of an amount: pkg/apis/core/validation, validateContainerResourceDivisor.
void CheckDivisor(const check::ValueCursor& amount, diag::Emitter& emit) {
  const Text resource = GetStringField(amount, "resource");
  const std::optional<check::ValueCursor> divisor = At(amount, "divisor");
  const std::optional<cel::Quantity> unit = divisor ? ParseAmount(*divisor->value) : std::nullopt;
  if (!unit || IsZeroOrNegative(*divisor->value) || !IsContainerAmount(resource)) {
    return;
  }
  constexpr Text kOfCpu[] = {"1m", "1"};
  constexpr Text kOfBytes[] = {"1",   "1k",  "1M",  "1G",  "1T",  "1P", "1E",
                               "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"};
  const bool is_cpu = resource.ends_with(".cpu");
  const std::span<const Text> units =
      is_cpu ? std::span<const Text>(kOfCpu) : std::span<const Text>(kOfBytes);
  if (std::find(units.begin(), units.end(), unit->Text()) == units.end()) {
    ReportAt(emit, *divisor, kDivisor, resource,
             is_cpu ? "`1` and `1m`" : "`1`, `1k` to `1E` and `1Ki` to `1Ei`")
        .Emit();
  }
}

}  // namespace

bool IsContainerAmount(Text resource) {
  const size_t dot = resource.find('.');
  const Text whose = resource.substr(0, dot);
  const Text what = dot == Text::npos ? Text() : resource.substr(dot + 1);
  return (whose == "limits" || whose == "requests") &&
         (what == "cpu" || what == "memory" || what == "ephemeral-storage" || what.starts_with("hugepages-"));
}

void CheckDownwardApiFields(const check::ValueCursor& holder, DownwardApiTarget target, diag::Emitter& emit) {
  Follow(holder, {"fieldRef", "fieldPath"},
         [&](const check::ValueCursor& field) { CheckField(field, target, emit); });
  if (const std::optional<check::ValueCursor> amount = At(holder, "resourceFieldRef")) {
    CheckDivisor(*amount, emit);
  }
}

}  // namespace kval::kubernetes
