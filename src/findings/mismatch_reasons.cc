#include "src/findings/mismatch_reasons.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "src/check/describe.h"
#include "src/findings/headlines.h"

namespace kval::findings {
namespace {

std::string NameOf(const types::Model& model, types::TypeId id) {
  const types::Type& type = model.Resolve(id);
  const auto* record = std::get_if<types::Record>(&type.shape);
  if (record != nullptr && record->schema.has_value()) {
    return std::string(model.interner().Text(*record->schema));
  }
  const std::string& title = model.Get(id).doc->title.empty() ? type.doc->title : model.Get(id).doc->title;
  return title.empty() ? types::TypeName(model, id) : title;
}

// "it is not a disk", for a type called `disk` or `a disk`. Empty if the name does not distinguish: a map is
// a map.
std::string Denied(const value::Value& value, const types::Model& model, types::TypeId type) {
  const std::string own = NameOf(model, type);
  std::string_view name = own;
  const bool is_any = std::holds_alternative<types::Any>(model.Resolve(type).shape);
  if ((is_any && name == types::TypeName(model, type)) || name == check::FoundName(value)) {
    return "one of them";
  }
  for (std::string_view article : {"a ", "an ", "A ", "An "}) {
    if (name.substr(0, article.size()) == article) {
      name.remove_prefix(article.size());
      break;
    }
  }
  return "it is no " + std::string(name);
}

}  // namespace

std::vector<MismatchReason> ExplainMismatch(const value::Value& value,
                                            const std::vector<types::TypeId>& types,
                                            check::Validator::ValidationScope scope,
                                            const types::Model& model, check::ValidationState& worker) {
  std::vector<MismatchReason> reasons;
  for (size_t i = 0; i < std::min(types.size(), kMaxReasons); ++i) {
    check::Violations found;
    check::Validator::ValidationMode plan;
    plan.scope = scope;
    plan.first_only = true;
    check::Validator(model, worker, plan, &found).Run(check::ValueCursor::Document(value), types[i]);
    MismatchReason& reason = reasons.emplace_back();
    reason.type = types[i];
    reason.text = Denied(value, model, types[i]);
    if (!found.empty()) {
      reason.first = std::move(found.front());
      const std::string path = diag::Display(reason.first.path);
      reason.text += ": " + path + (path.empty() ? "" : ": ") + Headline(reason.first, model);
    }
    // Equal requirements are listed once.
    if (std::any_of(reasons.begin(), reasons.end() - 1,
                    [&](const MismatchReason& other) { return other.text == reason.text; })) {
      reasons.pop_back();
    }
  }
  if (scope == check::Validator::ValidationScope::kBoth) {
    std::stable_sort(reasons.begin(), reasons.end(), [](const MismatchReason& a, const MismatchReason& b) {
      return a.first.path.size() > b.first.path.size();
    });
  }
  return reasons;
}

const value::Value* FindKeyRejectedByAll(const std::vector<MismatchReason>& reasons) {
  const value::Value* key = nullptr;
  for (const MismatchReason& reason : reasons) {
    const bool is_own = reason.first.path.empty();
    const auto* unknown = reason.first.As<check::violation::UnknownKey>();
    if (is_own && unknown != nullptr && !unknown->is_unevaluated && (key == nullptr || key == unknown->key)) {
      key = unknown->key;
    } else if (!is_own || reason.first.As<check::violation::Mismatch>() == nullptr) {
      return nullptr;
    }
  }
  return key;
}

}  // namespace kval::findings
