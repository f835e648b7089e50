#include "src/helm/render/capabilities.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "src/helm/render/struct_object.h"
#include "src/lang/gotemplate/functions.h"
#include "src/support/ascii.h"

namespace kval::helm::render {

using gotemplate::Call;
using gotemplate::Function;
using gotemplate::Kind;
using gotemplate::Object;
using gotemplate::Type;
using gotemplate::Value;

namespace {

// scheme.PrioritizedVersionsAllGroups of k8s.io/client-go 0.37, with the versions of
// CustomResourceDefinitions.
constexpr std::string_view kApiVersions[] = {
    "v1",
    "admissionregistration.k8s.io/v1",
    "admissionregistration.k8s.io/v1alpha1",
    "admissionregistration.k8s.io/v1beta1",
    "internal.apiserver.k8s.io/v1alpha1",
    "apps/v1",
    "apps/v1beta1",
    "apps/v1beta2",
    "authentication.k8s.io/v1",
    "authentication.k8s.io/v1alpha1",
    "authentication.k8s.io/v1beta1",
    "authorization.k8s.io/v1",
    "authorization.k8s.io/v1beta1",
    "autoscaling/v1",
    "autoscaling/v2",
    "batch/v1",
    "batch/v1beta1",
    "certificates.k8s.io/v1",
    "certificates.k8s.io/v1beta1",
    "certificates.k8s.io/v1alpha1",
    "coordination.k8s.io/v1alpha2",
    "coordination.k8s.io/v1beta1",
    "coordination.k8s.io/v1",
    "discovery.k8s.io/v1",
    "discovery.k8s.io/v1beta1",
    "events.k8s.io/v1",
    "events.k8s.io/v1beta1",
    "extensions/v1beta1",
    "flowcontrol.apiserver.k8s.io/v1",
    "flowcontrol.apiserver.k8s.io/v1beta1",
    "flowcontrol.apiserver.k8s.io/v1beta2",
    "flowcontrol.apiserver.k8s.io/v1beta3",
    "lifecycle.k8s.io/v1alpha1",
    "networking.k8s.io/v1",
    "networking.k8s.io/v1beta1",
    "node.k8s.io/v1",
    "node.k8s.io/v1alpha1",
    "node.k8s.io/v1beta1",
    "policy/v1",
    "policy/v1beta1",
    "rbac.authorization.k8s.io/v1",
    "rbac.authorization.k8s.io/v1beta1",
    "rbac.authorization.k8s.io/v1alpha1",
    "resource.k8s.io/v1",
    "resource.k8s.io/v1beta2",
    "resource.k8s.io/v1beta1",
    "resource.k8s.io/v1alpha3",
    "scheduling.k8s.io/v1alpha3",
    "scheduling.k8s.io/v1beta1",
    "scheduling.k8s.io/v1",
    "storage.k8s.io/v1beta1",
    "storage.k8s.io/v1",
    "storage.k8s.io/v1alpha1",
    "storagemigration.k8s.io/v1",
    "storagemigration.k8s.io/v1beta1",
    "apiextensions.k8s.io/v1beta1",
    "apiextensions.k8s.io/v1",
};

std::string_view FieldText(const Value& object, size_t index) {
  return object.object()->fields()[index].value.text();
}

// Helm 4 has the normalized version as the second field.
std::string_view NormalizedText(const Value& version) {
  const auto fields = version.object()->fields();
  const bool has_normalized = fields[1].name == "normalizedVersion";
  return FieldText(version, has_normalized ? 1 : 0);
}

void AppendKubeVersion(const Value& value, std::string* text) {
  *text += NormalizedText(value);
}

Value KubeVersionText(Call& call) {
  return call.Text(NormalizedText(call.receiver()));
}

Value GitVersion(Call& call) {
  return call.Text(FieldText(call.receiver(), 0));
}

Value HasVersion(Call& call) {
  const auto items = Items(call.receiver());
  return Value::Bool(std::any_of(items.begin(), items.end(),
                                 [&](const Value& item) { return item.text() == call[0].text(); }));
}

constexpr std::array kKubeVersionMethods = {
    Function{"String", ":s", KubeVersionText},
    Function{"GitVersion", ":s", GitVersion},
};
constexpr std::array kVersionSetMethods = {Function{"Has", "s:b", HasVersion}};

constexpr Type SetType(std::string_view name) {
  return {.kind = Kind::kList,
          .name = name,
          .element = &gotemplate::kStringType,
          .methods = kVersionSetMethods,
          .underlying = &gotemplate::kStringListType};
}

constexpr Type KubeVersionType(std::string_view name) {
  return {
      .kind = Kind::kObject, .name = name, .methods = kKubeVersionMethods, .append_text = AppendKubeVersion};
}

struct Types {
  Type set;
  Type kube_version;
  Type capabilities;
};

constexpr Types kTypes3 = {
    SetType("chartutil.VersionSet"),
    KubeVersionType("chartutil.KubeVersion"),
    {.kind = Kind::kObject, .name = "*chartutil.Capabilities", .is_pointer = true, .is_comparable = false}};
constexpr Types kTypes4 = {
    SetType("common.VersionSet"),
    KubeVersionType("common.KubeVersion"),
    {.kind = Kind::kObject, .name = "*common.Capabilities", .is_pointer = true, .is_comparable = false}};
constexpr Type kBuildInfoType = {.kind = Kind::kObject, .name = "version.BuildInfo"};

Value KubeVersionOf(const KubeVersion& version, const Types& types, bool is_helm4, gotemplate::Heap& heap) {
  std::vector<Object::Field> fields = {{"Version", heap.NewText(version.version)}};
  if (is_helm4) {
    fields.push_back({"normalizedVersion", heap.NewText(version.normalized)});
  }
  fields.push_back({"Major", heap.NewText(version.major)});
  fields.push_back({"Minor", heap.NewText(version.minor)});
  return Value::Of(types.kube_version, heap.NewObject<Struct>(std::move(fields)));
}

Value BuildInfo(bool is_helm4, gotemplate::Heap& heap) {
  std::vector<Object::Field> fields = {{"Version", Value::Text(is_helm4 ? "v4.3.2" : "v3.22.0")},
                                       {"GitCommit", Value::Text("")},
                                       {"GitTreeState", Value::Text("clean")},
                                       {"GoVersion", Value::Text("go1.26.8")}};
  if (is_helm4) {
    fields.push_back({"KubeClientVersion", Value::Text("v1.37")});
  }
  return Value::Of(kBuildInfoType, heap.NewObject<Struct>(std::move(fields)));
}

bool IsNamePart(std::string_view part) {
  const auto is_letter = [](char c) { return IsDigit(c) || (c >= 'a' && c <= 'z'); };
  return !part.empty() && is_letter(part.front()) && is_letter(part.back()) &&
         std::all_of(part.begin(), part.end(), [&](char c) { return is_letter(c) || c == '-'; });
}

}  // namespace

// Source: ParseGeneric of k8s.io/apimachinery/pkg/util/version.
std::optional<KubeVersion> ReadKubeVersion(std::string_view text, Version helm) {
  std::string_view rest = text.substr(std::min(text.find_first_not_of(" \t\n\f\r"), text.size()));
  rest.remove_prefix(rest.starts_with('v') ? 1 : 0);
  std::vector<std::string> numbers;
  while (!rest.empty() && IsDigit(rest.front())) {
    uint64_t number = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (read.ec != std::errc()) {
      return std::nullopt;
    }
    numbers.push_back(std::to_string(number));
    rest.remove_prefix(static_cast<size_t>(read.ptr - rest.data()));
    const bool has_next = rest.size() > 1 && rest[0] == '.' && IsDigit(rest[1]);
    rest.remove_prefix(has_next ? 1 : 0);
    if (!has_next) {
      break;
    }
  }
  if (numbers.size() < 2 || rest.find('\n') != std::string_view::npos) {
    return std::nullopt;
  }
  KubeVersion version;
  for (const std::string& number : numbers) {
    version.normalized += (version.normalized.empty() ? "v" : ".") + number;
  }
  version.version = helm == Version::kHelm3 ? version.normalized
                    : text.starts_with('v') ? std::string(text)
                                            : "v" + std::string(text);
  version.major = numbers[0];
  version.minor = numbers[1];
  return version;
}

// Source: ValidateReleaseName of helm pkg/chartutil/validate_name.go.
bool IsReleaseName(std::string_view name) {
  constexpr size_t kMaxSize = 53;
  if (name.size() > kMaxSize) {
    return false;
  }
  while (true) {
    const size_t dot = name.find('.');
    if (!IsNamePart(name.substr(0, dot))) {
      return false;
    }
    if (dot == std::string_view::npos) {
      return true;
    }
    name.remove_prefix(dot + 1);
  }
}

Value CapabilitiesOf(const Release& release, Version helm, gotemplate::Heap& heap) {
  const bool is_helm4 = helm == Version::kHelm4;
  const Types& types = is_helm4 ? kTypes4 : kTypes3;
  const KubeVersion version =
      ReadKubeVersion(release.kube_version, helm).value_or(*ReadKubeVersion(kDefaultKubeVersion, helm));
  std::vector<Value> api_versions;
  if (!release.has_all_api_versions) {
    for (const std::string_view known : kApiVersions) {
      api_versions.push_back(Value::Text(known));
    }
  }
  for (const std::string& added : release.api_versions) {
    api_versions.push_back(heap.NewText(added));
  }
  std::vector<Object::Field> fields = {{"KubeVersion", KubeVersionOf(version, types, is_helm4, heap)},
                                       {"APIVersions", heap.NewList(types.set, api_versions)},
                                       {"HelmVersion", BuildInfo(is_helm4, heap)}};
  return Value::Of(types.capabilities, heap.NewObject<Struct>(std::move(fields)));
}

}  // namespace kval::helm::render
