#include <cmath>
#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

// Flow schemas and priority levels.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kStar{diag::ResourceRule(7066), "`*` must be the only item of `{}`"};
constexpr diag::Def<int64_t> kHand{diag::ResourceRule(7068),
                                   "a hand cannot be larger than the number of queues, which is {}"};
constexpr diag::Def<int64_t, int64_t> kHands{diag::ResourceRule(7069),
                                             "hands of {} of {} queues cannot be distinguished by 60 bits"};

// A wildcard includes everything, so it must be alone.
void CheckStar(const check::ValueCursor& rule, diag::Emitter& emit) {
  for (const Text key :
       {Text("verbs"), Text("apiGroups"), Text("resources"), Text("namespaces"), Text("nonResourceURLs")}) {
    const std::optional<check::ValueCursor> list = At(rule, key);
    std::optional<size_t> star, other;
    if (list && list->value->kind == value::Kind::kSequence) {
      const auto items = list->value->items();
      for (size_t i = 0; i < items.size(); ++i) {
        std::optional<size_t>& is = TextOf(list->Item(i)) == "*" && !star ? star : other;
        is = is.value_or(i);
      }
    }
    if (star && other) {
      ReportAt(emit, list->Item(*other), kStar, key)
          .Related(list->value->items()[*star]->span, "the `*`")
          .Emit();
    }
  }
}

void CheckResponse(const check::ValueCursor& response, diag::Emitter& emit) {
  Follow(response, {"queuing"}, [&](const check::ValueCursor& queuing) {
    const std::optional<check::ValueCursor> queues = At(queuing, "queues");
    const std::optional<check::ValueCursor> hand = At(queuing, "handSize");
    // 0 means unset: pkg/apis/flowcontrol/v1, SetDefaults_QueuingConfiguration.
    const auto number_of = [](const std::optional<check::ValueCursor>& at, int64_t by_default) {
      const int64_t number = at ? GetInteger(*at).value_or(0) : 0;
      return number == 0 ? by_default : number;
    };
    const int64_t count = number_of(queues, 64);
    const bool is_known = !HasSimilarKey(queuing, "queues") && !HasSimilarKey(queuing, "handSize") &&
                          !IsRecovered(*queuing.value);
    const int64_t size = number_of(hand, 8);
    // apiserver, pkg/util/shufflesharding: RequiredEntropyBits, MaxHashBits.
    constexpr double kMostBits = 60;
    const bool is_deep = size > 0 && count > 0 &&
                         std::log2(static_cast<double>(count)) * static_cast<double>(size) > kMostBits;
    if ((hand || queues) && is_known && (size > count || is_deep)) {
      const check::ValueCursor& at = hand ? *hand : *queues;
      (size > count ? ReportAt(emit, at, kHand, count) : ReportAt(emit, at, kHands, size, count)).Emit();
    }
  });
}

}  // namespace

void CheckFlowSchema(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "rules"}, [&](const check::ValueCursor& rules) {
    ForEachItem(rules, [&](const check::ValueCursor& rule) {
      for (const Text list : {Text("resourceRules"), Text("nonResourceRules")}) {
        ForEachItemOf(rule, list, [&](const check::ValueCursor& item) { CheckStar(item, emit); });
      }
    });
  });
}

void CheckPriorityLevel(const Resource& resource, diag::Emitter& emit) {
  Follow(resource.at, {"spec", "limited", "limitResponse"},
         [&](const check::ValueCursor& response) { CheckResponse(response, emit); });
}

}  // namespace kval::kubernetes
