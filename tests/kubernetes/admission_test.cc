#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/diag/collector.h"
#include "src/kubernetes/admission/gatekeeper_template.h"
#include "src/kubernetes/admission/kyverno_policy.h"
#include "src/kubernetes/admission/label_selector.h"
#include "src/kubernetes/admission/match_resources.h"
#include "src/kubernetes/admission/object_defaults.h"
#include "src/kubernetes/admission/policy.h"
#include "src/kubernetes/admission/policy_evaluation.h"
#include "src/kubernetes/admission/policy_set.h"
#include "src/kubernetes/admission/violation_location.h"
#include "src/source/source_map.h"
#include "src/value/compare.h"
#include "src/yaml/document.h"

namespace kval::kubernetes {
namespace {

class AdmissionTest : public testing::Test {
 protected:
  const value::Value& Read(const std::string& text) {
    diag::Collector unheard;
    diag::Emitter emit(&unheard);
    yaml::ReadOptions options;
    options.dialect = value::Dialect::kK8s;
    return *yaml::ReadFile(sources_.AddText("test.yml", text), options, arena_, emit).documents.front().root;
  }

  AdmissionRequest Creation(const value::Value& object) {
    AdmissionRequest request;
    request.group = "apps";
    request.version = "v1";
    request.kind = "Deployment";
    request.resource = "deployments";
    request.name = "web";
    request.namespace_name = "shop";
    request.object = &object;
    request.namespace_object = &Read("{metadata: {name: shop, labels: {team: a}}}");
    return request;
  }

  // The messages of the violations of a policy's spec.
  std::vector<std::string> Evaluate(const std::string& spec, const std::string& object,
                                    const value::Value* params = nullptr) {
    policy_ = AdmissionPolicy::Compile(Read("metadata: {name: p}\nspec:\n" + spec));
    if (policy_ == nullptr) {
      return {"does not compile"};
    }
    const AdmissionRequest request = Creation(Read(object));
    const Limits limits;
    DynamicValues values;
    PolicyEvaluation evaluation(*policy_, request, params, values, limits);
    evaluation.Run();
    std::vector<std::string> messages;
    paths_.clear();
    for (const PolicyEvaluation::Violation& violation : evaluation.violations()) {
      messages.push_back((violation.is_error ? "error: " : "") + violation.message);
      const ViolationLocation at =
          LocateViolation(violation.parts, *violation.expression, *policy_, request, values);
      paths_.push_back(diag::Display(at.path));
    }
    for (const PolicyEvaluation::Unknown& unknown : evaluation.unknown()) {
      messages.push_back("unknown: " + std::string(kServerKnowledge[static_cast<size_t>(unknown.what)]));
    }
    return messages;
  }

  source::SourceMap sources_;
  Arena arena_;
  std::unique_ptr<const AdmissionPolicy> policy_;
  std::vector<std::string> paths_;
};

using Messages = std::vector<std::string>;

TEST_F(AdmissionTest, SelectorsCombineAllRequirements) {
  const value::Value& labels = Read("{team: a, stage: test}");
  const auto matches = [&](const std::string& selector) {
    return LabelSelector::Read(&Read(selector)).Matches(&labels);
  };
  EXPECT_TRUE(matches("{}"));
  EXPECT_TRUE(
      matches("{matchLabels: {team: a}, matchExpressions: [{key: stage, operator: In, values: [x, test]}]}"));
  EXPECT_FALSE(matches("{matchLabels: {team: a, stage: x}}"));
  EXPECT_TRUE(matches("{matchExpressions: [{key: other, operator: NotIn, values: [a]}]}"));
  EXPECT_TRUE(matches("{matchExpressions: [{key: other, operator: DoesNotExist}]}"));
  EXPECT_FALSE(matches("{matchExpressions: [{key: team, operator: DoesNotExist}]}"));
  EXPECT_FALSE(
      LabelSelector::Read(&Read("{matchExpressions: [{key: a, operator: Exists}]}")).Matches(nullptr));
}

TEST_F(AdmissionTest, RulesMatchByAllTheirParts) {
  AdmissionRequest request = Creation(Read("{metadata: {name: web, labels: {tier: front}}}"));
  request.serves = [](std::string_view version) { return version == "v2"; };
  const auto match = [&](const std::string& resources) {
    return MatchResources::Read(&Read(resources)).Match(request);
  };
  const std::string rule = "apiGroups: [apps], resources: [deployments], operations: [CREATE]";
  EXPECT_EQ(match("{}"), RequestMatch::kYes);
  EXPECT_EQ(match("resourceRules: [{" + rule + ", apiVersions: [v1]}]"), RequestMatch::kYes);
  EXPECT_EQ(match("resourceRules: [{" + rule + ", apiVersions: [v2]}]"), RequestMatch::kConverted);
  EXPECT_EQ(match("{matchPolicy: Exact, resourceRules: [{" + rule + ", apiVersions: [v2]}]}"),
            RequestMatch::kNo);
  EXPECT_EQ(match("resourceRules: [{" + rule + ", apiVersions: [v3]}]"), RequestMatch::kNo);
  EXPECT_EQ(match("resourceRules: [{" + rule + ", apiVersions: [v1], scope: Cluster}]"), RequestMatch::kNo);
  EXPECT_EQ(match("resourceRules: [{" + rule + ", apiVersions: [v1], resourceNames: [other]}]"),
            RequestMatch::kNo);
  EXPECT_EQ(match("excludeResourceRules: [{" + rule + ", apiVersions: ['*']}]"), RequestMatch::kNo);
  EXPECT_EQ(match("objectSelector: {matchLabels: {tier: back}}"), RequestMatch::kNo);
  EXPECT_EQ(match("namespaceSelector: {matchLabels: {team: a}}"), RequestMatch::kYes);
  EXPECT_EQ(match("namespaceSelector: {matchLabels: {team: b}}"), RequestMatch::kNo);
  request.is_namespace_known = false;
  EXPECT_EQ(match("namespaceSelector: {matchLabels: {team: b}}"), RequestMatch::kNamespaceUnknown);
}

TEST_F(AdmissionTest, VariablesAreComputedWhenTheyAreRead) {
  const std::string spec = R"yaml(
  variables:
  - {name: broken, expression: object.missing}
  - {name: count, expression: object.spec.replicas}
  - {name: twice, expression: variables.count * 2}
  validations:
  - expression: variables.twice < 6
    messageExpression: "'twice is %d'.format([variables.twice])"
  - expression: variables.count > 10 || variables.broken
)yaml";
  EXPECT_EQ(Evaluate(spec, "{spec: {replicas: 3}}"),
            Messages({"twice is 6",
                      "error: composited variable \"broken\" fails to evaluate: no such key: missing"}));
  EXPECT_EQ(Evaluate(spec, "{spec: {replicas: 11}}"), Messages({"twice is 22"}));
}

TEST_F(AdmissionTest, FailurePolicyDecidesAboutErrors) {
  const std::string validations = "  validations: [{expression: object.a.b == 1}]\n";
  EXPECT_EQ(Evaluate(validations, "{a: {}}"), Messages({"error: no such key: b"}));
  EXPECT_EQ(Evaluate("  failurePolicy: Ignore\n" + validations, "{a: {}}"), Messages());
  const std::string condition = "  matchConditions: [{name: a, expression: object.a.b == 1}";
  EXPECT_EQ(Evaluate(condition + "]\n  validations: [{expression: 'false'}]\n", "{a: {}}"),
            Messages({"error: no such key: b"}));
  // A false condition decides.
  EXPECT_EQ(
      Evaluate(condition + ", {name: b, expression: 'false'}]\n  validations: [{expression: 'false'}]\n",
               "{a: {}}"),
      Messages());
}

TEST_F(AdmissionTest, WhatOnlyTheServerKnowsIsUnknown) {
  EXPECT_EQ(
      Evaluate("  validations: [{expression: request.userInfo.username == 'a' || object.a == 1}]", "{a: 1}"),
      Messages());
  EXPECT_EQ(
      Evaluate("  validations: [{expression: request.userInfo.username == 'a' || object.a == 1}]", "{a: 2}"),
      Messages({"unknown: `request.userInfo`, which only the API server knows"}));
  EXPECT_EQ(Evaluate("  validations: [{expression: \"authorizer.path('/a').check('get').allowed()\"}]", "{}"),
            Messages({"unknown: `authorizer`, which only the API server has"}));
}

TEST_F(AdmissionTest, ViolationsAreLocatedAtTheValuesThatExpressionsRead) {
  const std::string object =
      "{metadata: {name: a, labels: {team: x}}, items: [{count: 1}, {count: 5}], size: 9}";
  const auto path = [&](const std::string& expression, const std::string& variables = "") {
    Evaluate(variables + "  validations:\n  - expression: " + expression + "\n", object);
    return paths_.empty() ? "nothing" : paths_.front();
  };
  EXPECT_EQ(path("object.size < 9"), "size");
  EXPECT_EQ(path("object.metadata.labels['team'] == 'y'"), "metadata.labels.team");
  EXPECT_EQ(path("object.items.all(i, i.count < 5)"), "items[1].count");
  EXPECT_EQ(path("object.items.all(i, has(i.m))"), "items[0]");
  EXPECT_EQ(path("variables.items[1].count < 5", "  variables: [{name: items, expression: object.items}]\n"),
            "items[1].count");
  EXPECT_EQ(path("'1 > 2'"), "");
}

TEST_F(AdmissionTest, OldObjectsAreFoundByGroupKindNamespaceAndName) {
  OldObjects old;
  const value::Value& same =
      Read("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}");
  old.Add(Read("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}}"));
  old.Add(Read("{apiVersion: v1, kind: Deployment, metadata: {name: web, namespace: shop}}"));
  old.Add(same);
  old.Add(Read("{apiVersion: apps/v1beta1, kind: Deployment, metadata: {name: db, namespace: shop}}"));
  AdmissionRequest request = Creation(Read("{metadata: {name: web}}"));
  old.SetOld(request);
  EXPECT_EQ(request.operation, Operation::kUpdate);
  EXPECT_EQ(request.old_object, &same);
  EXPECT_TRUE(request.is_old_known);
  request = Creation(Read("{metadata: {name: db}}"));
  request.name = "db";
  old.SetOld(request);
  EXPECT_FALSE(request.is_old_known);
  request = Creation(Read("{metadata: {name: other}}"));
  request.name = "other";
  old.SetOld(request);
  EXPECT_EQ(request.operation, Operation::kCreate);
  EXPECT_EQ(request.old_object, nullptr);
}

TEST_F(AdmissionTest, SelectorsApplyToTheNewOrTheOldObject) {
  AdmissionRequest request = Creation(Read("{metadata: {name: web}}"));
  request.operation = Operation::kUpdate;
  request.old_object = &Read("{metadata: {name: web, labels: {tier: front}}}");
  const auto match = [&](const std::string& resources) {
    return MatchResources::Read(&Read(resources)).Match(request);
  };
  EXPECT_EQ(match("objectSelector: {matchLabels: {tier: front}}"), RequestMatch::kYes);
  EXPECT_EQ(match("objectSelector: {matchLabels: {tier: back}}"), RequestMatch::kNo);
  const std::string rule = "apiGroups: [apps], apiVersions: [v1], resources: [deployments]";
  EXPECT_EQ(match("resourceRules: [{" + rule + ", operations: [UPDATE]}]"), RequestMatch::kYes);
  EXPECT_EQ(match("resourceRules: [{" + rule + ", operations: [CREATE]}]"), RequestMatch::kNo);
  request.operation = Operation::kDelete;
  request.object = nullptr;
  EXPECT_EQ(match("objectSelector: {matchLabels: {tier: front}}"), RequestMatch::kYes);
}

TEST_F(AdmissionTest, PoliciesForPodsAreGeneratedForTheirControllers) {
  const std::string rule = "{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [pods]";
  const auto generate = [&](const std::string& constraints, const std::string& more = {}) {
    return GenerateForControllers(
        Read("spec: {matchConstraints: {" + constraints +
             "}, validations: [{expression: object.spec.a == object.metadata.namespace}]" + more + "}"),
        arena_);
  };
  const auto all = generate("resourceRules: [" + rule + "}]");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(value::Equal(*all[1], Read(R"(
spec:
  matchConstraints: {resourceRules: [{apiGroups: [batch], apiVersions: [v1], resources: [cronjobs], operations: [CREATE]}]}
  validations: [{expression: object.spec.jobTemplate.spec.template.spec.a == object.metadata.namespace}]
)")));
  EXPECT_EQ(generate("resourceRules: [" + rule + ", resourceNames: [a]}]").size(), 0U);
  EXPECT_EQ(generate("resourceRules: [" + rule + "}], objectSelector: {matchLabels: {a: b}}").size(), 0U);
  EXPECT_EQ(generate("resourceRules: [" + rule + "}, " + rule + "}]").size(), 0U);
  EXPECT_EQ(
      generate("resourceRules: [" + rule + "}]", ", autogen: {podControllers: {controllers: [jobs]}}").size(),
      1U);
}

TEST_F(AdmissionTest, TemplatesOfGatekeeperArePolicies) {
  EXPECT_EQ(PolicyOfTemplate(Read("spec: {targets: [{rego: package a}]}"), arena_), nullptr);
  const value::Value* policy = PolicyOfTemplate(
      Read("metadata: {name: a}\nspec: {crd: {spec: {names: {kind: A}}}, targets: [{code: [{engine: Rego}, "
           "{engine: "
           "K8sNativeValidation, source: {validations: [{expression: variables.params.ok}]}}]}]}"),
      arena_);
  ASSERT_NE(policy, nullptr);
  const auto compiled = AdmissionPolicy::Compile(*policy);
  ASSERT_NE(compiled, nullptr);
  const value::Value& object = Read("{metadata: {name: web, generateName: web-}}");
  const auto messages = [&](const std::string& spec, Operation operation = Operation::kCreate) {
    const PolicyBinding binding =
        BindingOfConstraint(Read("kind: A\nmetadata: {name: b}\nspec: " + spec), arena_);
    AdmissionRequest request = Creation(object);
    request.operation = operation;
    if (!(compiled->constraints().Match(request) == RequestMatch::kYes &&
          binding.resources.Match(request) == RequestMatch::kYes)) {
      return std::string("no match");
    }
    const Limits limits;
    DynamicValues values;
    PolicyEvaluation evaluation(*compiled, request, binding.param, values, limits);
    evaluation.Run();
    return evaluation.is_skipped()           ? "skipped"
           : evaluation.violations().empty() ? "valid"
                                             : evaluation.violations().front().message;
  };
  EXPECT_EQ(messages("{parameters: {ok: false}}"), "failed expression: variables.params.ok");
  EXPECT_EQ(messages("{parameters: {ok: true}}"), "valid");
  EXPECT_EQ(messages("{parameters: {ok: true}}", Operation::kDelete), "no match");
  EXPECT_EQ(messages("{match: {scope: Cluster}}"), "no match");
  EXPECT_EQ(messages("{match: {labelSelector: {matchLabels: {a: b}}}}"), "no match");
  EXPECT_EQ(messages("{match: {namespaceSelector: {matchLabels: {team: b}}}}"), "no match");
  for (const char* match : {"{kinds: [{kinds: [Pod]}]}", "{kinds: [{apiGroups: [batch]}]}", "{name: x*}",
                            "{namespaces: [other, '*-shop']}", "{excludedNamespaces: ['sh*']}"}) {
    EXPECT_EQ(messages("{match: " + std::string(match) + "}"), "skipped") << match;
  }
  for (const char* match : {"{kinds: [{kinds: [Pod]}, {kinds: ['*'], apiGroups: [apps]}]}", "{name: web-*}",
                            "{namespaces: ['*op']}", "{excludedNamespaces: [sh]}"}) {
    EXPECT_EQ(messages("{match: " + std::string(match) + ", parameters: {ok: true}}"), "valid") << match;
  }
}

TEST_F(AdmissionTest, ObjectsHaveTheDefaultsOfTheServer) {
  const AdmissionRequest request =
      Creation(Read("{metadata: {name: web}, spec: {strategy: {type: Recreate}, template: {spec: "
                    "{containers: [{image: a}, {image: 'a@b'}]}}}}"));
  const value::Value* object = WithServerDefaults(request, *request.object, arena_);
  const value::Value& expected = Read(R"(
metadata: {name: web, namespace: shop}
spec:
  strategy: {type: Recreate}
  replicas: 1
  revisionHistoryLimit: 10
  progressDeadlineSeconds: 600
  template:
    metadata: {}
    spec:
      dnsPolicy: ClusterFirst
      restartPolicy: Always
      securityContext: {}
      terminationGracePeriodSeconds: 30
      schedulerName: default-scheduler
      containers:
      - {image: a, imagePullPolicy: Always, terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File, resources: {}}
      - {image: a@b, imagePullPolicy: IfNotPresent, terminationMessagePath: /dev/termination-log, terminationMessagePolicy: File, resources: {}}
)");
  EXPECT_TRUE(value::Equal(*object, expected));
}

TEST(AdmissionPolicySetTest, RecognizesTextsWithPolicies) {
  EXPECT_TRUE(AdmissionPolicySet::MayBeIn("kind: ValidatingAdmissionPolicy"));
  EXPECT_TRUE(AdmissionPolicySet::MayBeIn("apiVersion: kyverno.io/v1\nkind: ClusterPolicy"));
  EXPECT_TRUE(AdmissionPolicySet::MayBeIn("apiVersion: templates.gatekeeper.sh/v1"));
  EXPECT_FALSE(AdmissionPolicySet::MayBeIn("kind: NetworkPolicy\nimagePullPolicy: Always"));
  EXPECT_FALSE(AdmissionPolicySet::MayBeIn("kind: AuthorizationPolicy"));
}

}  // namespace
}  // namespace kval::kubernetes
