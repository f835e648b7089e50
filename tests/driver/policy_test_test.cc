#include "src/driver/kubernetes/policy_test.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/driver/kubernetes/policy_test_run.h"

namespace kval::driver {
namespace {

constexpr const char* kPolicy = R"yaml(
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: team}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps]}]
  validations: [{expression: "has(object.data.team)", message: no team}]
)yaml";

class PolicyTests : public testing::Test {
 protected:
  // The lines of the tests in a directory, without the names of the tests.
  std::vector<std::string> Run(const std::string& directory) {
    Session session;
    const PolicyTestResult result = RunPolicyTests(
        {directory}, session.limits, schemas::kubernetes::ApiTable::Builtin(), reader_, session);
    std::vector<std::string> lines;
    for (const PolicyTestFile& test : result.tests) {
      for (const PolicyTestLine& line : test.lines) {
        lines.push_back(std::to_string(static_cast<int>(line.verdict)) + " " + line.policy + ", " +
                        line.resource + ": " + line.text);
      }
    }
    for (const diag::Diagnostic& finding : session.findings.diagnostics()) {
      lines.push_back(finding.message);
    }
    return lines;
  }

  source::MemoryFileReader reader_;
};

using Lines = std::vector<std::string>;

TEST_F(PolicyTests, EveryFindingMustBeListedOnce) {
  reader_.Add("t/policy.yaml", kPolicy);
  reader_.Add("t/a.yaml",
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {}}\n---\n"
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: b}, data: {}}\n");
  reader_.Add("t/kval-test.yaml",
              "policies: [policy.yaml]\nresources: [a.yaml]\n"
              "findings: [{policy: team, resource: ConfigMap a}, {policy: team, resource: ConfigMap a}]\n");
  EXPECT_EQ(Run("t"), (Lines{"0 team, ConfigMap default/a: no team",
                             "1 team, ConfigMap default/b: unexpected finding: no team",
                             "1 team, ConfigMap a: expected a finding, found none"}));
}

TEST_F(PolicyTests, ResultsOfKyvernoAreComparedForEachResource) {
  reader_.Add("t/policy.yaml", kPolicy);
  reader_.Add("t/a.yaml",
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {team: a}}\n---\n"
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: x}, data: {}}\n---\n"
              "{apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: x}, data: {team: b}}\n");
  reader_.Add("t/kyverno-test.yaml",
              "apiVersion: cli.kyverno.io/v1alpha1\nkind: Test\npolicies: [policy.yaml]\n"
              "resources: [a.yaml]\nresults:\n- {policy: team, result: pass}\n"
              "- {policy: team, resources: [x/b], result: fail}\n");
  EXPECT_EQ(Run("t"), (Lines{"0 team, ConfigMap default/a: pass",
                             "1 team, ConfigMap x/b: expected pass, found fail: no team",
                             "0 team, ConfigMap x/b: fail"}));
}

TEST_F(PolicyTests, IgnoredErrorsAreNoFindingsButResultsOfKyverno) {
  reader_.Add("t/policy.yaml", R"yaml(
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: team}
spec:
  failurePolicy: Ignore
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps]}]
  validations: [{expression: object.data.team == 'a'}]
)yaml");
  reader_.Add("t/a.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {}}\n");
  reader_.Add("t/kval-test.yaml", "policies: [policy.yaml]\nresources: [a.yaml]\nfindings: []\n");
  EXPECT_EQ(Run("t"), Lines{"0 team, ConfigMap default/a: no finding"});
  reader_.Add("t/kyverno-test.yaml",
              "apiVersion: cli.kyverno.io/v1alpha1\nkind: Test\npolicies: [policy.yaml]\n"
              "resources: [a.yaml]\nresults: [{policy: team, result: error}]\n");
  EXPECT_EQ(Run("t"),
            (Lines{"0 team, ConfigMap default/a: no finding", "0 team, ConfigMap default/a: error"}));
}

TEST_F(PolicyTests, ExceptionsOfKyvernoSkipOrPass) {
  reader_.Add("t/policy.yaml", R"yaml(
apiVersion: policies.kyverno.io/v1
kind: ValidatingPolicy
metadata: {name: team}
spec:
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps]}]
  validations: [{expression: "false"}]
)yaml");
  reader_.Add("t/a.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n");
  const auto run = [&](const std::string& spec) {
    reader_.Add("t/exception.yaml",
                "apiVersion: policies.kyverno.io/v1\nkind: PolicyException\nmetadata: {name: e}\n"
                "spec: {policyRefs: [{name: team, kind: ValidatingPolicy}], " +
                    spec + "}\n");
    reader_.Add(
        "t/kyverno-test.yaml",
        "apiVersion: cli.kyverno.io/v1alpha1\nkind: Test\npolicies: [policy.yaml]\n"
        "exceptions: [exception.yaml]\nresources: [a.yaml]\nresults: [{policy: team, result: skip}]\n");
    return Run("t");
  };
  EXPECT_EQ(run("matchConditions: [{name: a, expression: object.metadata.name == 'a'}]"),
            Lines{"0 team, ConfigMap default/a: skip"});
  EXPECT_EQ(run("reportResult: pass"), Lines{"1 team, ConfigMap default/a: expected skip, found pass"});
  EXPECT_EQ(run("matchConditions: [{name: a, expression: object.metadata.name == 'b'}]"),
            Lines{"1 team, ConfigMap default/a: expected skip, found fail: failed expression: false"});
}

TEST_F(PolicyTests, TestsAreFoundByTheirNames) {
  EXPECT_TRUE(IsPolicyTestName("kval-test.yml"));
  EXPECT_TRUE(IsPolicyTestName("kyverno-test.yaml"));
  EXPECT_FALSE(IsPolicyTestName("test.yaml"));
  reader_.Add("t/test.yaml", "policies: []\n");
  EXPECT_EQ(Run("t"), Lines{"t has no policy test"});
}

}  // namespace
}  // namespace kval::driver
