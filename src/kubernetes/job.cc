#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "src/kubernetes/near_key.h"
#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"
#include "src/kubernetes/workload.h"
#include "src/support/edit_distance.h"

// Jobs, and those that a CronJob makes: pkg/apis/batch/validation, validateJobSpec.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kNoCompletions{
    diag::Kind::kMissingRequired,
    "required key `completions` is missing: jobs of the mode `Indexed` say how many they are"};
constexpr diag::Def<Text> kIndexedOnly{diag::Kind::kResource, "`{}` is for jobs of the mode `Indexed`"};
constexpr diag::Def<Text> kNoBackoff{diag::Kind::kMissingRequired,
                                     "required key `backoffLimitPerIndex` is missing: {} needs it"};
constexpr diag::Def<Text> kNoContainer{diag::Kind::kResource, "the template has no container `{}`"};
constexpr diag::Def<> kNotZero{diag::Kind::kResource,
                               "0 is no failure: it cannot be among the exit codes of the operator `In`"};
constexpr diag::Def<> kOrder{diag::Kind::kResource, "exit codes must be in ascending order"};
constexpr diag::Def<> kFailed{diag::Kind::kResource,
                              "with a `podFailurePolicy` the `podReplacementPolicy` can only be `Failed`"};
constexpr diag::Def<> kNoSelector{diag::Kind::kMissingRequired,
                                  "required key `selector` is missing: `manualSelector` asks for one"};
constexpr diag::Def<> kOwnSelector{diag::Kind::kResource, "the selector of a Job is made by the server"};
constexpr diag::Def<> kNoSuccess{diag::Kind::kMissingRequired,
                                 "a rule of success needs `succeededCount` or `succeededIndexes`"};
constexpr diag::Def<int64_t> kManySuccesses{diag::Kind::kResource,
                                            "these are more than there are `completions`, which are {}"};
constexpr diag::Def<> kNever{diag::Kind::kResource,
                             "with a `podFailurePolicy` the restart policy of the pods must be `Never`"};

void CheckExitCodes(const check::Trail& codes, const std::vector<Text>& containers, bool is_known,
                    diag::Emitter& emit) {
  const std::optional<check::Trail> name = At(codes, "containerName");
  const Text text = name ? TextOf(*name) : Text();
  if (name && name->value->kind == Kind::kString && is_known &&
      std::find(containers.begin(), containers.end(), text) == containers.end()) {
    const Text nearest = Nearest(text, containers);
    Tell(emit, *name, kNoContainer, text)
        .Hint(nearest.empty() ? std::string() : "did you mean `" + std::string(nearest) + "`?")
        .Emit();
  }
  const bool is_in = TextAt(codes, "operator") == "In";
  std::optional<int64_t> last;
  bool is_told = false;
  ForEachItemOf(codes, "values", [&](const check::Trail& item) {
    const std::optional<int64_t> code = IntegerOf(item);
    if (code == 0 && is_in) {
      Tell(emit, item, kNotZero).Emit();
    }
    if (code && last && *code < *last && !is_told) {
      Tell(emit, item, kOrder).Emit();
      is_told = true;
    }
    last = code ? code : last;
  });
}

// A pod that is being ended has not failed yet, whatever becomes of it.
void CheckReplacement(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> policy = At(spec, "podReplacementPolicy");
  if (policy && TextOf(*policy) == "TerminatingOrFailed") {
    Tell(emit, *policy, kFailed).Emit();
  }
}

void CheckFailurePolicy(const check::Trail& policy, const check::Trail& spec, diag::Emitter& emit) {
  std::vector<Text> containers;
  bool is_known = false;
  constexpr Text kPod[] = {"template", "spec"};
  Follow(spec, kPod, [&](const check::Trail& pod) {
    is_known = !HasGap(*pod.value) && !HasMisspelt(pod, "initContainers") && !HasMisspelt(pod, "containers");
    for (const Text list : {Text("containers"), Text("initContainers")}) {
      ForEachItemOf(pod, list, [&](const check::Trail& item) {
        containers.push_back(TextAt(item, "name"));
        is_known = is_known && !HasGap(*item.value) && !containers.back().empty();
      });
    }
    const std::optional<check::Trail> restart = At(pod, "restartPolicy");
    if (restart && TextOf(*restart) == "OnFailure") {
      Tell(emit, *restart, kNever).Related(check::PlaceOf(policy.key, *policy.value), "the policy").Emit();
    }
  });
  ForEachItemOf(policy, "rules", [&](const check::Trail& rule) {
    if (const std::optional<check::Trail> codes = At(rule, "onExitCodes")) {
      CheckExitCodes(*codes, containers, is_known, emit);
    }
    if (TextAt(rule, "action") == "FailIndex" && !At(spec, "backoffLimitPerIndex") &&
        !HasMisspelt(spec, "backoffLimitPerIndex") && !HasGap(*spec.value)) {
      TellMissing(emit, spec, "backoffLimitPerIndex", kNoBackoff, "the action `FailIndex`")
          .Related(rule.value->span, "which is here")
          .Emit();
    }
  });
}

// A selector is made by the server, unless it is said to be the user's. What the server has made is passed
// over: it is that of the Job in another cluster.
void CheckOwnSelector(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> selector = At(spec, "selector");
  if (IsTrue(At(spec, "manualSelector"))) {
    if (!selector && !HasMisspelt(spec, "selector") && !HasGap(*spec.value)) {
      TellMissing(emit, spec, "selector", kNoSelector).Emit();
    }
    return;
  }
  if (!selector || HasMisspelt(spec, "manualSelector") || HasGap(*spec.value)) {
    return;
  }
  bool is_own = false;
  constexpr Text kLabels[] = {"matchLabels"};
  Follow(*selector, kLabels, [&](const check::Trail& labels) {
    ForEachEntry(labels, [&](const check::Trail& label) {
      is_own = is_own || !check::KeyName(*label.key).ends_with("controller-uid");
    });
  });
  ForEachItemOf(*selector, "matchExpressions", [&](const check::Trail&) { is_own = true; });
  if (is_own) {
    TellKey(emit, *selector, kOwnSelector).Hint("leave it out, or add `manualSelector: true`").Emit();
  }
}

void CheckSuccessPolicy(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> completions = At(spec, "completions");
  const std::optional<int64_t> most = completions ? IntegerOf(*completions) : std::nullopt;
  constexpr Text kRules[] = {"successPolicy", "rules"};
  Follow(spec, kRules, [&](const check::Trail& rules) {
    ForEachItem(rules, [&](const check::Trail& rule) {
      const std::optional<check::Trail> count = At(rule, "succeededCount");
      const bool is_known = rule.value->kind == Kind::kMapping && !HasGap(*rule.value) &&
                            !HasMisspelt(rule, "succeededCount") && !HasMisspelt(rule, "succeededIndexes");
      if (!count && !At(rule, "succeededIndexes") && is_known) {
        Tell(emit, rule, kNoSuccess).Emit();
      } else if (count && most && IntegerOf(*count).value_or(0) > *most) {
        Tell(emit, *count, kManySuccesses, *most).Emit();
      }
    });
  });
}

}  // namespace

void CheckJob(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> mode = At(spec, "completionMode");
  const bool has_gap = HasGap(*spec.value);
  if (mode && TextOf(*mode) == "Indexed" && !At(spec, "completions") && !has_gap) {
    TellMissing(emit, spec, "completions", kNoCompletions).Emit();
  }
  const bool is_indexed =
      mode ? TextOf(*mode) != "NonIndexed" : HasMisspelt(spec, "completionMode") || has_gap;
  for (const Text key : {Text("backoffLimitPerIndex"), Text("maxFailedIndexes"), Text("successPolicy")}) {
    if (const std::optional<check::Trail> at = At(spec, key); at && !is_indexed) {
      TellKey(emit, *at, kIndexedOnly, key).Emit();
    }
  }
  if (At(spec, "maxFailedIndexes") && is_indexed && !At(spec, "backoffLimitPerIndex") &&
      !HasMisspelt(spec, "backoffLimitPerIndex") && !has_gap) {
    TellMissing(emit, spec, "backoffLimitPerIndex", kNoBackoff, "`maxFailedIndexes`").Emit();
  }
  CheckOwnSelector(spec, emit);
  CheckSuccessPolicy(spec, emit);
  if (const std::optional<check::Trail> policy = At(spec, "podFailurePolicy")) {
    CheckFailurePolicy(*policy, spec, emit);
    CheckReplacement(spec, emit);
  }
}

}  // namespace kval::kubernetes
