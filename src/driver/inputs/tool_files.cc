#include "src/driver/inputs/tool_files.h"

#include <iterator>

#include "src/support/ascii.h"
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
    {".kval.yaml", "the project file of kval"},
    {"kval-test.yaml", "a test of policies (`kval k8s test`)"},
    {"kval-test.yml", "a test of policies (`kval k8s test`)"},
    {"helmfile.yaml", "a helmfile"},
    {"helmfile.yml", "a helmfile"},
    {"artifacthub-pkg.yml", "the description of a package for Artifact Hub"},
    {"artifacthub-pkg.yaml", "the description of a package for Artifact Hub"},
    {"artifacthub-repo.yml", "the description of a repository for Artifact Hub"},
    {"artifacthub-repo.yaml", "the description of a repository for Artifact Hub"},
    {"cloudbuild.yaml", "a build of Cloud Build"},
    {"cloudbuild.yml", "a build of Cloud Build"},
    {"cloudbuild.json", "a build of Cloud Build"},
    {"ct.yaml", "a configuration of chart-testing"},
    {"talconfig.yaml", "a configuration of talhelper"},
    {"talenv.yaml", "a configuration of talhelper"},
    {"galaxy.yml", "the description of an Ansible collection"},
    {"molecule.yml", "a configuration of Molecule"},
    {"buildspec.yml", "a build of CodeBuild"},
    {"appveyor.yml", "a pipeline of AppVeyor"},
    {"bitbucket-pipelines.yml", "a pipeline of Bitbucket"},
    {"Taskfile.yml", "a Taskfile"},
    {"Taskfile.yaml", "a Taskfile"},
    {"dependabot.yml", "a configuration of Dependabot"},
    {"renovate.json", "a configuration of Renovate"},
    {"codecov.yml", "a configuration of Codecov"},
    {"firebase.json", "a configuration of Firebase"},
    {"serverless.yml", "a configuration of the Serverless Framework"},
    {"pnpm-workspace.yaml", "a workspace of pnpm"},
    {"pnpm-lock.yaml", "the lock file of pnpm"},
    {"package-lock.json", "the lock file of npm"},
    {"composer.json", "a description of a package"},
    {"lerna.json", "a configuration of Lerna"},
    {"jsconfig.json", "a configuration of JavaScript"},
    {"devcontainer.json", "a development container"},
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

constexpr ToolShape kShapes[] = {
    {"a workflow of GitHub", {"jobs", "on"}},
    {"an action of GitHub", {"runs.using"}},
    {"a Compose file", {}, {"services.*.image", "services.*.build"}},
    {"a helmfile", {}, {"releases[].chart", "helmfiles", "helmDefaults"}},
    {"the description of a package for Artifact Hub", {"version", "name", "displayName", "createdAt"}},
    {"the description of a repository for Artifact Hub", {"repositoryID"}},
    {"the description of a Helm chart", {"apiVersion", "name", "version"}},
    {"the index of a Helm repository", {"apiVersion", "entries", "generated"}},
    {"the lock file of a Helm chart", {"dependencies[].repository", "digest"}},
    {"the dependencies of a Helm chart", {"dependencies[].repository"}},
    {"a lock file of packages", {"lockfileVersion"}},
    {"a description of a package", {"name"}, {"devDependencies", "peerDependencies", "scripts.*"}},
    {"a build of Cloud Build",
     {"steps[].name"},
     {"steps[].args", "steps[].entrypoint", "steps[].script", "images", "substitutions"}},
    {"a pipeline of Drone", {"kind=pipeline", "steps"}},
    {"a pipeline of Drone", {"kind=secret", "get"}},
    {"a pipeline of Woodpecker", {}, {"steps.*.image", "steps[].image", "pipeline.*.image"}},
    {"a pipeline of Buildkite",
     {},
     {"steps[].command", "steps[].commands", "steps[].plugins", "steps[].label"}},
    {"a pipeline of CircleCI", {"version", "jobs.*.steps"}},
    {"a pipeline of Azure", {}, {"stages[].stage", "stages[].jobs", "jobs[].job", "jobs[].steps"}},
    {"a pipeline of Azure", {}, {"steps[].script", "steps[].task", "steps[].bash", "steps[].template"}},
    {"a pipeline of Bitbucket", {"pipelines"}, {"pipelines.default", "pipelines.branches"}},
    {"a pipeline of GitLab", {"stages", "*.script"}},
    {"a pipeline of Travis CI", {"language", "script"}},
    {"a machine configuration of Talos", {"version=v1alpha1"}, {"machine", "cluster"}},
    {"a machine configuration of Talos",
     {},
     {"machine.network", "machine.kubelet", "machine.install", "machine.sysctls", "machine.files",
      "machine.type", "machine.features", "machine.time", "machine.nodeLabels", "machine.kernel",
      "cluster.controlPlane", "cluster.proxy"}},
    {"a configuration of talhelper", {"clusterName", "nodes"}},
    {"an Ansible playbook", {}, {"hosts", "import_playbook", "ansible.builtin.import_playbook"}, true},
    {"a list of Ansible tasks",
     {},
     {"block", "include_tasks", "import_tasks", "include_role", "import_role", "register", "become", "when",
      "shell", "command", "set_fact", "debug"},
     true},
    {"an Ansible inventory", {}, {"all.hosts", "all.children"}},
    {"the description of an Ansible role", {"galaxy_info"}},
    {"requirements of Ansible", {}, {"collections[].name", "roles[].src"}},
    {"a configuration of Molecule", {"platforms", "provisioner"}},
    {"a list of hooks of pre-commit", {"id", "entry", "language"}, {}, true},
    {"a configuration of pre-commit", {"repos[].repo"}},
    {"a configuration of SOPS", {"creation_rules"}},
    {"a configuration of Prometheus", {}, {"scrape_configs", "rule_files"}},
    {"a file of Prometheus rules", {"groups[].rules"}},
    {"a configuration of Alertmanager", {"route", "receivers"}},
    {"a configuration of the OpenTelemetry Collector", {"receivers", "exporters", "service"}},
    {"a dashboard of Grafana", {"panels", "schemaVersion"}},
    {"a provisioning file of Grafana",
     {"apiVersion=1"},
     {"datasources", "providers", "dashboards", "contactPoints", "policies", "groups", "muteTimes", "apps"}},
    {"a template of CloudFormation", {}, {"AWSTemplateFormatVersion", "Resources.*.Type"}},
    {"a configuration of the Serverless Framework", {"service", "provider"}, {"functions", "resources"}},
    {"a Taskfile", {"version", "tasks"}},
    {"a configuration of MkDocs", {"site_name"}},
    {"a configuration of Dependabot", {"updates[].package-ecosystem"}},
    {"a configuration of GoReleaser", {"builds"}, {"archives", "dockers", "nfpms", "checksum", "changelog"}},
    {"a configuration of golangci-lint", {}, {"linters-settings", "linters.enable", "linters.disable"}},
    {"a blueprint of authentik", {"version", "entries[].model"}},
    {"a configuration of Butane", {"variant", "version"}},
    {"a configuration of cloud-init", {}, {"runcmd", "write_files", "ssh_authorized_keys"}},
    {"a configuration of Netplan", {"network.version"}},
    {"an environment of Conda", {"channels", "dependencies"}},
    {"an AsyncAPI document", {"asyncapi", "info"}},
};

// Whole apiVersions, or the begin of them with the slash.
constexpr Named kGroups[] = {
    {"builtin", "a configuration of kustomize"},
    {"kind.x-k8s.io/", "a configuration of kind"},
    {"kubeadm.k8s.io/", "a configuration of kubeadm"},
    {"admission.k8s.io/", "a request of admission"},
    {"audit.k8s.io/", "a configuration of the API server"},
    {"clusterctl.cluster.x-k8s.io/", "metadata for clusterctl"},
    {"ctlptl.dev/", "a configuration of ctlptl"},
    {"eksctl.io/", "a configuration of eksctl"},
    {"k3d.io/", "a configuration of k3d"},
    {"minikube.sigs.k8s.io/", "a configuration of minikube"},
    {"apiserver.k8s.io/", "a configuration of the API server"},
    {"client.authentication.k8s.io/", "an answer of a credential plugin"},
    {"install.istio.io/", "a configuration of istioctl"},
    {"skaffold/", "a Skaffold configuration"},
    {"vendir.k14s.io/", "a configuration of vendir"},
    {"kbld.k14s.io/", "a configuration of kbld"},
    {"kapp.k14s.io/", "a configuration of kapp"},
    {"imgpkg.carvel.dev/", "a file of imgpkg"},
    {"kpt.dev/", "a package of kpt"},
    {"krew.googlecontainertools.github.com/", "a plugin for krew"},
    {"meta.pkg.crossplane.io/", "a package of Crossplane"},
    {"backstage.io/", "a description for Backstage"},
    {"score.dev/", "a workload of Score"},
    {"kuttl.dev/", "a test of kuttl"},
    {"chainsaw.kyverno.io/", "a test of Chainsaw"},
    {"cli.kyverno.io/", "a test of Kyverno"},
    {"test.gatekeeper.sh/", "a test of Gatekeeper"},
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
    {".csv", "a CSV file", true},
    {".env", "a file of environment variables", true},
    {".md", "a Markdown file", true},
    {".rst", "a reStructuredText file", true},
    {".adoc", "an AsciiDoc file", true},
    {".html", "an HTML page", true},
    {".sh", "a shell script", true},
    {".py", "a Python program", true},
    {".go", "a Go program", true},
    {".js", "a JavaScript program", true},
    {".ts", "a TypeScript program", true},
    {".rb", "a Ruby program", true},
    {"go.mod", "the description of a Go module", true},
    {"Dockerfile", "a Dockerfile", true},
    {"Makefile", "a makefile", true},
    {"Jenkinsfile", "a Jenkins pipeline", true},
};

}  // namespace

std::span<const ToolShape> ToolShapes() {
  return kShapes;
}

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
    if (api_version == group.name || (group.name.ends_with('/') && api_version.starts_with(group.name))) {
      return group.what;
    }
  }
  return {};
}

bool IsApiVersion(std::string_view api_version) {
  constexpr std::string_view kOwnGroups[] = {"apps", "autoscaling", "batch", "extensions", "policy"};
  const size_t slash = api_version.find('/');
  if (slash == std::string_view::npos) {
    return api_version.size() > 1 && api_version[0] == 'v' && IsDigit(api_version[1]);
  }
  const std::string_view group = api_version.substr(0, slash);
  return group.find('.') != std::string_view::npos ||
         std::find(std::begin(kOwnGroups), std::end(kOwnGroups), group) != std::end(kOwnGroups);
}

bool IsInDirectory(std::string_view path, std::string_view directory) {
  const size_t at = path.find(directory);
  return at != std::string_view::npos && (at == 0 || path[at - 1] == '/');
}

bool HasPathOfTool(std::string_view path) {
  constexpr std::string_view kDirectories[] = {
      ".github/",    ".gitlab/",     ".circleci/",  ".vscode/",     ".devcontainer/", ".git/",
      ".buildkite/", ".woodpecker/", ".gitea/",     ".forgejo/",    ".drone/",        ".azure-pipelines/",
      ".idea/",      ".semaphore/",  ".teamcity/",  ".husky/",      ".yarn/",         ".config/",
      ".changeset/", ".bazelci/",    ".taskfiles/", ".azuredevops/"};
  return GetFileName(path).starts_with('.') ||
         std::any_of(std::begin(kDirectories), std::end(kDirectories),
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

bool IsPatchName(std::string_view name) {
  return name.starts_with("patch-") || name.starts_with("patch_") ||
         name.find("_patch.") != std::string_view::npos || name.find("-patch.") != std::string_view::npos ||
         name.starts_with("cainjection_in_") || name.starts_with("webhook_in_");
}

const ForeignEnding* FindForeignEnding(std::string_view path) {
  const auto* const known =
      std::find_if(std::begin(kEndings), std::end(kEndings),
                   [&](const ForeignEnding& one) { return path.ends_with(one.ending); });
  return known == std::end(kEndings) ? nullptr : known;
}

}  // namespace kval::driver
