#pragma once

#include <string_view>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/value/value.h"

namespace kval::kubernetes {

// The webhooks of the MutatingWebhookConfigurations of a run that change objects when they are created. They
// run before the server validates objects, and may set required fields. Filled first, then only read, by any
// number of threads. Documents must outlive it.
class DefaultingWebhooks {
 public:
  // Whether a text may hold a configuration.
  static bool MayBeIn(std::string_view text);
  // Adds the webhooks of an object if it is a configuration.
  void Add(const value::Value& object);

  // Returns the name of a webhook for a resource, such as `foos` of a group; empty if there is none. A
  // webhook without rules, which its program sets, is for the groups that its name ends with. One for all
  // groups, as those of policies, sets no fields of one kind.
  std::string_view Find(std::string_view group, std::string_view resource) const;

 private:
  struct Rule {
    std::string_view webhook;
    std::vector<std::string_view> groups, resources;  // empty: the webhook has no rules
  };
  std::vector<Rule> rules_;
};

// Makes a missing key of an object that a webhook may change a warning. `webhook`: its name; empty: there is
// none.
void AllowWebhookDefault(std::string_view webhook, diag::Diagnostic& finding);

}  // namespace kval::kubernetes
