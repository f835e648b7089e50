#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/kubernetes/workload.h"
#include "src/support/edit_distance.h"

// Jobs, and those that a CronJob makes: pkg/apis/batch/validation, validateJobSpec.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kNoContainer{diag::ResourceRule(7071), "the template has no container `{}`"};
constexpr diag::Def<Text, Text> kIndexes{diag::ResourceRule(7078), "`{}` is not a list of indexes: {}"};
constexpr diag::Def<int64_t> kFewIndexes{diag::ResourceRule(7079),
                                         "these are more than there are `succeededIndexes`, which are {}"};

void CheckExitCodes(const check::ValueCursor& codes, const std::vector<Text>& containers, bool is_known,
                    diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(codes, "containerName");
  const Text text = name ? TextOf(*name) : Text();
  if (name && name->value->kind == Kind::kString && is_known &&
      std::find(containers.begin(), containers.end(), text) == containers.end()) {
    const Text nearest = Nearest(text, containers);
    ReportAt(emit, *name, kNoContainer, text)
        .Hint(nearest.empty() ? std::string() : "did you mean `" + std::string(nearest) + "`?")
        .Emit();
  }
}

void CheckFailurePolicy(const check::ValueCursor& policy, const check::ValueCursor& spec,
                        diag::Emitter& emit) {
  std::vector<Text> containers;
  bool is_known = false;
  Follow(spec, {"template", "spec"}, [&](const check::ValueCursor& pod) {
    is_known = !IsRecovered(*pod.value) && !HasSimilarKey(pod, "initContainers") &&
               !HasSimilarKey(pod, "containers");
    for (const Text list : {Text("containers"), Text("initContainers")}) {
      ForEachItemOf(pod, list, [&](const check::ValueCursor& item) {
        containers.push_back(GetStringField(item, "name"));
        is_known = is_known && !IsRecovered(*item.value) && !containers.back().empty();
      });
    }
  });
  ForEachItemOf(policy, "rules", [&](const check::ValueCursor& rule) {
    if (const std::optional<check::ValueCursor> codes = At(rule, "onExitCodes")) {
      CheckExitCodes(*codes, containers, is_known, emit);
    }
  });
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

void CheckIndexes(const check::ValueCursor& rule, std::optional<int64_t> completions, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> indexes = At(rule, "succeededIndexes");
  if (!indexes || indexes->value->kind != Kind::kString) {
    return;
  }
  int64_t total = 0;
  const std::string why = WhyNoIndexes(TextOf(*indexes), completions, total);
  const std::optional<check::ValueCursor> count = At(rule, "succeededCount");
  if (!why.empty()) {
    ReportAt(emit, *indexes, kIndexes, TextOf(*indexes), why).Emit();
  } else if (count && GetInteger(*count).value_or(0) > total) {
    ReportAt(emit, *count, kFewIndexes, total).Related(indexes->value->span, "these").Emit();
  }
}

void CheckSuccessPolicy(const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> completions = At(spec, "completions");
  const bool is_one = !At(spec, "parallelism") && !IsRecovered(*spec.value);  // SetDefaults_Job
  const std::optional<int64_t> most = completions ? GetInteger(*completions)
                                      : is_one    ? std::optional(int64_t{1})
                                                  : std::nullopt;
  Follow(spec, {"successPolicy", "rules"}, [&](const check::ValueCursor& rules) {
    ForEachItem(rules, [&](const check::ValueCursor& rule) { CheckIndexes(rule, most, emit); });
  });
}

}  // namespace

void CheckJob(const check::ValueCursor& spec, diag::Emitter& emit) {
  CheckSuccessPolicy(spec, emit);
  if (const std::optional<check::ValueCursor> policy = At(spec, "podFailurePolicy")) {
    CheckFailurePolicy(*policy, spec, emit);
  }
}

}  // namespace kval::kubernetes
