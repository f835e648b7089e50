#include "src/helm/builtin_objects.h"

namespace kval::helm {
namespace {

constexpr BuiltinField kFields[] = {
    {"Values", "map", "The chart's values: values.yaml with the user's files and `--set` over it."},
    {"Release", "map", "The release that the chart is installed as."},
    {"Release.Name", "string", "The name of the release."},
    {"Release.Namespace", "string", "The namespace that the release is installed in."},
    {"Release.IsInstall", "boolean", "Whether the release is installed for the first time."},
    {"Release.IsUpgrade", "boolean", "Whether an installed release is upgraded or rolled back."},
    {"Release.Revision", "integer", "The number of the revision: 1 when installed."},
    {"Release.Service", "string", "What renders the chart: `Helm`."},
    {"Chart", "object", "The content of Chart.yaml, with field names that begin with a capital letter."},
    {"Chart.Name", "string", "`name` in Chart.yaml, or the alias of the dependency."},
    {"Chart.Version", "string", "`version` in Chart.yaml."},
    {"Chart.AppVersion", "string", "`appVersion` in Chart.yaml."},
    {"Chart.APIVersion", "string", "`apiVersion` in Chart.yaml."},
    {"Chart.Description", "string", "`description` in Chart.yaml."},
    {"Chart.Type", "string", "`type` in Chart.yaml: application or library."},
    {"Chart.KubeVersion", "string", "`kubeVersion` in Chart.yaml."},
    {"Chart.Home", "string", "`home` in Chart.yaml."},
    {"Chart.Icon", "string", "`icon` in Chart.yaml."},
    {"Chart.Condition", "string", "`condition` in Chart.yaml."},
    {"Chart.Tags", "string", "`tags` in Chart.yaml."},
    {"Chart.Deprecated", "boolean", "`deprecated` in Chart.yaml."},
    {"Chart.Annotations", "map", "`annotations` in Chart.yaml."},
    {"Chart.Keywords", "list", "`keywords` in Chart.yaml."},
    {"Chart.Sources", "list", "`sources` in Chart.yaml."},
    {"Chart.Maintainers", "list", "`maintainers` in Chart.yaml."},
    {"Chart.Dependencies", "list", "`dependencies` in Chart.yaml."},
    {"Chart.IsRoot", "boolean", "Whether the chart is no dependency of another one."},
    {"Capabilities", "object", "What the cluster supports."},
    {"Capabilities.APIVersions", "list", "The API versions of the cluster."},
    {"Capabilities.APIVersions.Has", "function",
     "Whether the cluster has an API version (`batch/v1`) or kind (`apps/v1/Deployment`)."},
    {"Capabilities.KubeVersion", "object", "The version of Kubernetes."},
    {"Capabilities.KubeVersion.Version", "string", "The version of Kubernetes, such as `v1.35.0`."},
    {"Capabilities.KubeVersion.Major", "string", "The major version of Kubernetes."},
    {"Capabilities.KubeVersion.Minor", "string", "The minor version of Kubernetes."},
    {"Capabilities.KubeVersion.GitVersion", "string", "The same as `Version`; deprecated."},
    {"Capabilities.HelmVersion", "object", "The version of Helm."},
    {"Capabilities.HelmVersion.Version", "string", "The version of Helm, such as `v3.19.0`."},
    {"Capabilities.HelmVersion.GitCommit", "string", "The commit that Helm was built from."},
    {"Capabilities.HelmVersion.GitTreeState", "string", "Whether Helm was built from a clean tree."},
    {"Capabilities.HelmVersion.GoVersion", "string", "The version of Go that built Helm."},
    {"Template", "map", "The template that is executed."},
    {"Template.Name", "string",
     "The path of the template, with the chart's name: `web/templates/service.yaml`."},
    {"Template.BasePath", "string", "The path of the chart's templates: `web/templates`."},
    {"Files", "object", "Files of the chart other than templates, and those that .helmignore excludes."},
    {"Files.Get", "function", "Returns the content of a file as a string; an empty string if it is missing."},
    {"Files.GetBytes", "function", "Returns the content of a file as bytes."},
    {"Files.Glob", "function", "Returns the files whose path matches a pattern: `Files.Glob \"conf/**\"`."},
    {"Files.Lines", "function", "Returns the lines of a file as a list."},
    {"Files.AsConfig", "function", "Returns files as the `data` of a ConfigMap, by their base names."},
    {"Files.AsSecrets", "function", "Returns files as the `data` of a Secret, in Base64."},
    {"Subcharts", "map", "The data of each subchart by its name: `.Subcharts.db.Values`."},
};

}  // namespace

std::span<const BuiltinField> BuiltinFields() {
  return kFields;
}

}  // namespace kval::helm
