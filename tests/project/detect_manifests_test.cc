#include "src/project/detect_manifests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace kval::project {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kManifest = "# a comment\napiVersion: v1\nkind: Service\n";

DetectedManifests Found(const std::map<std::string, std::string>& files,
                        const std::vector<DetectedSet>& sets = {}) {
  std::vector<std::string> paths;
  for (const auto& [path, text] : files) {
    paths.push_back(path);
  }
  return DetectManifests(
      paths, [&](const std::string& path) { return files.at(path); }, sets);
}

TEST(DetectManifests, DirectoriesAreNamedWhole) {
  EXPECT_THAT(Found({{"k8s/base/a.yaml", kManifest},
                     {"k8s/prod/b.yml", kManifest},
                     {"k8s/prod/kustomization.yaml", "patches:\n- path: patch.yaml\n"},
                     {"k8s/prod/patch.yaml", "- op: add\n"},
                     {"other/c.yaml", "a: 1\n"}})
                  .patterns.files,
              ElementsAre("k8s/**/*.yaml", "k8s/**/*.yml"));
  EXPECT_THAT(Found({{"apps/kustomization.yaml", "resources: []\n"}}).patterns.files,
              ElementsAre("apps/**/*.yaml"));
}

TEST(DetectManifests, OtherFilesOfADirectoryAreExcluded) {
  const DetectedManifests found = Found({{"k8s/a.yaml", kManifest},
                                         {"k8s/b.yaml", kManifest},
                                         {"k8s/values.yaml", "replicas: 1\n"},
                                         {"k8s/base/c.yaml", kManifest},
                                         {".golangci.yaml", "linters: {}\n"},
                                         {"d.yaml", kManifest}});
  EXPECT_THAT(found.patterns.files, ElementsAre("*.yaml", "k8s/**/*.yaml"));
  EXPECT_THAT(found.patterns.exclude, ElementsAre("**/.*", "k8s/values.yaml"));
}

TEST(DetectManifests, NotHiddenOnesBesideOthers) {
  const DetectedManifests found = Found({{"k8s/a.yaml", kManifest},
                                         {"k8s/.chainsaw-test/bad.yaml", kManifest},
                                         {".archive/old/b.yaml", kManifest}});
  EXPECT_THAT(found.patterns.files, ElementsAre("k8s/**/*.yaml"));
  EXPECT_THAT(found.patterns.exclude, ElementsAre("**/.*"));
  EXPECT_THAT(found.hidden, ElementsAre(".archive", "k8s/.chainsaw-test"));
  EXPECT_THAT(Found({{".k8s/a.yaml", kManifest}}).patterns.files, ElementsAre(".k8s/**/*.yaml"));
}

TEST(DetectManifests, TextsForTemplatesInStringsAreNoTemplates) {
  EXPECT_THAT(
      Found({{"a/release.yaml", std::string(kManifest) + "spec:\n  name: '{{ .Release.Name }}'\n"},
             {"a/alert.yaml", std::string(kManifest) + "spec:\n  text: |\n    {{- range .Alerts }}\n"}})
          .patterns.files,
      ElementsAre("a/**/*.yaml"));
}

TEST(DetectManifests, NotWithAKustomizationThatIsATemplate) {
  EXPECT_THAT(
      Found({{"config/helm/kustomization.yaml", "namespace: |-\n  {{ include \"chart.namespace\" . }}\n"},
             {"config/helm/exclude.yaml", kManifest},
             {"config/base/a.yaml", kManifest}})
          .patterns.files,
      ElementsAre("config/base/**/*.yaml"));
}

TEST(DetectManifests, NotConfigurationsOfTools) {
  EXPECT_THAT(
      Found({{"vendir.yml", "apiVersion: vendir.k14s.io/v1alpha1\nkind: Config\n"},
             {".github/kind.yaml", "kind: Cluster\napiVersion: kind.x-k8s.io/v1alpha4\n"},
             {"ci/kubeadm.yaml", "apiVersion: \"kubeadm.k8s.io/v1beta4\"\nkind: InitConfiguration\n"},
             {"ci/kubelet.yaml", "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"}})
          .patterns.files,
      IsEmpty());
}

TEST(DetectManifests, NotWithWhatBelongsToSomethingElse) {
  // kval proposes the largest directories that contain only manifests, and single files elsewhere.
  EXPECT_THAT(Found({{"deploy/charts/web/Chart.yaml", "name: web\n"},
                     {"deploy/charts/web/templates/a.yaml", kManifest},
                     {"deploy/plain/a.yaml", kManifest},
                     {"deploy/plain/b.yaml", kManifest},
                     {"deploy/c.yaml", kManifest},
                     {"deploy/mixed/a.yaml", kManifest},
                     {"deploy/mixed/ytt.yaml", "#@ load()\napiVersion: v1\nkind: Service\n"},
                     {"deploy/mixed/go.yaml", "{{ if .x }}\napiVersion: v1\nkind: Service\n"}})
                  .patterns.files,
              ElementsAre("deploy/*.yaml", "deploy/mixed/a.yaml", "deploy/plain/**/*.yaml"));
  DetectedSet set;
  set.values = {"envs/prod.yaml"};
  EXPECT_THAT(Found({{"envs/prod.yaml", kManifest}, {"envs/test.yaml", kManifest}}, {set}).patterns.files,
              ElementsAre("envs/test.yaml"));
}

TEST(DetectManifests, TheProjectsOwnDirectoryIsNotNamedWhole) {
  EXPECT_THAT(Found({{"a.yaml", kManifest}, {"docs/x.yaml", "a: 1\n"}}).patterns.files,
              ElementsAre("*.yaml"));
  EXPECT_THAT(Found({{"a.yaml", kManifest}, {"x.yaml", "a: 1\n"}, {"y.yaml", "a: 1\n"}}).patterns.files,
              ElementsAre("a.yaml"));
}

TEST(DetectManifests, AChartInTheProjectsOwnDirectory) {
  const DetectedManifests found = Found({{"Chart.yaml", "name: web\n"},
                                         {"a.yaml", kManifest},
                                         {"templates/b.yaml", kManifest},
                                         {"crds/c.yaml", kManifest},
                                         {"argo/d.yaml", kManifest}});
  EXPECT_THAT(found.patterns.files, ElementsAre("argo/**/*.yaml"));
  EXPECT_THAT(found.files, ElementsAre("argo/d.yaml"));
}

TEST(DetectManifests, WhatIsNone) {
  EXPECT_THAT(Found({{"a.yaml", "apiVersion: v1\n"},
                     {"b.yaml", "text: |\n  apiVersion: v1\n  kind: Service\n"},
                     {"c.json", kManifest},
                     {".tool.yaml", kManifest},
                     {"Chart.yaml", "apiVersion: v2\n"}})
                  .patterns.files,
              IsEmpty());
}

}  // namespace
}  // namespace kval::project
