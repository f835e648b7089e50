#include "schemas/kubernetes/one_of_fields.h"

#include <algorithm>

namespace kval::schemas::kubernetes {

types::PredicateResult OneOfFields::Test(const value::Value& subject,
                                         const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  std::vector<const value::Value*> set;
  for (const value::Entry& entry : subject.entries()) {
    const bool is_one = entry.key->kind == value::Kind::kString &&
                        std::find(fields_.begin(), fields_.end(), entry.key->raw) != fields_.end();
    const bool is_empty = entry.value->kind == value::Kind::kSequence && entry.value->items().empty() &&
                          entry.value->gap == value::Recovery::kNone;
    if (is_one && !is_empty && entry.value->kind != value::Kind::kNull) {
      set.push_back(entry.key);
    }
  }
  if (set.size() == 1 || (set.empty() && !needs_one_)) {
    return verdict;
  }
  verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
  if (set.empty()) {
    verdict.message = Describe() + " is needed";
    return verdict;
  }
  verdict.message = "only one of ";
  for (size_t i = 0; i < set.size(); ++i) {
    verdict.message += (i == 0               ? "`"
                        : i + 1 < set.size() ? ", `"
                                             : " and `") +
                       std::string(set[i]->raw) + "`";
  }
  verdict.message += " may be set";
  // The later one is taken for the mistake; the value as a whole is named.
  verdict.parts.push_back({{}, set.back()->span, "this is one too many"});
  verdict.parts.push_back({{}, set.front()->span, "this is set already"});
  return verdict;
}

std::string OneOfFields::Describe() const {
  std::string text = needs_one_ ? "one of " : "at most one of ";
  for (size_t i = 0; i < fields_.size(); ++i) {
    text += (i == 0 ? "`" : i + 1 < fields_.size() ? ", `" : " or `") + fields_[i] + "`";
  }
  return text;
}

}  // namespace kval::schemas::kubernetes
