#include "src/kubernetes/admission/admission_request.h"

#include <charconv>

#include "src/kubernetes/admission/fields.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {

using Text = std::string_view;

// The resource of a kind: apimachinery, pkg/api/meta, UnsafeGuessKindToResource. A vowel before `y` is of
// custom kinds only (`gateways`).
std::string PluralOf(Text kind) {
  std::string name = LowerCased(kind);
  if (name.ends_with("endpoints")) {
    return name;
  }
  const bool has_vowel = name.size() > 1 && Text("aeou").find(name[name.size() - 2]) != Text::npos;
  if (name.ends_with('y') && !has_vowel) {
    name.pop_back();
    return name + "ies";
  }
  return name + (name.ends_with('s') ? "es" : "s");
}

std::string_view NamespaceOf(const value::Value& object) {
  const Text name = TextField(FieldOf(&object, "metadata"), "namespace");
  return name.empty() ? "default" : name;
}

AdmissionRequest MakeRequest(const Resource& resource, const Catalog& catalog, size_t version) {
  AdmissionRequest request;
  const CustomKind* custom = catalog.custom().Find(resource.api_version, resource.kind);
  const Text release = catalog.table().versions()[version];
  const Text minor = release.substr(release.find('.') + 1);
  std::from_chars(minor.data(), minor.data() + minor.size(), request.minor);
  const size_t slash = resource.api_version.find('/');
  request.group = slash == Text::npos ? Text() : resource.api_version.substr(0, slash);
  request.version = slash == Text::npos ? resource.api_version : resource.api_version.substr(slash + 1);
  request.kind = resource.kind;
  request.resource =
      custom != nullptr && !custom->plural.empty() ? std::string(custom->plural) : PluralOf(resource.kind);
  request.object = resource.at.value;
  request.name = TextField(FieldOf(request.object, "metadata"), "name");
  if (request.is_namespace()) {
    request.namespace_name = request.name;
  } else if (resource.is_namespaced) {
    const Text written = TextField(FieldOf(request.object, "metadata"), "namespace");
    request.namespace_name = written.empty() && !resource.default_namespace.empty()
                                 ? resource.default_namespace
                                 : NamespaceOf(*request.object);
  }
  request.serves = [&catalog, version, group = request.group, kind = request.kind,
                    own = request.version](Text other) {
    const std::string api = (group.empty() ? std::string() : std::string(group) + "/") + std::string(other);
    const CustomKind* converted = catalog.custom().Find(api, kind);
    return other != own && (converted != nullptr ? converted->version.is_served
                                                 : catalog.table().FindKind(api, kind, version) != nullptr);
  };
  return request;
}

}  // namespace kval::kubernetes
