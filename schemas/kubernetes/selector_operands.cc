#include "schemas/kubernetes/selector_operands.h"

#include <string_view>

namespace kval::schemas::kubernetes {
namespace {

using value::Kind;

// Returns why the values are invalid for the operator, as the end of a sentence; empty if they are valid.
std::string_view Error(std::string_view how, const value::Value* values) {
  const size_t count = values == nullptr ? 0 : values->items().size();
  if (how == "In" || how == "NotIn") {
    return count == 0 ? "requires values to compare with" : "";
  }
  if (how == "Exists" || how == "DoesNotExist") {
    return count > 0 ? "accepts no values" : "";
  }
  if (how == "Gt" || how == "Lt") {
    return count == 1 ? "" : "requires exactly one value";
  }
  return "";
}

}  // namespace

types::PredicateResult SelectorOperands::Test(const value::Value& subject,
                                              const types::RuleScope& /*scope*/) const {
  types::PredicateResult verdict;
  const value::Value* how = value::Find(subject, operator_key_);
  const value::Value* values = value::Find(subject, values_key_);
  const bool is_text = how != nullptr && how->kind == Kind::kString;
  const bool is_list = values == nullptr || values->kind == Kind::kSequence || values->kind == Kind::kNull;
  if (!is_text || !is_list || subject.gap != value::Recovery::kNone) {
    return verdict;
  }
  const bool is_there = values != nullptr && values->kind == Kind::kSequence;
  if (is_there && values->gap != value::Recovery::kNone) {
    return verdict;
  }
  const std::string_view error = Error(how->raw, is_there ? values : nullptr);
  if (!error.empty()) {
    verdict.answer = types::PredicateResult::PredicateOutcome::kFails;
    verdict.message = "`" + std::string(how->raw) + "` " + std::string(error);
    const bool at_values = is_there && !values->items().empty();
    verdict.parts.push_back({{diag::PathStep::Key(at_values ? values_key_ : operator_key_)},
                             at_values ? values->span : how->span,
                             {}});
  }
  return verdict;
}

}  // namespace kval::schemas::kubernetes
