#include "src/driver/inputs/tool_files.h"

#include <algorithm>
#include <iterator>

#include "src/support/path_text.h"

namespace kval::driver {
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

constexpr ForeignEnding kEndings[] = {
    {".cue", "a CUE schema"},
    {".proto", "a Protocol Buffers definition"},
    {".xsd", "an XML Schema"},
    {".rng", "a RELAX NG schema"},
    {".rnc", "a RELAX NG schema"},
    {".dhall", "a Dhall program"},
    {".jsonnet", "a Jsonnet program"},
    {".libsonnet", "a Jsonnet library"},
    {".rego", "a Rego policy"},
    {".avsc", "an Avro schema"},
    {".pkl", "a Pkl module"},
    {".ncl", "a Nickel program"},
    {".cddl", "a CDDL definition"},
    {".graphql", "a GraphQL schema"},
    {".thrift", "a Thrift definition"},
    {".toml", "a TOML file", true},
    {".json5", "a JSON5 file", true},
    {".hjson", "a Hjson file", true},
    {".hcl", "an HCL file", true},
    {".tf", "a Terraform file", true},
    {".tfvars", "a Terraform file", true},
    {".ini", "an INI file", true},
    {".properties", "a file of properties", true},
    {".xml", "an XML file", true},
    {".plist", "a property list", true},
};

}  // namespace

std::string_view DescribeToolFile(std::string_view path) {
  const std::string_view name = GetFileName(path);
  const auto* const known = std::find_if(std::begin(kFiles), std::end(kFiles),
                                         [&](const Named& other) { return other.name == name; });
  return known == std::end(kFiles) ? std::string_view() : known->what;
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
  return !DescribeToolConfiguration(api_version).empty() ||
         std::any_of(std::begin(kFurtherGroups), std::end(kFurtherGroups),
                     [&](std::string_view group) { return api_version.starts_with(group); });
}

bool IsInDirectory(std::string_view path, std::string_view directory) {
  const size_t at = path.find(directory);
  return at != std::string_view::npos && (at == 0 || path[at - 1] == '/');
}

bool IsInDirectoryOfTool(std::string_view path) {
  constexpr std::string_view kDirectories[] = {".github/", ".gitlab/",       ".circleci/",
                                               ".vscode/", ".devcontainer/", ".git/"};
  return std::any_of(std::begin(kDirectories), std::end(kDirectories),
                     [&](std::string_view directory) { return IsInDirectory(path, directory); });
}

bool IsValuesName(std::string_view path) {
  const std::string_view name = GetFileName(path);
  const bool is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
  return is_yaml &&
         (name.starts_with("values.") || name.starts_with("values-") || name.starts_with("values_") ||
          name.find("-values.") != std::string_view::npos ||
          name.find(".values.") != std::string_view::npos || name.find("_values.") != std::string_view::npos);
}

const ForeignEnding* FindForeignEnding(std::string_view path) {
  const auto* const known =
      std::find_if(std::begin(kEndings), std::end(kEndings),
                   [&](const ForeignEnding& one) { return path.ends_with(one.ending); });
  return known == std::end(kEndings) ? nullptr : known;
}

}  // namespace kval::driver
