#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "src/kubernetes/admission/admission_request.h"
#include "src/kubernetes/admission/label_selector.h"
#include "src/value/value.h"

namespace kval::kubernetes {

enum class RequestMatch : uint8_t {
  kNo,
  kYes,
  kConverted,        // yes, but with the object in another version
  kNamespaceUnknown  // depends on the labels of a namespace that is not known
};

// `matchConstraints` of a policy, or `matchResources` of a binding. Source: apiserver,
// pkg/admission/plugin/policy/matching.
class MatchResources {
 public:
  // `resources`: null matches every request.
  static MatchResources Read(const value::Value* resources);

  RequestMatch Match(const AdmissionRequest& request) const;
  // Whether a rule, or the lack of rules, is about the creation of objects.
  bool MatchesAnyOf(std::span<const Operation> operations) const;

 private:
  struct Rule {
    std::vector<std::string_view> names, groups, versions, operations, resources;
    std::string_view scope;
  };
  static std::vector<Rule> ReadRules(const value::Value* rules);
  static bool IsFor(const Rule& rule, Operation operation);
  static bool Fits(const Rule& rule, const AdmissionRequest& request);
  RequestMatch MatchRules(const std::vector<Rule>& rules, const AdmissionRequest& request) const;

  std::vector<Rule> rules_, excluded_;
  LabelSelector namespaces_, objects_;
  bool is_exact_ = false;
};

}  // namespace kval::kubernetes
