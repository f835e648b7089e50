#include "src/check/reasons.h"

#include <algorithm>
#include <utility>

#include "src/check/fault_words.h"

namespace kval::check {
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

}  // namespace

std::vector<Reason> ReasonsOf(const Fault& fault, Judge::Asks asks, const types::Model& model,
                              Worker& worker) {
  constexpr size_t kMost = 8;
  std::vector<Reason> reasons;
  for (size_t i = 0; i < std::min(fault.types.size(), kMost); ++i) {
    Faults found;
    Judge::Plan plan;
    plan.asks = asks;
    plan.first_only = true;
    Judge(model, worker, plan, &found).Run(Trail::Document(*fault.value), fault.types[i]);
    Reason& reason = reasons.emplace_back();
    reason.type = fault.types[i];
    const bool is_any = std::holds_alternative<types::Any>(model.Resolve(fault.types[i]).shape);
    const std::string name = NameOf(model, fault.types[i]);
    reason.text =
        is_any && name == types::TypeName(model, fault.types[i]) ? "one of them" : "it is no " + name;
    if (!found.empty()) {
      reason.first = std::move(found.front());
      const std::string path = diag::Display(reason.first.path);
      reason.text += ": " + path + (path.empty() ? "" : ": ") + Headline(reason.first, model);
    }
  }
  if (asks == Judge::Asks::kBoth) {
    std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
      return a.first.path.size() > b.first.path.size();
    });
  }
  return reasons;
}

}  // namespace kval::check
