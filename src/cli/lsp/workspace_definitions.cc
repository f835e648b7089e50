#include "src/cli/lsp/workspace_definitions.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "schemas/crd_catalog/crd_catalog.h"
#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/definitions.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::cli {
namespace {

constexpr size_t kMostDirectories = 2000;
constexpr size_t kMostFiles = 200;

// Returns the values of `apiVersion` at the beginning of lines.
std::vector<std::string_view> ApiVersions(std::string_view text) {
  constexpr std::string_view kKey = "apiVersion:";
  std::vector<std::string_view> all;
  for (size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + 1)) {
    const size_t begin = at + kKey.size();
    const std::string_view value =
        Trimmed(text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin), " \t\r\"'");
    const std::string_view version = value.substr(0, value.find_first_of(" \t"));
    if (!version.empty() && std::find(all.begin(), all.end(), version) == all.end()) {
      all.push_back(version);
    }
  }
  return all;
}

// Whether resources of these versions need a definition.
bool NeedDefinition(const std::vector<std::string_view>& versions) {
  // Most groups without a dot are those of Kubernetes; they need no look at the tables.
  const auto has_domain = [](std::string_view version) {
    return schemas::kubernetes::GroupOf(version).find('.') != std::string_view::npos;
  };
  if (std::none_of(versions.begin(), versions.end(), has_domain)) {
    return false;
  }
  const auto table = schemas::kubernetes::ApiTable::Builtin();
  const schemas::crd_catalog::CatalogIndex catalog;
  return std::any_of(versions.begin(), versions.end(), [&](std::string_view version) {
    const std::string_view group = schemas::kubernetes::GroupOf(version);
    return has_domain(version) && !table.KnowsGroup(group) && catalog.OfGroup(group).empty();
  });
}

bool MayDefine(std::string_view path) {
  const std::string name = LowerCased(path);
  const bool is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  return is_yaml && (name.find("crd") != std::string::npos ||
                     name.find("customresourcedefinition") != std::string::npos);
}

// Whether a file, such as the kustomization of a directory `crds`, may have a definition.
bool HasDefinition(const std::string& path, source::FileReader& reader) {
  const Result<std::string> text = reader.Read(path);
  return text && driver::MayDefine(*text);
}

}  // namespace

std::vector<std::string> WorkspaceDefinitions(std::string_view text, source::FileReader& reader) {
  std::vector<std::string> files;
  if (!NeedDefinition(ApiVersions(text))) {
    return files;
  }
  std::vector<std::string> directories = {"."};
  for (size_t i = 0; i < directories.size(); ++i) {
    const Result<std::vector<std::string>> names = reader.List(directories[i]);
    for (const std::string& name : names ? *names : std::vector<std::string>()) {
      std::string path = i == 0 ? name : directories[i] + "/" + name;
      if (name.starts_with('.') || name == "node_modules") {
        continue;
      }
      const source::PathKind kind = reader.KindOf(path);
      if (kind == source::PathKind::kDirectory && directories.size() < kMostDirectories &&
          source::IsBelow(reader, path, ".")) {
        directories.push_back(std::move(path));
      } else if (kind == source::PathKind::kFile && MayDefine(path) && files.size() < kMostFiles &&
                 source::IsBelow(reader, path, ".") && HasDefinition(path, reader)) {
        files.push_back(std::move(path));
      }
    }
  }
  return files;
}

}  // namespace kval::cli
