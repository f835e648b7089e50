#include "src/kubernetes/admission/old_objects.h"

#include "src/kubernetes/admission/fields.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

std::string KeyOf(Text group, Text kind, Text name) {
  return std::string(group) + "/" + std::string(kind) + "/" + std::string(name);
}

}  // namespace

void OldObjects::Add(const value::Value& object) {
  const Text api_version = TextField(&object, "apiVersion");
  const size_t slash = api_version.find('/');
  const Text group = api_version.substr(0, slash == Text::npos ? 0 : slash);
  objects_[KeyOf(group, TextField(&object, "kind"), TextField(FieldOf(&object, "metadata"), "name"))]
      .push_back(&object);
}

void OldObjects::SetOld(AdmissionRequest& request) const {
  request.operation = Operation::kCreate;
  const auto found = objects_.find(KeyOf(request.group, request.kind, request.name));
  if (found == objects_.end() || request.name.empty()) {
    return;
  }
  const bool has_namespace = !request.is_namespace() && !request.namespace_name.empty();
  for (const value::Value* old : found->second) {
    if (!has_namespace || NamespaceOf(*old) == request.namespace_name) {
      request.operation = Operation::kUpdate;
      request.old_object = old;
      const Text api_version = TextField(old, "apiVersion");
      request.is_old_known = api_version.substr(api_version.find('/') + 1) == request.version;
      return;
    }
  }
}

}  // namespace kval::kubernetes
