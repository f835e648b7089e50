#include "src/kubernetes/custom_kinds.h"

#include <algorithm>

namespace kval::kubernetes {
namespace {

template <typename Kinds>
std::vector<const CustomKind*> Where(const Kinds& kinds, std::string_view CustomKind::*field,
                                     std::string_view text) {
  std::vector<const CustomKind*> found;
  for (const auto& [name, definitions] : kinds) {
    if (definitions.front().*field == text) {
      found.push_back(&definitions.front());
    }
  }
  return found;
}

// The number of directories with which both paths begin.
size_t CountCommonDirectories(std::string_view a, std::string_view b) {
  const auto differing = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<size_t>(std::count(a.begin(), differing, '/'));
}

}  // namespace

void CustomKinds::Add(const value::Value& definition, std::string_view file) {
  const schemas::crd::CrdDefinition read = schemas::crd::ReadDefinition(definition);
  for (const schemas::crd::CrdVersion& version : read.versions) {
    const std::string api = std::string(read.group) + "/" + std::string(version.name);
    kinds_[api + "/" + std::string(read.kind)].push_back(
        {read.group, read.kind, version, read.is_namespaced, file, read.plural});
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
  kinds_[std::string(api) + "/" + std::string(kind)].push_back(custom);
}

const CustomKind* CustomKinds::Find(std::string_view api_version, std::string_view kind,
                                    std::string_view file) const {
  const auto found = kinds_.find(std::string(api_version) + "/" + std::string(kind));
  if (found == kinds_.end()) {
    return nullptr;
  }
  const std::vector<CustomKind>& definitions = found->second;
  if (definitions.front().file.empty()) {
    return &definitions.front();
  }
  return &*std::max_element(
      definitions.begin(), definitions.end(), [&](const CustomKind& a, const CustomKind& b) {
        return CountCommonDirectories(a.file, file) < CountCommonDirectories(b.file, file);
      });
}

std::vector<const CustomKind*> CustomKinds::FindAll(std::string_view api_version, std::string_view kind,
                                                    std::string_view file) const {
  const CustomKind* const best = Find(api_version, kind, file);
  std::vector<const CustomKind*> all = {best};
  if (best == nullptr || best->file.empty()) {
    return all;
  }
  const size_t common = CountCommonDirectories(best->file, file);
  for (const CustomKind& other : kinds_.find(std::string(api_version) + "/" + std::string(kind))->second) {
    if (&other != best && !other.file.empty() && CountCommonDirectories(other.file, file) == common) {
      all.push_back(&other);
    }
  }
  return all;
}

std::vector<const CustomKind*> CustomKinds::OfGroup(std::string_view group) const {
  return Where(kinds_, &CustomKind::group, group);
}

std::vector<const CustomKind*> CustomKinds::OfKind(std::string_view kind) const {
  return Where(kinds_, &CustomKind::kind, kind);
}

bool CustomKinds::Has(std::string_view kind) const {
  return std::any_of(kinds_.begin(), kinds_.end(),
                     [&](const auto& entry) { return entry.second.front().kind == kind; });
}

}  // namespace kval::kubernetes
