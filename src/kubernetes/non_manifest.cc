#include "src/kubernetes/non_manifest.h"

#include <algorithm>
#include <initializer_list>

#include "src/support/path_text.h"

namespace kval::kubernetes {
namespace {

struct Named {
  std::string_view name;
  std::string_view what;
};

// Whole names of files.
constexpr Named kFiles[] = {
    {"Chart.yaml", "the description of a Helm chart"},
    {"Chart.lock", "the lock file of a Helm chart"},
    {"requirements.yaml", "the dependencies of a Helm chart"},
    {"requirements.lock", "the lock file of a Helm chart"},
    {"helmfile.yaml", "a helmfile"},
    {"skaffold.yaml", "a Skaffold configuration"},
    {"docker-compose.yml", "a Compose file"},
    {"docker-compose.yaml", "a Compose file"},
    {"compose.yml", "a Compose file"},
    {"compose.yaml", "a Compose file"},
    {".gitlab-ci.yml", "a pipeline of GitLab"},
    {"mkdocs.yml", "a configuration of MkDocs"},
    {"azure-pipelines.yml", "a pipeline of Azure"},
    {"Tiltfile", "a Tiltfile"},
    {"package.json", "a description of a package"},
    {"tsconfig.json", "a configuration of TypeScript"},
    {"values.schema.json", "the schema of a chart's values"},
};

// Parts of apiVersions, with the slash.
constexpr Named kGroups[] = {
    {"kind.x-k8s.io/", "a configuration of kind"},
    {"kubeadm.k8s.io/", "a configuration of kubeadm"},
    {"audit.k8s.io/", "a configuration of the API server"},
    {"ctlptl.dev/", "a configuration of ctlptl"},
    {"eksctl.io/", "a configuration of eksctl"},
    {"k3d.io/", "a configuration of k3d"},
    {"minikube.sigs.k8s.io/", "a configuration of minikube"},
    {"apiserver.k8s.io/", "a configuration of the API server"},
    {"client.authentication.k8s.io/", "an answer of a credential plugin"},
};

// Groups of further tools, whose files are reported as unknown kinds if they are validated explicitly.
constexpr std::string_view kFurtherGroups[] = {
    "skaffold/",
    "vendir.k14s.io/",
    "kbld.k14s.io/",
    "kapp.k14s.io/",
    "kpt.dev/",
    "krew.googlecontainertools.github.com/",
    "meta.pkg.crossplane.io/",
    "backstage.io/",
    "score.dev/",
    "kuttl.dev/",
    "chainsaw.kyverno.io/",
    "cli.kyverno.io/",
};

std::string_view TextAt(const value::Value& map, std::string_view key) {
  const value::Value* found = value::Find(map, key);
  return found != nullptr && found->kind == value::Kind::kString ? found->raw : std::string_view();
}

bool HasAll(const value::Value& map, std::initializer_list<std::string_view> keys) {
  return std::all_of(keys.begin(), keys.end(),
                     [&](std::string_view key) { return value::Find(map, key) != nullptr; });
}

bool IsValuesName(std::string_view name) {
  const bool is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  return is_yaml &&
         (name.starts_with("values.") || name.starts_with("values-") || name.starts_with("values_") ||
          name.find("-values.") != std::string_view::npos ||
          name.find(".values.") != std::string_view::npos || name.find("_values.") != std::string_view::npos);
}

// Directories of other tools, by name.
bool IsInDirectoryOfTool(std::string_view path) {
  constexpr std::string_view kDirectories[] = {".github/", ".gitlab/",       ".circleci/",
                                               ".vscode/", ".devcontainer/", ".git/"};
  return std::any_of(std::begin(kDirectories), std::end(kDirectories), [&](std::string_view directory) {
    const size_t at = path.find(directory);
    return at != std::string_view::npos && (at == 0 || path[at - 1] == '/');
  });
}

// RFC 6902: a list of operations.
bool IsJsonPatch(const value::Value& document) {
  if (document.kind != value::Kind::kSequence || document.items().empty()) {
    return false;
  }
  const auto items = document.items();
  return std::all_of(items.begin(), items.end(), [](const value::Value* item) {
    return item->kind == value::Kind::kMapping && HasAll(*item, {"op", "path"});
  });
}

bool IsResource(const value::Value& document) {
  if (document.kind != value::Kind::kMapping) {
    return false;
  }
  const std::string_view api_version = TextAt(document, "apiVersion");
  return !api_version.empty() && !TextAt(document, "kind").empty() && !IsToolApiVersion(api_version);
}

// A document without apiVersion and kind.
std::string_view Anonymous(const value::Value& document, std::string_view path) {
  const std::string_view name = GetFileName(path);
  if (IsValuesName(name)) {
    return "a file of values";
  }
  if (HasAll(document, {"jobs"}) &&
      (HasAll(document, {"on"}) || path.find(".github/") != std::string_view::npos)) {
    return "a workflow of GitHub";
  }
  if (HasAll(document, {"openapi", "info"}) || HasAll(document, {"swagger", "info"})) {
    return "an OpenAPI document";
  }
  if (HasAll(document, {"$schema"})) {
    return "a JSON Schema";
  }
  if (name.starts_with('.') || IsInDirectoryOfTool(path)) {
    return "a file of another tool";
  }
  return HasAll(document, {"services"}) && name.find("compose") != std::string_view::npos ? "a Compose file"
                                                                                          : "";
}

}  // namespace

std::string_view DescribeNonManifestFile(std::string_view path,
                                         std::span<const value::Value* const> documents) {
  const std::string_view name = GetFileName(path);
  const auto* const known = std::find_if(std::begin(kFiles), std::end(kFiles),
                                         [&](const Named& other) { return other.name == name; });
  const bool is_other = known != std::end(kFiles) &&
                        std::none_of(documents.begin(), documents.end(),
                                     [](const value::Value* document) { return IsResource(*document); });
  return is_other ? known->what : std::string_view();
}

std::string_view DescribeToolConfiguration(std::string_view api_version) {
  if (api_version.substr(0, api_version.find('/')).ends_with(".config.k8s.io")) {
    return "a configuration of a component of Kubernetes";
  }
  for (const Named& group : kGroups) {
    if (api_version.starts_with(group.name)) {
      return group.what;
    }
  }
  return {};
}

bool IsToolApiVersion(std::string_view api_version) {
  const bool is_known = std::any_of(std::begin(kFurtherGroups), std::end(kFurtherGroups),
                                    [&](std::string_view group) { return api_version.starts_with(group); });
  return is_known || !DescribeToolConfiguration(api_version).empty();
}

std::string_view DescribeNonManifest(const value::Value& document, std::string_view path) {
  if (IsJsonPatch(document)) {
    return "a JSON patch";
  }
  if (document.kind != value::Kind::kMapping) {
    return {};
  }
  const std::string_view api_version = TextAt(document, "apiVersion");
  const std::string_view kind = TextAt(document, "kind");
  if (value::Find(document, "apiVersion") == nullptr && value::Find(document, "kind") == nullptr) {
    // GitHub's `on` is the boolean true for YAML 1.1.
    const auto entries = document.entries();
    const bool has_on = std::any_of(entries.begin(), entries.end(), [](const value::Entry& entry) {
      return entry.key->kind == value::Kind::kBool && entry.key->raw == "on";
    });
    return has_on && HasAll(document, {"jobs"}) ? "a workflow of GitHub" : Anonymous(document, path);
  }
  if (api_version == "v1" && kind == "Config" && HasAll(document, {"clusters"})) {
    return "a configuration of kubectl";
  }
  return DescribeToolConfiguration(api_version);
}

bool IsPatch(const value::Value& document) {
  return document.kind == value::Kind::kMapping && value::Find(document, "$patch") != nullptr;
}

}  // namespace kval::kubernetes
