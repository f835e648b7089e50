#include "src/cli/manifest_options.h"

#include <sstream>
#include <utility>

#include "src/driver/helm/rendered_manifests.h"
#include "src/helm/render/capabilities.h"

namespace kval::cli {
namespace {

bool AreGiven(const ManifestFlags& flags) {
  const KubernetesFlags& kubernetes = flags.kubernetes;
  return flags.is_upgrade || !flags.release_name.empty() || !flags.name_space.empty() ||
         !flags.api_versions.empty() || !flags.crds.empty() || !flags.others.empty() ||
         !kubernetes.versions.empty() || !kubernetes.policies.empty() || !kubernetes.rules.empty() ||
         kubernetes.ignored.all || !kubernetes.ignored.patterns.empty() || kubernetes.ignored.of_catalog;
}

}  // namespace

void AddManifestFlags(CommandApp& app, ManifestFlags& flags) {
  const auto add = [&](const char* names, std::vector<std::string>& target, const char* help) {
    app.add_option(names, target, help)->allow_extra_args(false);
  };
  app.add_flag("--no-manifests", flags.no_manifests,
               "validate the values only: do not render the templates and validate the manifests");
  app.add_flag("--manifests", flags.with_manifests, "the default")->group("");
  app.add_option("--release-name", flags.release_name, "NAME: `.Release.Name` (default: release-name)");
  app.add_option("-n,--namespace", flags.name_space, "NAMESPACE: `.Release.Namespace` (default: default)");
  app.add_flag("--is-upgrade", flags.is_upgrade, "set `.Release.IsUpgrade` instead of `.Release.IsInstall`");
  add("-a,--api-versions", flags.api_versions,
      "VERSION[,VERSION]: further `.Capabilities.APIVersions`, for example of custom resources");
  add("--k8s-version", flags.kubernetes.versions,
      "VERSION: Kubernetes version of the manifests, for example 1.31 (default: the newest)");
  add("--crds", flags.crds, "PATH: file or directory with CustomResourceDefinitions of the manifests");
  add("--with", flags.others,
      "PATH: further manifests of the cluster, such as admission policies and objects that the chart refers "
      "to");
  add("--policy", flags.kubernetes.policies,
      "[KIND=]FILE: an additional schema for manifests of a kind, as -f of `kval k8s`");
  add("--rules", flags.kubernetes.rules,
      "RULES: report optional rules of manifests as well: `recommended`, `all` or single rules (KV7501)");
  app.add_flag("--no-catalogue", flags.kubernetes.ignored.of_catalog,
               "use no built-in schemas of well-known operators");
  app.add_flag("--ignore-unknown-kinds", flags.kubernetes.ignored.all,
               "skip manifests without a known schema");
  add("--ignore-kinds", flags.kubernetes.ignored.patterns,
      "KINDS: skip manifests of these kinds unless a schema is known, for example argoproj.io/*,Widget");
}

bool TakeManifestFlags(const ManifestFlags& flags, driver::HelmRequest& request, ManifestOptions& manifests,
                       std::string& message) {
  const bool is_lint = request.mode == helm::HelmOperation::kLint;
  if (flags.no_manifests || is_lint) {
    if (flags.with_manifests || AreGiven(flags)) {
      message = is_lint ? "options of manifests are not for lint, which validates values only"
                        : "--no-manifests excludes the options of manifests";
    }
    return message.empty();
  }
  const std::shared_ptr<const schemas::kubernetes::ApiTable> table(
      new schemas::kubernetes::ApiTable(schemas::kubernetes::ApiTable::Builtin()));
  if (!TakeKubernetesOptions(*table, flags.kubernetes, manifests.kubernetes, message)) {
    return false;
  }
  manifests.kubernetes.crds = flags.crds;
  manifests.kubernetes.paths = flags.others;
  manifests.table = table;
  helm::render::Release release = driver::ReleaseFor(manifests.kubernetes, *table);
  release.name = flags.release_name.empty() ? release.name : flags.release_name;
  release.name_space = flags.name_space.empty() ? release.name_space : flags.name_space;
  release.is_upgrade = flags.is_upgrade;
  release.kube_version = request.kube_version.empty() ? release.kube_version : request.kube_version;
  if (!helm::render::IsReleaseName(release.name)) {
    message = "invalid release name `" + release.name +
              "`: it consists of at most 53 lower-case letters, digits, `-` and `.`";
    return false;
  }
  for (const std::string& text : flags.api_versions) {
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ',');) {
      release.api_versions.push_back(part);
    }
  }
  request.release = std::move(release);
  return true;
}

}  // namespace kval::cli
