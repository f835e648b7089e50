#include "src/driver/releases/release_objects.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "src/driver/releases/fields.h"
#include "src/support/path_text.h"

namespace kval::driver {
namespace {

constexpr std::array<std::string_view, 6> kKinds = {"ConfigMap",      "Secret",        "GitRepository",
                                                    "HelmRepository", "OCIRepository", "HelmChart"};

}  // namespace

void ReleaseObjects::Add(const value::Value& root, const DocumentPlace& place) {
  const std::string kind = TextAt(&root, {"kind"});
  if (std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end()) {
    by_name_[kind + "/" + TextAt(&root, {"metadata", "name"})].push_back(
        {place, TextAt(&root, {"metadata", "namespace"})});
  }
  AddGenerated(root, place);
}

void ReleaseObjects::AddGenerated(const value::Value& kustomization, const DocumentPlace& place) {
  const std::string directory(GetDirectoryPrefix(place.file.path));
  for (const auto& [field, kind] :
       {std::pair("configMapGenerator", "ConfigMap/"), std::pair("secretGenerator", "Secret/")}) {
    for (const value::Value* generator : ItemsAt(&kustomization, {field})) {
      Object object{place, TextAt(generator, {"namespace"})};
      for (const value::Value* file : ItemsAt(generator, {"files"})) {
        const std::string_view text = file->raw;
        const size_t equals = text.find('=');
        const std::string_view path = equals == std::string_view::npos ? text : text.substr(equals + 1);
        const std::string_view key =
            equals == std::string_view::npos ? GetFileName(text) : text.substr(0, equals);
        object.generated.emplace(key, directory + std::string(path));
      }
      if (!object.generated.empty()) {
        by_name_[kind + TextAt(generator, {"name"})].push_back(std::move(object));
      }
    }
  }
}

const ReleaseObjects::Object* ReleaseObjects::Find(const std::string& kind, const std::string& name,
                                                   const std::string& name_space) const {
  const auto found = by_name_.find(kind + "/" + name);
  if (found == by_name_.end()) {
    return nullptr;
  }
  const std::vector<Object>& objects = found->second;
  const auto same = std::find_if(objects.begin(), objects.end(),
                                 [&](const Object& one) { return one.name_space == name_space; });
  return same == objects.end() ? &objects.front() : &*same;
}

}  // namespace kval::driver
