#include "src/kubernetes/custom_kinds.h"

#include <algorithm>

namespace kval::kubernetes {
namespace {

template <typename Kinds>
std::vector<const CustomKind*> Where(const Kinds& kinds, std::string_view CustomKind::*field,
                                     std::string_view text) {
  std::vector<const CustomKind*> found;
  for (const auto& [name, kind] : kinds) {
    if (kind.*field == text) {
      found.push_back(&kind);
    }
  }
  return found;
}

}  // namespace

void CustomKinds::Add(const value::Value& definition) {
  const schemas::crd::CrdDefinition read = schemas::crd::ReadDefinition(definition);
  for (const schemas::crd::CrdVersion& version : read.versions) {
    const std::string api = std::string(read.group) + "/" + std::string(version.name);
    kinds_.emplace(api + "/" + std::string(read.kind),
                   CustomKind{read.group, read.kind, version, read.is_namespaced});
  }
}

void CustomKinds::AddSchema(std::string_view api_version, std::string_view kind, const value::Value& schema) {
  const std::string_view api = names_.emplace_back(api_version);
  const size_t slash = api.find('/');
  CustomKind custom;
  custom.group = slash == std::string_view::npos ? std::string_view() : api.substr(0, slash);
  custom.kind = names_.emplace_back(kind);
  custom.version.name = slash == std::string_view::npos ? api : api.substr(slash + 1);
  custom.version.schema = &schema;
  custom.version.span = schema.span;
  kinds_.emplace(std::string(api) + "/" + std::string(kind), custom);
}

const CustomKind* CustomKinds::Find(std::string_view api_version, std::string_view kind) const {
  const auto found = kinds_.find(std::string(api_version) + "/" + std::string(kind));
  return found == kinds_.end() ? nullptr : &found->second;
}

std::vector<const CustomKind*> CustomKinds::OfGroup(std::string_view group) const {
  return Where(kinds_, &CustomKind::group, group);
}

std::vector<const CustomKind*> CustomKinds::OfKind(std::string_view kind) const {
  return Where(kinds_, &CustomKind::kind, kind);
}

bool CustomKinds::Has(std::string_view kind) const {
  return std::any_of(kinds_.begin(), kinds_.end(),
                     [&](const auto& entry) { return entry.second.kind == kind; });
}

}  // namespace kval::kubernetes
