#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/expressions.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"

// Devices that pods ask for: pkg/apis/resource/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kNoRequest{diag::ResourceRule(7049), "unknown request `{}`"};
constexpr diag::Def<Text> kNoChoice{diag::Kind::kMissingRequired,
                                    "required key is missing: a request has `{}` or `firstAvailable`"};
constexpr diag::Def<Text> kEmptyChoice{diag::Kind::kMissingRequired,
                                       "`{}` is empty: a request has it or `firstAvailable`"};
constexpr diag::Def<Text> kTwoChoices{diag::ResourceRule(7050),
                                      "`{}` and `firstAvailable` exclude each other"};

bool IsEmptyText(const check::ValueCursor& at) {
  return at.value->kind == value::Kind::kString && TextOf(at).empty();
}

class Devices {
 public:
  Devices(const Resource& resource, diag::Emitter& emit)
      : resource_(resource),
        emit_(emit),
        // In v1beta1 the request contains its fields directly.
        choice_(resource.api_version.ends_with("/v1beta1") ? "deviceClassName" : "exactly") {}

  void CheckClaim(const check::ValueCursor& spec) {
    const std::optional<check::ValueCursor> devices = At(spec, "devices");
    if (!devices) {
      return;
    }
    ForEachItemOf(*devices, "requests", [&](const check::ValueCursor& request) { CheckRequest(request); });
    const std::optional<check::ValueCursor> list = At(*devices, "requests");
    has_gap_ = has_gap_ || IsRecovered(*devices->value) || (list && IsRecovered(*list->value));
    ForEachItemOf(*devices, "constraints",
                  [&](const check::ValueCursor& constraint) { CheckReferences(constraint); });
    CheckConfigurations(*devices);
  }

  void CheckConfigurations(const check::ValueCursor& holder) {
    ForEachItemOf(holder, "config", [&](const check::ValueCursor& item) { CheckReferences(item); });
  }

 private:
  // The field that requests one kind of device next to alternatives; before `exactly` it was a field of the
  // request (resource/v1beta1/conversion.go, hasAnyMainRequestFieldsSet).
  Text OneDevice(const check::ValueCursor& request) const {
    if (choice_ == "exactly") {
      return At(request, choice_) ? choice_ : Text();
    }
    for (const Text key : {Text("deviceClassName"), Text("selectors"), Text("allocationMode"), Text("count"),
                           Text("adminAccess"), Text("tolerations"), Text("capacity")}) {
      const std::optional<check::ValueCursor> at = At(request, key);
      const bool is_zero = at && (IsEmptyText(*at) || (key == "count" && GetInteger(*at) == 0));
      if (at && !is_zero) {
        return key;
      }
    }
    return {};
  }

  void CheckRequest(const check::ValueCursor& request) {
    const Text name = GetStringField(request, "name");
    has_gap_ = has_gap_ || IsRecovered(*request.value);
    if (!name.empty()) {
      names_.insert(std::string(name));
    }
    std::optional<check::ValueCursor> several = At(request, "firstAvailable");
    if (several && several->value->kind == value::Kind::kSequence && several->value->items().empty()) {
      several.reset();
    }
    const std::optional<check::ValueCursor> one = At(request, choice_);
    const bool has_one = one && !IsEmptyText(*one);
    const Text siblings = OneDevice(request);
    if (several && !siblings.empty()) {
      ReportAtKey(emit_, *several, kTwoChoices, siblings).Emit();
    } else if (!several && !has_one && request.value->kind == value::Kind::kMapping &&
               !IsRecovered(*request.value)) {
      const check::ValueCursor& at = one ? *one : request;
      emit_.Report(check::PlaceOf(at.key, *at.value), one ? kEmptyChoice : kNoChoice, choice_)
          .At(at.path())
          .Emit();
    }
    CheckDeviceSelectors(resource_, has_one && choice_ == "exactly" ? *one : request, emit_);
    ForEachItemOf(request, "firstAvailable", [&](const check::ValueCursor& sub) {
      if (const Text part = GetStringField(sub, "name"); !part.empty()) {
        names_.insert(std::string(name) + "/" + std::string(part));
      }
      CheckDeviceSelectors(resource_, sub, emit_);
    });
  }

  void CheckReferences(const check::ValueCursor& holder) {
    ForEachItemOf(holder, "requests", [&](const check::ValueCursor& item) {
      if (item.value->kind == value::Kind::kString && !has_gap_ &&
          names_.find(std::string(TextOf(item))) == names_.end()) {
        ReportAt(emit_, item, kNoRequest, TextOf(item)).Emit();
      }
    });
  }

  const Resource& resource_;
  diag::Emitter& emit_;
  Text choice_;
  std::set<std::string> names_;  // of requests, and of the parts that they choose from
  bool has_gap_ = false;
};

}  // namespace

void CheckResourceClaim(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> spec = At(resource.at, "spec")) {
    Devices(resource, emit).CheckClaim(*spec);
  }
}

void CheckResourceClaimTemplate(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "metadata"},
         [&](const check::ValueCursor& metadata) { CheckClaimMetadata(metadata, emit); });
  Follow(resource.at, {"spec", "spec"},
         [&](const check::ValueCursor& spec) { Devices(resource, emit).CheckClaim(spec); });
}

void CheckDeviceClass(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> spec = At(resource.at, "spec")) {
    CheckDeviceSelectors(resource, *spec, emit);
    Devices(resource, emit).CheckConfigurations(*spec);
  }
}

}  // namespace kval::kubernetes
