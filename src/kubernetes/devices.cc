#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/kubernetes/expressions.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/other_kinds.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/volumes.h"

// Devices that pods ask for: pkg/apis/resource/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kRequestName{diag::Kind::kBadName,
                                             "`{}` cannot be the name of a request: {}"};
constexpr diag::Def<Text> kTwice{diag::Kind::kResource, "another request is called `{}`"};
constexpr diag::Def<Text> kNoRequest{diag::Kind::kResource, "unknown request `{}`"};
constexpr diag::Def<Text, Text> kDriver{diag::Kind::kBadName, "`{}` cannot be the name of a driver: {}"};
constexpr diag::Def<Text> kNoChoice{diag::Kind::kMissingRequired,
                                    "required key is missing: a request has `{}` or `firstAvailable`"};
constexpr diag::Def<Text> kEmptyChoice{diag::Kind::kMissingRequired,
                                       "`{}` is empty: a request has it or `firstAvailable`"};
constexpr diag::Def<Text> kTwoChoices{diag::Kind::kResource, "`{}` and `firstAvailable` exclude each other"};
constexpr diag::Def<> kNoAttribute{diag::Kind::kMissingRequired,
                                   "required key `matchAttribute` is missing: a constraint compares one"};

constexpr diag::Def<> kCountOfAll{diag::Kind::kResource, "`count` is not allowed with `allocationMode: All`"};
constexpr diag::Def<Text, Text> kAttribute{diag::Kind::kBadName,
                                           "`{}` cannot be the name of an attribute: {}"};

// `gpu.example.com/model`: a domain, and a name as in C.
std::string WhyNoAttribute(Text name) {
  const size_t slash = name.find('/');
  if (slash == Text::npos) {
    return "it must be a domain and a name, parted by a slash";
  }
  const Text domain = name.substr(0, slash), rest = name.substr(slash + 1);
  if (rest.find('/') != Text::npos) {
    return {};  // the API server takes those
  }
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const bool is_name =
      !rest.empty() && is_letter(rest.front()) &&
      std::all_of(rest.begin(), rest.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
  const std::string why = domain.empty() ? "the domain is empty" : WhyNot("dns1123-subdomain", domain);
  return !why.empty() || is_name ? why : "after the slash only letters, digits and `_` are allowed";
}

bool IsEmptyText(const check::Trail& at) {
  return at.value->kind == value::Kind::kString && TextOf(at).empty();
}

class Devices {
 public:
  Devices(const Resource& resource, diag::Emitter& emit)
      : resource_(resource),
        emit_(emit),
        // In v1beta1 the request contains its fields directly.
        choice_(resource.api_version.ends_with("/v1beta1") ? "deviceClassName" : "exactly") {}

  void CheckClaim(const check::Trail& spec) {
    const std::optional<check::Trail> devices = At(spec, "devices");
    if (!devices) {
      return;
    }
    ForEachItemOf(*devices, "requests", [&](const check::Trail& request) { CheckRequest(request); });
    const std::optional<check::Trail> list = At(*devices, "requests");
    has_gap_ = has_gap_ || HasGap(*devices->value) || (list && HasGap(*list->value));
    ForEachItemOf(*devices, "constraints", [&](const check::Trail& constraint) {
      CheckReferences(constraint);
      for (const Text key : {Text("matchAttribute"), Text("distinctAttribute")}) {
        CheckAttribute(constraint, key);
      }
      if (!At(constraint, "matchAttribute") && !At(constraint, "distinctAttribute") &&
          !HasGap(*constraint.value)) {
        diag::Path path = constraint.path();
        path.push_back(diag::PathStep::Key("matchAttribute"));
        emit_.Report(check::PlaceOf(constraint.key, *constraint.value), kNoAttribute).At(path).Emit();
      }
    });
    CheckConfigurations(*devices);
  }

  void CheckConfigurations(const check::Trail& holder) {
    ForEachItemOf(holder, "config", [&](const check::Trail& item) {
      CheckReferences(item);
      constexpr Text kKeys[] = {"opaque", "driver"};
      Follow(item, kKeys, [&](const check::Trail& driver) { CheckDriver(driver); });
    });
  }

 private:
  void CheckAttribute(const check::Trail& constraint, Text key) {
    const std::optional<check::Trail> at = At(constraint, key);
    const std::string why = at && !TextOf(*at).empty() ? WhyNoAttribute(TextOf(*at)) : std::string();
    if (!why.empty()) {
      Tell(emit_, *at, kAttribute, TextOf(*at), why).Emit();
    }
  }

  // The field that requests one kind of device next to alternatives; before `exactly` it was a field of the
  // request (resource/v1beta1/conversion.go, hasAnyMainRequestFieldsSet).
  Text OneDevice(const check::Trail& request) const {
    if (choice_ == "exactly") {
      return At(request, choice_) ? choice_ : Text();
    }
    for (const Text key : {Text("deviceClassName"), Text("selectors"), Text("allocationMode"), Text("count"),
                           Text("adminAccess"), Text("tolerations"), Text("capacity")}) {
      const std::optional<check::Trail> at = At(request, key);
      const bool is_zero = at && (IsEmptyText(*at) || (key == "count" && IntegerOf(*at) == 0));
      if (at && !is_zero) {
        return key;
      }
    }
    return {};
  }

  // The number of requested devices.
  void CheckCount(const check::Trail& request) {
    const std::optional<check::Trail> count = At(request, "count");
    if (count && TextAt(request, "allocationMode") == "All" && IntegerOf(*count).value_or(0) != 0) {
      TellKey(emit_, *count, kCountOfAll).Emit();
    }
  }

  void CheckRequest(const check::Trail& request) {
    const Text name = TextAt(request, "name");
    has_gap_ = has_gap_ || HasGap(*request.value);
    if (const std::optional<check::Trail> at = At(request, "name"); at && !name.empty()) {
      CheckName(*at, "dns1123-label", kRequestName);
      Note(*at, std::string(name));
    }
    std::optional<check::Trail> several = At(request, "firstAvailable");
    if (several && several->value->kind == value::Kind::kSequence && several->value->items().empty()) {
      several.reset();
    }
    const std::optional<check::Trail> one = At(request, choice_);
    const bool has_one = one && !IsEmptyText(*one);
    const Text beside = OneDevice(request);
    if (several && !beside.empty()) {
      TellKey(emit_, *several, kTwoChoices, beside).Emit();
    } else if (!several && !has_one && request.value->kind == value::Kind::kMapping &&
               !HasGap(*request.value)) {
      const check::Trail& at = one ? *one : request;
      emit_.Report(check::PlaceOf(at.key, *at.value), one ? kEmptyChoice : kNoChoice, choice_)
          .At(at.path())
          .Emit();
    }
    const check::Trail& asked = has_one && choice_ == "exactly" ? *one : request;
    CheckDeviceSelectors(resource_, asked, emit_);
    CheckCount(asked);
    ForEachItemOf(request, "firstAvailable", [&](const check::Trail& sub) {
      if (const std::optional<check::Trail> at = At(sub, "name"); at && !TextOf(*at).empty()) {
        CheckName(*at, "dns1123-label", kRequestName);
        Note(*at, std::string(name) + "/" + std::string(TextOf(*at)));
      }
      CheckDeviceSelectors(resource_, sub, emit_);
      CheckCount(sub);
    });
  }

  void CheckName(const check::Trail& at, Text format, const diag::Def<Text, Text>& def) {
    const std::string why = TextOf(at).empty() ? std::string() : WhyNot(format, TextOf(at));
    if (!why.empty()) {
      Tell(emit_, at, def, TextOf(at), why).Emit();
    }
  }

  void CheckDriver(const check::Trail& at) {
    const std::string why = TextOf(at).empty() ? std::string() : WhyNoDriver(TextOf(at));
    if (!why.empty()) {
      Tell(emit_, at, kDriver, TextOf(at), why).Emit();
    }
  }

  void Note(const check::Trail& at, std::string name) {
    const auto [first, is_new] = names_.emplace(std::move(name), at.value->span);
    if (!is_new) {
      Tell(emit_, at, kTwice, TextOf(at)).Related(first->second, "the first one").Emit();
    }
  }

  void CheckReferences(const check::Trail& holder) {
    ForEachItemOf(holder, "requests", [&](const check::Trail& item) {
      if (item.value->kind == value::Kind::kString && !has_gap_ &&
          names_.find(std::string(TextOf(item))) == names_.end()) {
        Tell(emit_, item, kNoRequest, TextOf(item)).Emit();
      }
    });
  }

  const Resource& resource_;
  diag::Emitter& emit_;
  Text choice_;
  std::map<std::string, source::Span> names_;  // of requests, and of the parts that they choose from
  bool has_gap_ = false;
};

}  // namespace

void CheckResourceClaim(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::Trail> spec = At(resource.at, "spec")) {
    Devices(resource, emit).CheckClaim(*spec);
  }
}

void CheckResourceClaimTemplate(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kMetadata[] = {"spec", "metadata"};
  Follow(resource.at, kMetadata, [&](const check::Trail& metadata) { CheckClaimMetadata(metadata, emit); });
  constexpr Text kKeys[] = {"spec", "spec"};
  Follow(resource.at, kKeys, [&](const check::Trail& spec) { Devices(resource, emit).CheckClaim(spec); });
}

void CheckDeviceClass(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::Trail> spec = At(resource.at, "spec")) {
    CheckDeviceSelectors(resource, *spec, emit);
    Devices(resource, emit).CheckConfigurations(*spec);
  }
}

}  // namespace kval::kubernetes
