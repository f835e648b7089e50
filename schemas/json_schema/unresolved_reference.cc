#include "schemas/json_schema/unresolved_reference.h"

#include <vector>

#include "schemas/json_schema/uri.h"

namespace kval::schemas::json_schema {
namespace {

// The key of this map that was probably meant, as it would be written.
std::string NearestKey(SchemaResources& resources, ResourceId from, std::string_view parent,
                       std::string_view name, SuggestionBudget& suggestions) {
  const ResolvedReference target = resources.Find(from, parent);
  if (target.schema == nullptr || target.schema->kind != value::Kind::kMapping ||
      !suggestions.Take(target.schema->entries().size())) {
    return {};
  }
  std::vector<std::string_view> keys;
  for (const value::Entry& entry : target.schema->entries()) {
    if (entry.key->raw == name) {
      return std::string(name);
    }
    keys.push_back(entry.key->raw);
  }
  return std::string(Nearest(name, keys));
}

}  // namespace

bool IsRemote(const SchemaResources& resources, ResourceId from, std::string_view reference) {
  const std::string uri = ResolveUri(resources.Get(from).uri, reference);
  return !reference.starts_with('#') && (uri.starts_with("http://") || uri.starts_with("https://"));
}

std::string HintForUnresolvedReference(SchemaResources& resources, ResourceId from,
                                       std::string_view reference, SuggestionBudget& suggestions) {
  if (IsRemote(resources, from, reference)) {
    const std::string uri = ResolveUri(resources.Get(from).uri, reference);
    const std::string_view document = WithoutFragment(uri);
    // A relative reference is only a part of the resolved name.
    const std::string suggested = uri == reference ? "" : "`" + std::string(document) + "` was looked for; ";
    return suggested + "`--schema-location " + std::string(document.substr(0, document.rfind('/') + 1)) +
           "=DIR` specifies the directory of a copy";
  }
  const size_t slash = reference.rfind('/');
  if (reference.find("#/") == std::string_view::npos || slash == std::string_view::npos) {
    return {};
  }
  // The keyword for definitions was renamed between drafts.
  constexpr std::string_view kDirectories[] = {"#/$defs", "#/definitions"};
  const std::string stated(reference.substr(0, slash));
  std::vector<std::string> parents = {stated};
  for (const std::string_view directory : kDirectories) {
    if (stated.starts_with('#') && stated != directory) {
      parents.emplace_back(directory);
    }
  }
  for (const std::string& parent : parents) {
    if (parent.find("#/") == std::string::npos) {
      continue;
    }
    const std::string nearest = NearestKey(resources, from, parent, reference.substr(slash + 1), suggestions);
    if (!nearest.empty()) {
      return "did you mean `" + parent + "/" + nearest + "`?";
    }
  }
  return {};
}

}  // namespace kval::schemas::json_schema
