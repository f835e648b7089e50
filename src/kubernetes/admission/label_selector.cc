#include "src/kubernetes/admission/label_selector.h"

#include <algorithm>

#include "src/kubernetes/admission/fields.h"

namespace kval::kubernetes {

LabelSelector LabelSelector::OfLabels(const value::Value* labels) {
  LabelSelector read;
  for (const value::Entry& label : EntriesOf(labels)) {
    read.requirements_.push_back({label.key->raw, "In", {label.value->raw}});
  }
  return read;
}

LabelSelector LabelSelector::Read(const value::Value* selector) {
  LabelSelector read = OfLabels(FieldOf(selector, "matchLabels"));
  for (const value::Value* expression : ItemsOf(FieldOf(selector, "matchExpressions"))) {
    read.requirements_.push_back({TextField(expression, "key"), TextField(expression, "operator"),
                                  TextItemsOf(FieldOf(expression, "values"))});
  }
  return read;
}

std::optional<std::pair<std::string_view, std::string_view>> LabelSelector::RequiredLabel() const {
  for (const Requirement& requirement : requirements_) {
    if (requirement.op == "In" && requirement.values.size() == 1) {
      return std::pair(requirement.key, requirement.values.front());
    }
  }
  return std::nullopt;
}

bool LabelSelector::Matches(const value::Value* labels) const {
  return std::all_of(requirements_.begin(), requirements_.end(), [&](const Requirement& requirement) {
    const value::Value* label = FieldOf(labels, requirement.key);
    const bool is_listed = label != nullptr && std::find(requirement.values.begin(), requirement.values.end(),
                                                         label->raw.view()) != requirement.values.end();
    return requirement.op == "In"       ? is_listed
           : requirement.op == "NotIn"  ? !is_listed
           : requirement.op == "Exists" ? label != nullptr
                                        : label == nullptr;
  });
}

bool LabelSelector::ReadsOtherThan(std::string_view known) const {
  return std::any_of(requirements_.begin(), requirements_.end(),
                     [known](const Requirement& requirement) { return requirement.key != known; });
}

}  // namespace kval::kubernetes
