#include "src/kubernetes/node_selector.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text, Text> kNoLabel{diag::Kind::kBadName, "`{}` cannot be the value of a label: {}"};
constexpr diag::Def<Text, Text> kNoNode{diag::Kind::kBadName, "`{}` cannot be the name of a node: {}"};
constexpr diag::Def<Text> kNoField{diag::Kind::kResource,
                                   "`{}` is no field of a node that can be asked for: `metadata.name` is"};
constexpr diag::Def<Text> kOperator{diag::Kind::kResource,
                                    "the operator `{}` is not for fields: `In` and `NotIn` are"};
constexpr diag::Def<> kOneValue{diag::Kind::kResource, "a field is compared with exactly one value"};

void CheckValues(const check::Trail& item, Text format, const diag::Def<Text, Text>& def,
                 diag::Emitter& emit) {
  ForEachItemOf(item, "values", [&](const check::Trail& value) {
    const std::string why =
        value.value->kind == value::Kind::kString ? WhyNot(format, TextOf(value)) : std::string();
    if (!why.empty()) {
      Tell(emit, value, def, TextOf(value), why).Emit();
    }
  });
}

void CheckField(const check::Trail& item, diag::Emitter& emit) {
  const std::optional<check::Trail> key = At(item, "key");
  const std::optional<check::Trail> how = At(item, "operator");
  const Text text = how ? TextOf(*how) : Text();
  if (key && !TextOf(*key).empty() && TextOf(*key) != "metadata.name") {
    Tell(emit, *key, kNoField, TextOf(*key)).Emit();
  } else {
    CheckValues(item, "dns1123-subdomain", kNoNode, emit);
  }
  if (text == "Exists" || text == "DoesNotExist" || text == "Gt" || text == "Lt") {
    Tell(emit, *how, kOperator, text).Emit();
    return;
  }
  // That there is one is asked of all requirements.
  const std::optional<check::Trail> values = At(item, "values");
  if (values && values->value->kind == value::Kind::kSequence && values->value->items().size() > 1) {
    Tell(emit, *values, kOneValue).Emit();
  }
}

// Of nodes that are only preferred, labels may have any value.
void CheckTerm(const check::Trail& term, bool is_required, diag::Emitter& emit) {
  if (is_required) {
    ForEachItemOf(term, "matchExpressions",
                  [&](const check::Trail& item) { CheckValues(item, "label-value", kNoLabel, emit); });
  }
  ForEachItemOf(term, "matchFields", [&](const check::Trail& item) { CheckField(item, emit); });
}

}  // namespace

void CheckNodeSelector(const check::Trail& selector, diag::Emitter& emit) {
  ForEachItemOf(selector, "nodeSelectorTerms",
                [&](const check::Trail& term) { CheckTerm(term, true, emit); });
}

void CheckAffinity(const check::Trail& affinity, diag::Emitter& emit) {
  const std::optional<check::Trail> of_nodes = At(affinity, "nodeAffinity");
  if (!of_nodes) {
    return;
  }
  if (const auto required = At(*of_nodes, "requiredDuringSchedulingIgnoredDuringExecution")) {
    CheckNodeSelector(*required, emit);
  }
  ForEachItemOf(*of_nodes, "preferredDuringSchedulingIgnoredDuringExecution", [&](const check::Trail& item) {
    if (const std::optional<check::Trail> term = At(item, "preference")) {
      CheckTerm(*term, false, emit);
    }
  });
}

}  // namespace kval::kubernetes
