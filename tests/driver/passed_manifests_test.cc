#include "src/driver/kubernetes/passed_manifests.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schemas/kubernetes/api_table.h"
#include "src/driver/kubernetes/manifests.h"
#include "src/driver/session.h"

namespace kval::driver {
namespace {

// Files in memory with stamps as on a disk. Records the files that are read.
class StampedFiles final : public source::FileReader {
 public:
  void Write(const std::string& path, const std::string& text) {
    texts_[path] = text;
    stamps_[path] = {.exists = true, .seconds = ++clock_};
  }
  void SetJustWritten(const std::string& path) { stamps_[path].seconds = ~(1LL << 63); }
  std::set<std::string> TakeReads() { return std::exchange(reads_, {}); }

  source::PathKind KindOf(const std::string& path) override {
    const auto below = texts_.lower_bound(path + "/");
    const bool is_directory = below != texts_.end() && below->first.starts_with(path + "/");
    return texts_.contains(path) ? source::PathKind::kFile
           : is_directory        ? source::PathKind::kDirectory
                                 : source::PathKind::kMissing;
  }
  Result<std::string> Read(const std::string& path) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    reads_.insert(path);
    return texts_.at(path);
  }
  Result<std::string> ReadBelow(const std::string& /*directory*/, const std::string& path) override {
    return Read(path);
  }
  Result<std::vector<std::string>> List(const std::string& /*directory*/) override { return Failure{"none"}; }
  source::Tree Walk(const std::string& directory) override {
    source::Tree tree;
    for (const auto& [path, text] : texts_) {
      if (path.starts_with(directory + "/")) {
        tree.files.push_back(path.substr(directory.size() + 1));
      }
    }
    return tree;
  }
  Result<std::string> RealPath(const std::string& path) override { return path; }
  std::optional<source::FileStamp> StampOf(const std::string& path) override {
    const auto found = stamps_.find(path);
    return found == stamps_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::string> texts_;
  std::map<std::string, source::FileStamp> stamps_;
  long long clock_ = 1000;
  std::mutex mutex_;
  std::set<std::string> reads_;
};

std::string ConfigMap(const std::string& data) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: vars}\ndata: " + data + "\n";
}
std::string Service(const std::string& port) {
  return "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  ports:\n  - port: " + port + "\n";
}
std::string Definition(const std::string& type) {
  return "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
         "things.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n  names: {kind: Thing, "
         "plural: things}\n  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema: "
         "{openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: " +
         type + "}}}}}}\n";
}
constexpr std::string_view kThing =
    "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: a}\nspec: {size: 1}\n";
constexpr std::string_view kSubstitutes =
    "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  "
    "interval: "
    "1h\n  path: ./\n  prune: true\n  sourceRef: {kind: GitRepository, name: a}\n  postBuild: "
    "{substituteFrom: "
    "[{kind: ConfigMap, name: vars}]}\n";

using Names = std::set<std::string>;

class PassedManifestsTest : public testing::Test {
 protected:
  // Runs the check. Returns the number of findings.
  size_t Run(std::vector<std::string> paths) {
    const auto table = schemas::kubernetes::ApiTable::Builtin();
    KubernetesOptions options;
    options.paths = std::move(paths);
    options.crds = crds_;
    options.versions = {table.newest()};
    options.passed = &passed_;
    options.open_files = open_;
    const Limits limits;
    Session session(limits);
    const KubernetesResult result = CheckKubernetes(options, limits, table, files_, session);
    resource_count_ = result.resource_count;
    return session.findings.diagnostics().size();
  }

  StampedFiles files_;
  std::vector<std::string> crds_;
  PassedManifests passed_;
  std::shared_ptr<const Names> open_;
  size_t resource_count_ = 0;
};

TEST_F(PassedManifestsTest, ReadsOnlyChangedFiles) {
  files_.Write("a.yaml", Service("80"));
  files_.Write("b.yaml", Service("80"));
  files_.Write("bad.yaml", Service("x"));
  EXPECT_EQ(Run({"a.yaml", "b.yaml", "bad.yaml"}), 1u);
  EXPECT_TRUE(passed_.has_changed);
  EXPECT_EQ(files_.TakeReads(), (Names{"a.yaml", "b.yaml", "bad.yaml"}));
  EXPECT_EQ(Run({"a.yaml", "b.yaml", "bad.yaml"}), 1u);
  EXPECT_EQ(files_.TakeReads(), Names{"bad.yaml"});
  EXPECT_EQ(resource_count_, 3u);
  EXPECT_FALSE(passed_.has_changed);
  files_.Write("a.yaml", Service("y"));
  EXPECT_EQ(Run({"a.yaml", "b.yaml", "bad.yaml"}), 2u);
  EXPECT_EQ(files_.TakeReads(), (Names{"a.yaml", "bad.yaml"}));
}

TEST_F(PassedManifestsTest, DoesNotTrustTheStampOfAFileThatWasJustWritten) {
  files_.Write("a.yaml", Service("80"));
  files_.SetJustWritten("a.yaml");
  EXPECT_EQ(Run({"a.yaml"}), 0u);
  files_.TakeReads();
  EXPECT_EQ(Run({"a.yaml"}), 0u);
  EXPECT_EQ(files_.TakeReads(), Names{"a.yaml"});
}

TEST_F(PassedManifestsTest, DefinitionsAmongTheFilesCount) {
  files_.Write("crd.yaml", Definition("integer"));
  files_.Write("thing.yaml", std::string(kThing));
  const size_t before = Run({"crd.yaml", "thing.yaml"});
  files_.TakeReads();
  EXPECT_EQ(Run({"crd.yaml", "thing.yaml"}), before);
  EXPECT_FALSE(files_.TakeReads().contains("thing.yaml"));
  files_.Write("crd.yaml", Definition("string"));
  EXPECT_EQ(Run({"crd.yaml", "thing.yaml"}), before + 1);
}

// Charts that manifests install are rendered if one of the open files takes part.
TEST_F(PassedManifestsTest, ChartsOfOpenFilesAreRendered) {
  const auto application = [](std::string_view port) {
    return "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: web, namespace: a}\nspec:\n"
           "  project: default\n  destination: {server: \"https://kubernetes.default.svc\"}\n  source: "
           "{repoURL: "
           "\"https://example.com/r.git\", path: web, helm: {valuesObject: {port: " +
           std::string(port) + "}}}\n";
  };
  files_.Write("web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.0.0\n");
  files_.Write(
      "web/templates/a.yaml",
      "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: {{ .Values.port }}}]}\n");
  files_.Write("app.yaml", application("80"));
  files_.Write("b.yaml", Service("80"));
  const std::vector<std::string> paths = {"app.yaml", "b.yaml"};
  open_ = std::make_shared<const Names>(Names{"app.yaml"});
  const size_t before = Run(paths);
  files_.TakeReads();
  EXPECT_EQ(Run(paths), before) << "with results of the first run";
  EXPECT_FALSE(files_.TakeReads().contains("b.yaml"));
  files_.Write("app.yaml", application("x"));
  EXPECT_EQ(Run(paths), before + 1);
  open_ = std::make_shared<const Names>(Names{"web/templates/a.yaml"});
  EXPECT_EQ(Run(paths), before + 1) << "a template of the chart";
  EXPECT_EQ(Run(paths), before + 1) << "with results of the last run";
  open_ = std::make_shared<const Names>(Names{"b.yaml"});
  EXPECT_EQ(Run(paths), before) << "a file that has nothing to do with it";
  open_ = nullptr;
  EXPECT_EQ(Run(paths), before);
}

TEST_F(PassedManifestsTest, DefinitionsCount) {
  crds_ = {"crd.yaml"};
  files_.Write("crd.yaml", Definition("integer"));
  files_.Write("thing.yaml", std::string(kThing));
  EXPECT_EQ(Run({"thing.yaml"}), 0u);
  files_.TakeReads();
  EXPECT_EQ(Run({"thing.yaml"}), 0u);
  EXPECT_EQ(files_.TakeReads(), Names{"crd.yaml"});
  files_.Write("crd.yaml", Definition("string"));
  EXPECT_EQ(Run({"thing.yaml"}), 1u);
  files_.SetJustWritten("crd.yaml");
  EXPECT_EQ(Run({"thing.yaml"}), 1u);
  files_.Write("crd.yaml", Definition("integer"));
  files_.SetJustWritten("crd.yaml");
  EXPECT_EQ(Run({"thing.yaml"}), 0u);
}

TEST_F(PassedManifestsTest, KustomizationsCount) {
  files_.Write("kustomization.yaml", "resources: [a.yaml]\nnamespace: a\n");
  files_.Write("a.yaml", "apiVersion: v1\nkind: Service\nspec: {ports: [{port: 80}]}\n");
  files_.Write("b.yaml", Service("80"));
  const size_t before = Run({"a.yaml", "b.yaml", "kustomization.yaml"});
  files_.TakeReads();
  EXPECT_EQ(Run({"a.yaml", "b.yaml", "kustomization.yaml"}), before);
  EXPECT_FALSE(files_.TakeReads().contains("b.yaml"));
  files_.Write("kustomization.yaml", "resources: [a.yaml]\npatches: [{path: b.yaml}]\n");
  Run({"a.yaml", "b.yaml", "kustomization.yaml"});
  EXPECT_TRUE(files_.TakeReads().contains("b.yaml"));
}

// One finding is the note that counts the resources of the catalogue, also of files that are not read again.
TEST_F(PassedManifestsTest, VariablesCount) {
  files_.Write("flux.yaml", std::string(kSubstitutes));
  files_.Write("s.yaml", Service("${PORT}"));
  files_.Write("vars.yaml", ConfigMap("{PORT: '80'}"));
  EXPECT_EQ(Run({"flux.yaml", "s.yaml", "vars.yaml"}), 1u);
  EXPECT_EQ(Run({"flux.yaml", "s.yaml", "vars.yaml"}), 1u);
  files_.Write("vars.yaml", ConfigMap("{PORT: x}"));
  EXPECT_EQ(Run({"flux.yaml", "s.yaml", "vars.yaml"}), 2u);
  files_.Write("vars.yaml", ConfigMap("{PORT: '81'}"));
  EXPECT_EQ(Run({"flux.yaml", "s.yaml", "vars.yaml"}), 1u);
}

}  // namespace
}  // namespace kval::driver
