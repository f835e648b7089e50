#include "src/kubernetes/scheduling.h"

#include <optional>
#include <string>
#include <string_view>

#include "schemas/kubernetes/api_table.h"

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kComparison{
    diag::Kind::kResource,
    "the operator `{}` requires a feature gate that is disabled by default before Kubernetes 1.36"};
constexpr diag::Def<Text, Text> kNoLabel{diag::Kind::kBadName, "`{}` cannot be the value of a label: {}"};
constexpr diag::Def<Text, Text> kNoNode{diag::Kind::kBadName, "`{}` cannot be the name of a node: {}"};
constexpr diag::Def<Text, Text> kNoNumber{diag::Kind::kResource,
                                          "`{}` is not a whole number: no node matches `{}`"};
constexpr diag::Def<Text> kNoField{diag::Kind::kResource,
                                   "`{}` is not a selectable node field: `metadata.name` is"};
constexpr diag::Def<Text> kOperator{diag::Kind::kResource,
                                    "the operator `{}` is not for fields: `In` and `NotIn` are"};
constexpr diag::Def<> kOneValue{diag::Kind::kResource, "a field is compared with exactly one value"};

constexpr diag::Def<Text> kNoSelector{diag::Kind::kResource, "`{}` requires a `labelSelector`"};
constexpr diag::Def<Text, Text> kSelected{diag::Kind::kResource, "the key `{}` is in `{}` as well"};
constexpr diag::Def<> kMinDomains{diag::Kind::kResource,
                                  "`minDomains` is for `whenUnsatisfiable: DoNotSchedule`"};
constexpr diag::Def<> kTolerationValue{diag::Kind::kResource, "a toleration with `Exists` accepts no value"};
constexpr diag::Def<> kTolerationKey{diag::Kind::kResource,
                                     "a toleration without key must have the operator `Exists`"};
constexpr diag::Def<> kTolerationSeconds{diag::Kind::kResource,
                                         "`tolerationSeconds` are for the effect `NoExecute` only"};

void CheckValues(const check::ValueCursor& item, Text format, const diag::Def<Text, Text>& def,
                 diag::Emitter& emit) {
  ForEachItemOf(item, "values", [&](const check::ValueCursor& value) {
    const std::string why =
        value.value->kind == value::Kind::kString ? GetFormatError(format, TextOf(value)) : std::string();
    if (!why.empty()) {
      ReportAt(emit, value, def, TextOf(value), why).Emit();
    }
  });
}

void CheckField(const check::ValueCursor& item, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> key = At(item, "key");
  const std::optional<check::ValueCursor> how = At(item, "operator");
  const Text text = how ? TextOf(*how) : Text();
  if (key && !TextOf(*key).empty() && TextOf(*key) != "metadata.name") {
    ReportAt(emit, *key, kNoField, TextOf(*key)).Emit();
  } else {
    CheckValues(item, "dns1123-subdomain", kNoNode, emit);
  }
  if (text == "Exists" || text == "DoesNotExist" || text == "Gt" || text == "Lt") {
    ReportAt(emit, *how, kOperator, text).Emit();
    return;
  }
  // The existence of values is checked for all requirements.
  const std::optional<check::ValueCursor> values = At(item, "values");
  if (values && values->value->kind == value::Kind::kSequence && values->value->items().size() > 1) {
    ReportAt(emit, *values, kOneValue).Emit();
  }
}

// Values that are not numbers are accepted, but no node matches them.
void WarnOfNoNumber(const check::ValueCursor& item, diag::Emitter& emit) {
  const Text how = GetStringField(item, "operator");
  if (how != "Gt" && how != "Lt") {
    return;
  }
  ForEachItemOf(item, "values", [&](const check::ValueCursor& value) {
    Text text = TextOf(value);
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    if (value.value->kind == value::Kind::kString &&
        (text.empty() || text.find_first_not_of("0123456789") != Text::npos)) {
      ReportAt(emit, value, kNoNumber, TextOf(value), how).As(diag::Severity::kWarning).Emit();
    }
  });
}

// Of nodes that are only preferred, labels may have any value.
void CheckTerm(const check::ValueCursor& term, bool is_required, diag::Emitter& emit) {
  ForEachItemOf(term, "matchExpressions", [&](const check::ValueCursor& item) {
    WarnOfNoNumber(item, emit);
    if (is_required) {
      CheckValues(item, "label-value", kNoLabel, emit);
    }
  });
  ForEachItemOf(term, "matchFields", [&](const check::ValueCursor& item) { CheckField(item, emit); });
}

// Of a term of affinity, or of a constraint.
void CheckLabelKeys(const check::ValueCursor& term, diag::Emitter& emit) {
  for (const Text key : {Text("matchLabelKeys"), Text("mismatchLabelKeys")}) {
    const std::optional<check::ValueCursor> keys = At(term, key);
    const bool has_keys =
        keys && keys->value->kind == value::Kind::kSequence && !keys->value->items().empty();
    if (has_keys && !At(term, "labelSelector") && !HasSimilarKey(term, "labelSelector") &&
        !IsRecovered(*term.value)) {
      ReportAtKey(emit, *keys, kNoSelector, key).Emit();
    }
  }
}

// Keys that the selector of a constraint names, too.
void CheckSelected(const check::ValueCursor& constraint, diag::Emitter& emit) {
  TextSet<std::string> selected;
  if (const std::optional<check::ValueCursor> selector = At(constraint, "labelSelector")) {
    if (const std::optional<check::ValueCursor> labels = At(*selector, "matchLabels")) {
      ForEachEntry(*labels,
                   [&](const check::ValueCursor& label) { selected.insert(check::KeyName(*label.key)); });
    }
    ForEachItemOf(*selector, "matchExpressions",
                  [&](const check::ValueCursor& item) { selected.emplace(GetStringField(item, "key")); });
  }
  ForEachItemOf(constraint, "matchLabelKeys", [&](const check::ValueCursor& key) {
    if (!TextOf(key).empty() && selected.count(std::string(TextOf(key))) > 0) {
      ReportAt(emit, key, kSelected, TextOf(key), "labelSelector").Emit();
    }
  });
}

// Keys that must match and must not.
void CheckOpposites(const check::ValueCursor& term, diag::Emitter& emit) {
  TextSet<Text> others;
  ForEachItemOf(term, "mismatchLabelKeys",
                [&](const check::ValueCursor& key) { others.insert(TextOf(key)); });
  ForEachItemOf(term, "matchLabelKeys", [&](const check::ValueCursor& key) {
    if (!TextOf(key).empty() && others.count(TextOf(key)) > 0) {
      ReportAt(emit, key, kSelected, TextOf(key), "mismatchLabelKeys").Emit();
    }
  });
}

constexpr Text kRequired = "requiredDuringSchedulingIgnoredDuringExecution";
constexpr Text kPreferred = "preferredDuringSchedulingIgnoredDuringExecution";

void CheckAffinity(const check::ValueCursor& affinity, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> of_nodes = At(affinity, "nodeAffinity")) {
    if (const std::optional<check::ValueCursor> required = At(*of_nodes, kRequired)) {
      CheckNodeSelector(*required, emit);
    }
    ForEachItemOf(*of_nodes, kPreferred, [&](const check::ValueCursor& item) {
      if (const std::optional<check::ValueCursor> term = At(item, "preference")) {
        CheckTerm(*term, false, emit);
      }
    });
  }
  for (const Text key : {Text("podAffinity"), Text("podAntiAffinity")}) {
    if (const std::optional<check::ValueCursor> of_pods = At(affinity, key)) {
      ForEachItemOf(*of_pods, kRequired, [&](const check::ValueCursor& term) {
        CheckLabelKeys(term, emit);
        CheckOpposites(term, emit);
      });
      ForEachItemOf(*of_pods, kPreferred, [&](const check::ValueCursor& item) {
        if (const std::optional<check::ValueCursor> term = At(item, "podAffinityTerm")) {
          CheckLabelKeys(*term, emit);
          CheckOpposites(*term, emit);
        }
      });
    }
  }
}

void CheckToleration(const check::ValueCursor& item, bool has_comparisons, diag::Emitter& emit) {
  const Text how = GetStringField(item, "operator");
  if ((how == "Gt" || how == "Lt") && !has_comparisons) {
    ReportAt(emit, *At(item, "operator"), kComparison, how).Emit();
  }
  const std::optional<check::ValueCursor> value = At(item, "value");
  const Text text = value ? TextOf(*value) : Text();
  if (how == "Exists" && !text.empty()) {
    ReportAt(emit, *value, kTolerationValue).Emit();
  } else if (how.empty() || how == "Equal") {
    const std::string why = GetFormatError("label-value", text);
    if (!why.empty()) {
      ReportAt(emit, *value, kNoLabel, text, why).Emit();
    }
  }
  if (GetStringField(item, "key").empty() && how != "Exists") {
    const std::optional<check::ValueCursor> own = At(item, "operator");
    own ? ReportAt(emit, *own, kTolerationKey).Emit()
        : ReportMissing(emit, item, "operator", kTolerationKey).Emit();
  }
  const std::optional<check::ValueCursor> seconds = At(item, "tolerationSeconds");
  if (seconds && GetStringField(item, "effect") != "NoExecute") {
    ReportAt(emit, *seconds, kTolerationSeconds).Emit();
  }
}

}  // namespace

void CheckNodeSelector(const check::ValueCursor& selector, diag::Emitter& emit) {
  ForEachItemOf(selector, "nodeSelectorTerms",
                [&](const check::ValueCursor& term) { CheckTerm(term, true, emit); });
}

void CheckTolerations(const check::ValueCursor& map, bool has_comparisons, diag::Emitter& emit) {
  ForEachItemOf(map, "tolerations",
                [&](const check::ValueCursor& item) { CheckToleration(item, has_comparisons, emit); });
}

void CheckScheduling(const check::ValueCursor& spec, Text k8s_version, diag::Emitter& emit) {
  using schemas::kubernetes::IsAtLeast;
  if (const std::optional<check::ValueCursor> affinity = At(spec, "affinity")) {
    CheckAffinity(*affinity, emit);
  }
  ForEachItemOf(spec, "topologySpreadConstraints", [&](const check::ValueCursor& constraint) {
    CheckLabelKeys(constraint, emit);
    // Later the server adds the keys to the selector itself, and looks at them before that.
    if (IsAtLeast(k8s_version, "1.27") && !IsAtLeast(k8s_version, "1.34")) {
      CheckSelected(constraint, emit);
    }
    const std::optional<check::ValueCursor> least = At(constraint, "minDomains");
    if (least && GetStringField(constraint, "whenUnsatisfiable") == "ScheduleAnyway") {
      ReportAtKey(emit, *least, kMinDomains).Emit();
    }
  });
  CheckTolerations(spec, IsAtLeast(k8s_version, "1.36"), emit);
}

}  // namespace kval::kubernetes
