#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/kubernetes/names.h"
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
constexpr diag::Def<> kOwnSelectors{diag::Kind::kResource,
                                    "the jobs of a CronJob have selectors that the server makes"};
constexpr diag::Def<> kNoSuccess{diag::Kind::kMissingRequired,
                                 "a rule of success needs `succeededCount` or `succeededIndexes`"};
constexpr diag::Def<int64_t> kManySuccesses{diag::Kind::kResource,
                                            "these are more than there are `completions`, which are {}"};
constexpr diag::Def<Text, Text> kIndexes{diag::Kind::kResource, "`{}` are no indexes: {}"};
constexpr diag::Def<int64_t> kFewIndexes{diag::Kind::kResource,
                                         "these are more than there are `succeededIndexes`, which are {}"};
constexpr diag::Def<Text, int64_t> kManyIndexes{
    diag::Kind::kResource, "the `{}` of a job of the mode `Indexed` must not be above {}"};
constexpr diag::Def<int64_t> kNoMaxFailed{
    diag::Kind::kMissingRequired,
    "required key `maxFailedIndexes` is missing: with more than {} `completions` it is needed"};
constexpr diag::Def<Text, Text> kManager{diag::Kind::kBadName, "`{}` cannot name a controller: {}"};
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

bool HasOwnLabels(const check::Trail& selector) {
  bool is_own = false;
  constexpr Text kLabels[] = {"matchLabels"};
  Follow(selector, kLabels, [&](const check::Trail& labels) {
    ForEachEntry(labels, [&](const check::Trail& label) {
      is_own = is_own || !check::KeyName(*label.key).ends_with("controller-uid");
    });
  });
  ForEachItemOf(selector, "matchExpressions", [&](const check::Trail&) { is_own = true; });
  return is_own;
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
  if (HasOwnLabels(*selector)) {
    TellKey(emit, *selector, kOwnSelector).Hint("leave it out, or add `manualSelector: true`").Emit();
  }
}

// How far an indexed job may go.
void CheckManyIndexes(const check::Trail& spec, diag::Emitter& emit) {
  constexpr int64_t kMost = 100'000;
  constexpr int64_t kMostOfMany = 10'000;
  const auto number_of = [&](Text key) {
    const std::optional<check::Trail> at = At(spec, key);
    return at ? IntegerOf(*at) : std::nullopt;
  };
  const std::optional<int64_t> completions = number_of("completions");
  const bool are_many = completions.value_or(0) > kMost && At(spec, "backoffLimitPerIndex");
  const int64_t most = are_many ? kMostOfMany : kMost;
  for (const Text key : {Text("parallelism"), Text("maxFailedIndexes")}) {
    if (number_of(key).value_or(0) > most) {
      Tell(emit, *At(spec, key), kManyIndexes, key, most).Emit();
      return;
    }
  }
  const std::optional<int64_t> failed = number_of("maxFailedIndexes");
  if (failed && completions && *failed > *completions) {
    Tell(emit, *At(spec, "maxFailedIndexes"), kManySuccesses, *completions).Emit();
  } else if (are_many && !At(spec, "maxFailedIndexes") && !HasMisspelt(spec, "maxFailedIndexes")) {
    TellMissing(emit, spec, "maxFailedIndexes", kNoMaxFailed, kMost).Emit();
  }
}

// Who else looks after the job.
void CheckManager(const check::Trail& spec, diag::Emitter& emit) {
  constexpr size_t kLongest = 63;
  const std::optional<check::Trail> manager = At(spec, "managedBy");
  const bool is_text = manager && manager->value->kind == Kind::kString;
  const std::string why = is_text ? WhyNoDomainPath(TextOf(*manager), kLongest) : std::string();
  if (!why.empty()) {
    Tell(emit, *manager, kManager, TextOf(*manager), why).Emit();
  }
}

std::optional<int64_t> NumberIn(Text text) {
  int64_t number = 0;
  text.remove_prefix(text.size() > 1 && text.front() == '+' ? 1 : 0);
  const auto done = std::from_chars(text.data(), text.data() + text.size(), number);
  return text.empty() || done.ec != std::errc() || done.ptr != text.data() + text.size()
             ? std::nullopt
             : std::optional(number);
}

// Indexes and ranges of them, ascending: `1,3-5`. Adds up how many there are.
std::string WhyNoIndexes(Text text, std::optional<int64_t> completions, int64_t& total) {
  int64_t last = -1;
  for (Text rest = text; !text.empty();) {
    const size_t comma = rest.find(',');
    const Text part = rest.substr(0, comma);
    const size_t dash = part.find('-');
    const std::optional<int64_t> from = NumberIn(part.substr(0, dash));
    const std::optional<int64_t> to = dash == Text::npos ? from : NumberIn(part.substr(dash + 1));
    if (!from || !to) {
      return "`" + std::string(part) + "` is neither a number nor a range such as `3-5`";
    }
    if (completions && std::max(*from, *to) >= *completions) {
      return "`" + std::string(part) + "` is not below `completions`";
    }
    if (*from <= last || (dash != Text::npos && *from >= *to)) {
      return "indexes must be in ascending order";
    }
    total += *to - *from + 1;
    last = *to;
    if (comma == Text::npos) {
      break;
    }
    rest.remove_prefix(comma + 1);
  }
  return {};
}

void CheckIndexes(const check::Trail& rule, std::optional<int64_t> completions, diag::Emitter& emit) {
  const std::optional<check::Trail> indexes = At(rule, "succeededIndexes");
  if (!indexes || indexes->value->kind != Kind::kString) {
    return;
  }
  int64_t total = 0;
  const std::string why = WhyNoIndexes(TextOf(*indexes), completions, total);
  const std::optional<check::Trail> count = At(rule, "succeededCount");
  if (!why.empty()) {
    Tell(emit, *indexes, kIndexes, TextOf(*indexes), why).Emit();
  } else if (count && IntegerOf(*count).value_or(0) > total) {
    Tell(emit, *count, kFewIndexes, total).Related(indexes->value->span, "these").Emit();
  }
}

void CheckSuccessPolicy(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> completions = At(spec, "completions");
  const bool is_one = !At(spec, "parallelism") && !HasGap(*spec.value);  // SetDefaults_Job
  const std::optional<int64_t> most = completions ? IntegerOf(*completions)
                                      : is_one    ? std::optional(int64_t{1})
                                                  : std::nullopt;
  constexpr Text kRules[] = {"successPolicy", "rules"};
  Follow(spec, kRules, [&](const check::Trail& rules) {
    ForEachItem(rules, [&](const check::Trail& rule) {
      const std::optional<check::Trail> count = At(rule, "succeededCount");
      CheckIndexes(rule, most, emit);
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

void CheckJobOfMany(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> manual = At(spec, "manualSelector");
  const std::optional<check::Trail> selector = At(spec, "selector");
  if (IsTrue(manual)) {
    TellKey(emit, *manual, kOwnSelectors).Emit();
  } else if (selector && !HasOwnLabels(*selector)) {
    TellKey(emit, *selector, kOwnSelectors).Emit();
  }
}

void CheckJob(const check::Trail& spec, diag::Emitter& emit) {
  const std::optional<check::Trail> mode = At(spec, "completionMode");
  const bool has_gap = HasGap(*spec.value);
  // With neither of them a job has one index: SetDefaults_Job.
  if (mode && TextOf(*mode) == "Indexed" && !At(spec, "completions") && At(spec, "parallelism") && !has_gap) {
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
  if (is_indexed && !has_gap) {
    CheckManyIndexes(spec, emit);
  }
  CheckManager(spec, emit);
  CheckOwnSelector(spec, emit);
  CheckSuccessPolicy(spec, emit);
  if (const std::optional<check::Trail> policy = At(spec, "podFailurePolicy")) {
    CheckFailurePolicy(*policy, spec, emit);
    CheckReplacement(spec, emit);
  }
}

}  // namespace kval::kubernetes
