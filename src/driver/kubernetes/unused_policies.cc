#include "src/driver/kubernetes/unused_policies.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "schemas/crd_catalog/crd_catalog.h"
#include "src/support/edit_distance.h"

namespace kval::driver {
namespace {

using Text = std::string_view;
using schemas::crd_catalog::CatalogEntry;

constexpr diag::Def<Text, Text> kUnmet{
    diag::Kind::kNoInput, "no known kind and no resource matches {}, so the rules of {} were not used"};

constexpr std::array<Text, 2> kOfKustomize = {"Kustomization", "Component"};

class UnusedPolicyReporter {
 public:
  UnusedPolicyReporter(const Policies& policies, const schemas::kubernetes::ApiTable& table,
                       const kubernetes::CustomKinds& custom, const std::vector<std::string>& ignored_kinds,
                       diag::Emitter& emit)
      : policies_(policies), table_(table), custom_(custom), ignored_kinds_(ignored_kinds), emit_(emit) {}

  bool Report() {
    const std::vector<Policies::UnusedPolicy> unmet = policies_.FindUnusedPolicies();
    if (unmet.empty()) {
      return true;
    }
    const std::vector<schemas::kubernetes::Api> apis = table_.Apis();
    std::vector<Text> kinds = {kOfKustomize.begin(), kOfKustomize.end()};
    for (const schemas::kubernetes::Api& api : apis) {
      if (!api.kind.ends_with("List")) {
        kinds.push_back(api.kind);
      }
    }
    for (const Policies::UnusedPolicy& policy : unmet) {
      if (!IsKindKnown(policy.kind, apis)) {
        const Text nearest = Nearest(policy.kind, kinds);
        const bool is_likely = !nearest.empty() && EditDistance(policy.kind, nearest, 3) < 3;
        ReportOne(policy, std::string(policy.kind), std::string(nearest), is_likely);
      } else if (!IsVersionKnown(policy, apis)) {
        ReportOne(policy, std::string(policy.api_version) + "/" + std::string(policy.kind),
                  NearestVersion(policy, apis), false);
      }
    }
    return ok_;
  }

 private:
  bool IsKindKnown(Text kind, const std::vector<schemas::kubernetes::Api>& apis) const {
    return kind == "List" ||
           std::find(kOfKustomize.begin(), kOfKustomize.end(), kind) != kOfKustomize.end() ||
           std::any_of(apis.begin(), apis.end(),
                       [&](const schemas::kubernetes::Api& api) { return api.kind == kind; }) ||
           custom_.Has(kind) || IsListed([kind](const CatalogEntry& entry) { return entry.kind == kind; });
  }

  // Whether the catalogue has such a kind.
  template <typename Test>
  static bool IsListed(const Test& test) {
    const schemas::crd_catalog::CatalogIndex index;
    const std::vector<CatalogEntry> all = index.All();
    return std::any_of(all.begin(), all.end(), test);
  }

  // Of a known kind. Those that are gone are known, too.
  bool IsVersionKnown(const Policies::UnusedPolicy& policy,
                      const std::vector<schemas::kubernetes::Api>& apis) const {
    const bool is_built_in = std::any_of(apis.begin(), apis.end(), [&](const schemas::kubernetes::Api& api) {
      return api.kind == policy.kind && api.api_version == policy.api_version;
    });
    return policy.api_version == "*" || is_built_in || policy.kind == "List" ||
           std::find(kOfKustomize.begin(), kOfKustomize.end(), policy.kind) != kOfKustomize.end() ||
           table_.LifecycleOf(policy.api_version, policy.kind) != nullptr ||
           custom_.Find(policy.api_version, policy.kind) != nullptr ||
           IsListed([&](const CatalogEntry& entry) {
             return entry.api_version == policy.api_version && entry.kind == policy.kind;
           });
  }

  static std::string NearestVersion(const Policies::UnusedPolicy& policy,
                                    const std::vector<schemas::kubernetes::Api>& apis) {
    std::vector<Text> versions;
    for (const schemas::kubernetes::Api& api : apis) {
      if (api.kind == policy.kind) {
        versions.push_back(api.api_version);
      }
    }
    const Text nearest = versions.size() == 1 ? versions.front() : Nearest(policy.api_version, versions);
    return nearest.empty() ? std::string() : std::string(nearest) + "/" + std::string(policy.kind);
  }

  void ReportOne(const Policies::UnusedPolicy& policy, const std::string& name, const std::string& suggested,
                 bool is_likely) {
    const bool is_error = is_likely || ignored_kinds_.empty();
    ok_ = ok_ && !is_error;
    diag::DiagnosticBuilder said = emit_.Report({}, kUnmet, name, policy.path);
    if (!suggested.empty()) {
      said.Hint("did you mean `" + suggested + "`?");
    }
    if (!is_error) {
      said.As(diag::Severity::kWarning);
    }
    said.Emit();
  }

  const Policies& policies_;
  const schemas::kubernetes::ApiTable& table_;
  const kubernetes::CustomKinds& custom_;
  const std::vector<std::string>& ignored_kinds_;
  diag::Emitter& emit_;
  bool ok_ = true;
};

}  // namespace

bool ReportUnusedPolicies(const Policies& policies, const schemas::kubernetes::ApiTable& table,
                          const kubernetes::CustomKinds& custom,
                          const std::vector<std::string>& ignored_kinds, diag::Emitter& emit) {
  return UnusedPolicyReporter(policies, table, custom, ignored_kinds, emit).Report();
}

}  // namespace kval::driver
