#include "src/kubernetes/practices/object_index.h"

#include <gtest/gtest.h>

#include <string>

#include "src/diag/collector.h"
#include "src/source/source_map.h"
#include "src/yaml/document.h"

namespace kval::kubernetes {
namespace {

class ObjectIndexTest : public testing::Test {
 protected:
  const value::Value& Read(const std::string& text) {
    diag::Collector unheard;
    diag::Emitter emit(&unheard);
    yaml::ReadOptions options;
    options.dialect = value::Dialect::kK8s;
    return *yaml::ReadFile(sources_.AddText("test.yml", text), options, arena_, emit).documents.front().root;
  }

  void Add(const std::string& text) { index_.Add(Read(text), "deploy/app.yaml"); }

  static std::string Names(const ObjectIndex::Objects& objects) {
    std::string names;
    for (const ObjectIndex::Object* object : objects) {
      names += (names.empty() ? "" : " ") + std::string(object->name);
    }
    return names;
  }

  static std::string Deployment(const std::string& name, const std::string& space, const std::string& app) {
    return "{apiVersion: apps/v1, kind: Deployment, metadata: {name: " + name + space +
           "}, spec: {selector: {matchLabels: {app: " + app +
           "}}, template: {metadata: {labels: {app: " + app + "}}, spec: {containers: []}}}}";
  }

  Arena arena_;
  source::SourceMap sources_;
  ObjectIndex index_;
  uint64_t steps_ = 0;
};

TEST_F(ObjectIndexTest, FindsByKindNameAndNamespace) {
  Add("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}");
  Add("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
  Add("{apiVersion: v1, kind: Secret, metadata: {name: a}}");
  EXPECT_EQ(index_.OfKind("ConfigMap").size(), 2U);
  EXPECT_EQ(index_.OfKind("Service").size(), 0U);
  EXPECT_EQ(index_.Named("ConfigMap", "a", "shop", steps_).size(), 2U);
  EXPECT_EQ(index_.Named("ConfigMap", "a", "other", steps_).size(), 1U);
  EXPECT_EQ(index_.Named("ConfigMap", "a", "", steps_).size(), 2U);
  EXPECT_EQ(index_.Named("ConfigMap", "b", "", steps_).size(), 0U);
  EXPECT_GT(steps_, 0U);
}

TEST_F(ObjectIndexTest, SelectsPodsByLabelsInOneNamespace) {
  EXPECT_FALSE(index_.has_pods());
  Add(Deployment("web", ", namespace: shop", "web"));
  Add(Deployment("db", ", namespace: data", "db"));
  EXPECT_TRUE(index_.has_pods());
  const auto selector = ObjectIndex::SelectorOf("Deployment", Read(Deployment("x", "", "web")));
  EXPECT_EQ(Names(index_.Selected(selector, "shop", steps_)), "web");
  EXPECT_EQ(Names(index_.Selected(selector, "", steps_)), "web");
  EXPECT_EQ(Names(index_.Selected(selector, "data", steps_)), "");
  EXPECT_EQ(Names(index_.WithLabel("app", "db", "data", steps_)), "db");
  EXPECT_EQ(Names(index_.WithLabel("app", "db", "shop", steps_)), "");
}

TEST_F(ObjectIndexTest, FindsSelectingObjects) {
  Add("{apiVersion: v1, kind: Service, metadata: {name: s, namespace: shop}, spec: {selector: {app: web}}}");
  const value::Value& labels = Read("{app: web, tier: front}");
  EXPECT_EQ(Names(index_.Selecting("Service", &labels, "shop", steps_)), "s");
  EXPECT_EQ(Names(index_.Selecting("Service", &labels, "data", steps_)), "");
  EXPECT_EQ(Names(index_.Selecting("Service", &Read("{app: db}"), "shop", steps_)), "");
}

TEST_F(ObjectIndexTest, FindsAutoscalers) {
  Add("{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: h}, spec: "
      "{scaleTargetRef: "
      "{apiVersion: apps/v1, kind: Deployment, name: web}}}");
  EXPECT_EQ(Names(index_.AutoscalersOf("Deployment", "web", "shop", steps_)), "h");
  EXPECT_EQ(Names(index_.AutoscalersOf("StatefulSet", "web", "shop", steps_)), "");
  EXPECT_EQ(Names(index_.AutoscalersOf("Deployment", "db", "shop", steps_)), "");
}

TEST_F(ObjectIndexTest, KnowsWhatOtherObjectsCreate) {
  EXPECT_TRUE(index_.is_complete());
  index_.Add(Read("{apiVersion: kustomize.config.k8s.io/v1beta1, kind: Kustomization, configMapGenerator: "
                  "[{name: made, "
                  "literals: [a=b]}], images: [{name: web, newTag: v1}]}"),
             "deploy/kustomization.yaml");
  EXPECT_TRUE(index_.IsCreated("ConfigMap", "made"));
  EXPECT_FALSE(index_.IsCreated("Secret", "made"));
  EXPECT_EQ(index_.tagged_images().count("web"), 1U);
  index_.SetIncomplete();
  EXPECT_FALSE(index_.is_complete());
}

TEST(ObjectIndexNamespaces, UnknownOnesMayBeTheSame) {
  EXPECT_TRUE(ObjectIndex::MayShareNamespace("a", "a"));
  EXPECT_TRUE(ObjectIndex::MayShareNamespace("", "a"));
  EXPECT_FALSE(ObjectIndex::MayShareNamespace("a", "b"));
}

}  // namespace
}  // namespace kval::kubernetes
