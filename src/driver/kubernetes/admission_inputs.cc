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
constexpr diag::Def<Text, Text> kObjectsOfTests{
    diag::ResourceRule(7295), "no policies are evaluated for the objects in {} of tests, such as {}"};
constexpr Text kTestCommand = "`kval k8s test DIR` runs tests of Kyverno's command line and of kval";

// Files that are not evaluated, for a note.
struct LeftOut {
  size_t count = 0;
  std::string first;

  void Add(const std::string& name) { first = count++ == 0 ? name : first; }

  void Report(const diag::Def<Text, Text>& what, Text subject, diag::Emitter& emit) const {
    if (count > 0) {
      emit.Report({}, what, count == 1 ? "1 file" : std::to_string(count) + " files", first)
          .Subject(std::string(subject))
          .Hint(std::string(kTestCommand))
          .Emit();
    }
  }
};

}  // namespace

void CollectAdmissionPolicies(ManifestFiles& manifests, const TestFiles& tests,
                              kubernetes::AdmissionPolicySet& policies, diag::Emitter& emit) {
  LeftOut of_tests, objects;
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (!kubernetes::AdmissionPolicySet::MayBeIn(manifests[i].text())) {
      continue;
    }
    if (tests.HasPolicies(manifests[i].name)) {
      of_tests.Add(manifests[i].name);
      continue;
    }
    ForEachResource(manifests.KeepDocumentsOf(i), [&](const value::Value& object) { policies.Add(object); });
  }
  of_tests.Report(kOfTests, "policies of tests", emit);
  policies.CompileBound();
  if (policies.empty()) {
    return;
  }
  for (size_t i = 0; i < manifests.size(); ++i) {
    if (tests.HasObjects(manifests[i].name)) {
      if (!manifests[i].is_context) {
        objects.Add(manifests[i].name);
      }
    } else if (policies.references().MayBeIn(manifests[i].text())) {
      ForEachResource(manifests.KeepDocumentsOf(i),
                      [&](const value::Value& object) { policies.references().Add(object); });
    }
  }
  objects.Report(kObjectsOfTests, "objects of tests", emit);
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
