#include "src/driver/kubernetes/admission_inputs.h"

#include <string>
#include <string_view>

#include "src/diag/resource_rule.h"

namespace kval::driver {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kOfTests{
    diag::ResourceRule(7295),
    "the policies in {} of tests are not evaluated for the objects of this run, such as {}"};

}  // namespace

void CollectAdmissionPolicies(ManifestFiles& manifests, const TestFiles& tests,
                              kubernetes::AdmissionPolicySet& policies, diag::Emitter& emit) {
  size_t of_tests = 0;
  std::string first;
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (!kubernetes::AdmissionPolicySet::MayBeIn(manifests[i].text())) {
      continue;
    }
    if (tests.HasPolicies(manifests[i].name)) {
      first = of_tests++ == 0 ? manifests[i].name : first;
      continue;
    }
    ForEachResource(manifests.KeepDocumentsOf(i), [&](const value::Value& object) { policies.Add(object); });
  }
  if (of_tests > 0) {
    emit.Report({}, kOfTests, of_tests == 1 ? "1 file" : std::to_string(of_tests) + " files", first)
        .Subject("policies of tests")
        .Hint("`kval k8s test DIR` runs tests of Kyverno's command line and of kval")
        .Emit();
  }
  policies.CompileBound();
  if (policies.empty()) {
    return;
  }
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (policies.references().MayBeIn(manifests[i].text()) && !tests.HasObjects(manifests[i].name)) {
      ForEachResource(manifests.KeepDocumentsOf(i),
                      [&](const value::Value& object) { policies.references().Add(object); });
    }
  }
}

void CollectDefaultingWebhooks(ManifestFiles& manifests, kubernetes::DefaultingWebhooks& webhooks) {
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (kubernetes::DefaultingWebhooks::MayBeIn(manifests[i].text())) {
      ForEachResource(manifests.KeepDocumentsOf(i),
                      [&](const value::Value& object) { webhooks.Add(object); });
    }
  }
}

}  // namespace kval::driver
