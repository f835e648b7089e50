#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/feature_gates.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/expressions.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"

// Devices that pods ask for: pkg/apis/resource/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kRequestName{diag::Kind::kBadName,
                                             "`{}` cannot be the name of a request: {}"};
constexpr diag::Def<Text> kTwice{diag::ResourceRule(7048), "another request is called `{}`"};
constexpr diag::Def<Text> kNoRequest{diag::ResourceRule(7049), "unknown request `{}`"};
constexpr diag::Def<Text> kNoChoice{diag::Kind::kMissingRequired,
                                    "required key is missing: a request has `{}` or `firstAvailable`"};
constexpr diag::Def<Text> kEmptyChoice{diag::Kind::kMissingRequired,
                                       "`{}` is empty: a request has it or `firstAvailable`"};
constexpr diag::Def<Text> kTwoChoices{diag::ResourceRule(7050),
                                      "`{}` and `firstAvailable` exclude each other"};

constexpr diag::Def<Text, Text> kExtendedName{diag::Kind::kBadName,
                                              "`{}` cannot be the name of an extended resource: {}"};
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
  const std::string why =
      domain.empty() ? "the domain is empty" : GetFormatError("dns1123-subdomain", domain);
  return !why.empty() || is_name ? why : "after the slash only letters, digits and `_` are allowed";
}

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
    ForEachItemOf(*devices, "constraints", [&](const check::ValueCursor& constraint) {
      CheckReferences(constraint);
      for (const Text key : {Text("matchAttribute"), Text("distinctAttribute")}) {
        CheckAttribute(constraint, key);
      }
    });
    CheckConfigurations(*devices);
  }

  void CheckConfigurations(const check::ValueCursor& holder) {
    ForEachItemOf(holder, "config", [&](const check::ValueCursor& item) { CheckReferences(item); });
  }

 private:
  void CheckAttribute(const check::ValueCursor& constraint, Text key) {
    const std::optional<check::ValueCursor> at = At(constraint, key);
    const bool is_text = at && at->value->kind == value::Kind::kString;
    const std::string why = is_text ? WhyNoAttribute(TextOf(*at)) : std::string();
    if (!why.empty()) {
      ReportAt(emit_, *at, kAttribute, TextOf(*at), why).Emit();
    }
  }

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
    if (const std::optional<check::ValueCursor> at = At(request, "name"); at && !name.empty()) {
      CheckName(*at, "dns1123-label", kRequestName);
      Note(*at, std::string(name));
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
      if (const std::optional<check::ValueCursor> at = At(sub, "name"); at && !TextOf(*at).empty()) {
        CheckName(*at, "dns1123-label", kRequestName);
        Note(*at, std::string(name) + "/" + std::string(TextOf(*at)));
      }
      CheckDeviceSelectors(resource_, sub, emit_);
    });
  }

  void CheckName(const check::ValueCursor& at, Text format, const diag::Def<Text, Text>& def) {
    const std::string why = TextOf(at).empty() ? std::string() : GetFormatError(format, TextOf(at));
    if (!why.empty()) {
      ReportAt(emit_, at, def, TextOf(at), why).Emit();
    }
  }

  void Note(const check::ValueCursor& at, std::string name) {
    const auto [first, is_new] = names_.emplace(std::move(name), at.value->span);
    if (!is_new) {
      ReportAt(emit_, at, kTwice, TextOf(at)).Related(first->second, "the first one").Emit();
    }
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
  std::map<std::string, source::Span> names_;  // of requests, and of the parts that they choose from
  bool has_gap_ = false;
};

// Source: apimachinery, pkg/api/validate, ExtendedResourceName.
void CheckExtendedName(const check::ValueCursor& at, diag::Emitter& emit) {
  const Text name = TextOf(at);
  const Text domain = name.substr(0, name.find('/'));
  const bool is_of_kubernetes = domain == "kubernetes.io" || domain.ends_with(".kubernetes.io");
  const std::string why = name.find('/') == Text::npos    ? "it requires a domain: `example.com/name`"
                          : is_of_kubernetes              ? "the domain kubernetes.io is reserved"
                          : name.starts_with("requests.") ? "it must not begin with `requests.`"
                                                          : GetFormatError("qualified-name", name);
  if (!why.empty()) {
    ReportAt(emit, at, kExtendedName, name, why).Emit();
  }
}

}  // namespace

void CheckResourceClaim(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> spec = At(resource.at, "spec")) {
    Devices(resource, emit).CheckClaim(*spec);
  }
}

void CheckResourceClaimTemplate(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kMetadata[] = {"spec", "metadata"};
  Follow(resource.at, kMetadata,
         [&](const check::ValueCursor& metadata) { CheckClaimMetadata(metadata, emit); });
  constexpr Text kKeys[] = {"spec", "spec"};
  Follow(resource.at, kKeys,
         [&](const check::ValueCursor& spec) { Devices(resource, emit).CheckClaim(spec); });
}

void CheckDeviceClass(const Resource& resource, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> spec = At(resource.at, "spec")) {
    const std::optional<check::ValueCursor> name = At(*spec, "extendedResourceName");
    if (name && name->value->kind == value::Kind::kString &&
        IsEnabled(schemas::kubernetes::Feature::kDRAExtendedResource, resource.k8s_version)) {
      CheckExtendedName(*name, emit);
    }
    CheckDeviceSelectors(resource, *spec, emit);
    Devices(resource, emit).CheckConfigurations(*spec);
  }
}

}  // namespace kval::kubernetes
