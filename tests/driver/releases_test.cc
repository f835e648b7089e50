#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/releases/chart_lookup.h"
#include "src/driver/releases/helmfile_texts.h"
#include "src/driver/releases/repository.h"
#include "src/driver/session.h"
#include "src/source/file_reader.h"

namespace kval::driver {
namespace {

constexpr const char* kApplicationSet = R"(apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  goTemplate: true
  generators:
  - git:
      repoURL: https://github.com/acme/deploy
      revision: main
      directories:
      - path: apps/*
      - {path: apps/skipped, exclude: true}
  template:
    metadata: {name: '{{ .path.basename }}'}
    spec:
      project: default
      destination: {server: https://kubernetes.default.svc, namespace: web}
      source:
        repoURL: https://github.com/acme/deploy
        path: '{{ .path.path }}'
        targetRevision: main
        helm: {}
)";

constexpr const char* kTemplate = R"(apiVersion: v1
kind: Service
metadata: {name: '{{ .Release.Name }}'}
spec: {ports: [{port: {{ .Values.port }}}]}
)";

void AddChart(source::MemoryFileReader& reader, const std::string& directory, const std::string& port) {
  reader.Add(directory + "/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n");
  reader.Add(directory + "/values.yaml", "port: " + port + "\n");
  reader.Add(directory + "/templates/service.yaml", kTemplate);
}

std::vector<std::string> Check(source::MemoryFileReader& reader, const std::string& path) {
  const auto table = schemas::kubernetes::ApiTable::Builtin();
  KubernetesOptions options;
  options.paths = {path};
  options.versions = {table.newest()};
  options.chart_caches = {"cache"};
  Session session;
  CheckKubernetes(options, session.limits, table, reader, session);
  std::vector<std::string> messages;
  for (const diag::Diagnostic& finding : session.findings.Sorted()) {
    const bool is_about_chart =
        finding.severity != diag::Severity::kNote ||
        (finding.kind == diag::Kind::kNotChecked && finding.labels.at(0).span.has_value());
    if (!is_about_chart) {
      continue;
    }
    messages.push_back(session.sources.FileOf(finding.labels.at(0).span).name() + ": " + finding.message);
  }
  return messages;
}

TEST(Releases, ApplicationSetOfDirectories) {
  source::MemoryFileReader reader;
  reader.Add(".git/HEAD", "");
  reader.Add("sets/all.yaml", kApplicationSet);
  AddChart(reader, "apps/good", "80");
  AddChart(reader, "apps/bad", "zero");
  AddChart(reader, "apps/skipped", "zero");
  const std::vector<std::string> messages = Check(reader, "sets/all.yaml");
  ASSERT_EQ(messages.size(), 1U) << messages.at(0);
  EXPECT_TRUE(messages[0].starts_with("apps/bad/values.yaml: ")) << messages[0];
}

TEST(Releases, ApplicationOfAnotherRepository) {
  source::MemoryFileReader reader;
  reader.Add(".git/config", "[remote \"origin\"]\n\turl = git@github.com:acme/other.git\n");
  reader.Add("sets/all.yaml", kApplicationSet);
  AddChart(reader, "apps/bad", "zero");
  const std::vector<std::string> messages = Check(reader, "sets/all.yaml");
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_NE(messages[0].find("is not on the disk"), std::string::npos) << messages[0];
}

TEST(Repository, IsTheNextDirectoryWithGit) {
  source::MemoryFileReader reader;
  reader.Add("a/.git/config", "[remote \"origin\"]\n\turl = https://github.com/acme/deploy\n");
  reader.Add("a/b/c.yaml", "");
  EXPECT_EQ(RepositoryOf("a/b/c.yaml", reader), "a/");
  EXPECT_EQ(RepositoryOf("d/c.yaml", reader), "");
  EXPECT_TRUE(MayBeUrlOf("a/", "git@host:fork/deploy.git", reader));
  EXPECT_TRUE(MayBeUrlOf("d/", "https://github.com/acme/any", reader));
  EXPECT_FALSE(MayBeUrlOf("a/", "https://github.com/acme/other/", reader));
  reader.Add("e/.git/config", "[remote \"origin\"]\n\turl = /srv/copies/main\n");
  EXPECT_TRUE(MayBeUrlOf("e/", "https://github.com/acme/deploy", reader));
}

ChartReference Named(const std::string& name, const std::string& version) {
  ChartReference chart;
  chart.name = name;
  chart.version = version;
  return chart;
}

TEST(ChartLookup, NewestOfARange) {
  source::MemoryFileReader reader;
  for (const char* name :
       {"web-1.2.0.tgz", "web-1.10.0.tgz", "web-2.0.0.tgz", "web-front-1.11.0.tgz", "web-x.tgz"}) {
    reader.Add(std::string("cache/") + name, "");
  }
  AddChart(reader, "charts/local", "1");
  ChartLookup lookup({"cache"}, reader);
  EXPECT_EQ(lookup.Find(Named("web", "1.x"), {}).path, "cache/web-1.10.0.tgz");
  EXPECT_EQ(lookup.Find(Named("web", ""), {}).path, "cache/web-2.0.0.tgz");
  EXPECT_EQ(lookup.Find(Named("web", "v1.2.0"), {}).path, "cache/web-1.2.0.tgz");
  EXPECT_EQ(lookup.Find(Named("web", "3.x"), {}).path, "");
  EXPECT_EQ(lookup.Find(Named("local", "1.0.0"), {}).path, "charts/local");
  EXPECT_EQ(lookup.Find(Named("local", "2.0.0"), {}).path, "");
}

TEST(ChartLookup, NothingOutsideOfTheRepository) {
  source::MemoryFileReader reader;
  AddChart(reader, "../outside", "1");
  AddChart(reader, "../repository/charts/web", "1");
  ChartLookup lookup({"cache"}, reader);
  ChartReference chart;
  chart.path = "../outside";
  EXPECT_EQ(lookup.Find(chart, {}).path, "");
  EXPECT_EQ(lookup.Find(chart, {"../repository/", "../repository/apps/"}).path, "");
  EXPECT_EQ(lookup.Find(chart, {"../", ""}).path, "../outside");
  chart.path = "../repository/charts/web";
  EXPECT_EQ(lookup.Find(chart, {"../repository/", ""}).path, "../repository/charts/web");
  EXPECT_EQ(lookup.Find(Named("../../outside", ""), {}).path, "");
}

TEST(Releases, ValuesOutsideOfTheRepository) {
  source::MemoryFileReader reader;
  reader.Add(".git/HEAD", "");
  AddChart(reader, "charts/web", "80");
  reader.Add("../secret.yaml", "port: [hidden");
  reader.Add("sets/all.yaml",
             "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: web}\n"
             "spec:\n  project: default\n"
             "  destination: {server: https://kubernetes.default.svc, namespace: web}\n"
             "  source:\n    repoURL: https://github.com/acme/deploy\n    path: charts/web\n"
             "    helm: {ignoreMissingValueFiles: true, valueFiles: [../../../secret.yaml]}\n");
  const std::vector<std::string> messages = Check(reader, "sets/all.yaml");
  ASSERT_EQ(messages.size(), 1U) << messages.at(0);
  EXPECT_TRUE(messages[0].ends_with("the values file ../secret.yaml is outside of the repository"))
      << messages[0];
}

TEST(ChartLookup, CachesOfHelm) {
  const auto none = [](const std::string& name) { return name == "HOME" ? "/home/ann" : ""; };
  EXPECT_EQ(HelmCaches(none).front(), "/home/ann/.cache/helm/repository");
  const auto both = [](const std::string& name) {
    return name == "HELM_REPOSITORY_CACHE" ? "/a"
           : name == "HELM_CONTENT_CACHE"  ? "/c"
           : name == "XDG_CACHE_HOME"      ? "/b"
                                           : "/home/ann";
  };
  EXPECT_EQ(HelmCaches([&](const std::string& name) { return name == "HELM_CACHE_HOME" ? "" : both(name); }),
            (std::vector<std::string>{"/a", "/b/helm/repository", "/c", "/b/helm/content"}));
}

TEST(HelmfileTexts, Names) {
  EXPECT_TRUE(IsHelmfileName("a/helmfile.yaml.gotmpl"));
  EXPECT_TRUE(IsHelmfileName("helmfile.d/10-web.yaml"));
  EXPECT_FALSE(IsHelmfileName("values.yaml.gotmpl"));
  EXPECT_TRUE(IsHelmfile("apps.yaml", "releases:\n  - name: a\n    chart: b/c\n"));
  EXPECT_FALSE(IsHelmfile("apps.yaml", "releases:\n  - name: a\n"));
}

TEST(HelmfileTexts, Environments) {
  EXPECT_EQ(
      DeclaredEnvironments("# x\nenvironments:\n  dev:\n    values: [a]\n\n  prod: {}\nreleases:\n  a: 1\n"),
      (std::vector<std::string>{"dev", "prod"}));
}

TEST(HelmfileTexts, IncludedFiles) {
  EXPECT_EQ(
      IncludedHelmfiles("a/helmfile.yaml",
                        "bases:\n- ../x.yaml\nhelmfiles:\n  - path: b/c.yaml\n    values:\n  - {{ d }}\n"),
      (std::vector<std::string>{"a/b/c.yaml", "x.yaml"}));
}

TEST(HelmfileTexts, PartsKeepTheirLines) {
  EXPECT_EQ(PartsOf("a: 1\n---\nb: 2\n"), (std::vector<std::string>{"a: 1\n", "    \n   \nb: 2\n"}));
}

}  // namespace
}  // namespace kval::driver
