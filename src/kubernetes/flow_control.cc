#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

// Flow schemas and priority levels.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kExempt{diag::ResourceRule(7063),
                              "the precedence 1 is that of the schema `exempt` alone"};
constexpr diag::Def<Text> kNoUrl{diag::ResourceRule(7064),
                                 "`{}` is not a path: it must start with `/`, or be `*`"};
constexpr diag::Def<Text> kSuspiciousUrl{
    diag::ResourceRule(7065),
    "`{}` is not a path: spaces and empty parts are not allowed, and `*` only as the last part"};
constexpr diag::Def<Text> kStar{diag::ResourceRule(7066), "`*` must be the only item of `{}`"};
constexpr diag::Def<Text, Text> kSpace{diag::Kind::kBadName, "`{}` cannot be the name of a namespace: {}"};
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

void CheckNamespaces(const check::ValueCursor& rule, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> namespaces = At(rule, "namespaces");
  if (namespaces) {
    ForEachItem(*namespaces, [&](const check::ValueCursor& item) {
      const Text text = TextOf(item);
      const std::string why = item.value->kind != Kind::kString || text == "*"
                                  ? std::string()
                                  : GetFormatError("dns1123-label", text);
      if (!why.empty()) {
        ReportAt(emit, item, kSpace, text, why).Emit();
      }
    });
  }
}

void CheckResponse(const check::ValueCursor& response, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"queuing"};
  Follow(response, kKeys, [&](const check::ValueCursor& queuing) {
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

// ValidateNonResourceURLPath; `*` alone is everything.
void CheckUrl(const check::ValueCursor& url, diag::Emitter& emit) {
  const Text text = TextOf(url);
  if (url.value->kind != Kind::kString || text == "*" || text == "/") {
    return;
  }
  const auto stars = std::count(text.begin(), text.end(), '*');
  const bool is_suspicious = text.find(' ') != Text::npos || text.find("//") != Text::npos || stars > 1 ||
                             (stars == 1 && !text.ends_with("/*"));
  if (!text.starts_with("/")) {
    ReportAt(emit, url, kNoUrl, text).Emit();
  } else if (is_suspicious) {
    ReportAt(emit, url, kSuspiciousUrl, text).Emit();
  }
}

}  // namespace

void CheckFlowSchema(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec"};
  constexpr Text kName[] = {"metadata", "name"};
  Text name;
  Follow(resource.at, kName, [&](const check::ValueCursor& at) { name = TextOf(at); });
  Follow(resource.at, kKeys, [&](const check::ValueCursor& spec) {
    const std::optional<check::ValueCursor> precedence = At(spec, "matchingPrecedence");
    if (precedence && GetInteger(*precedence) == 1 && name != "exempt") {
      ReportAt(emit, *precedence, kExempt).Emit();
    }
    ForEachItemOf(spec, "rules", [&](const check::ValueCursor& rule) {
      for (const Text list : {Text("resourceRules"), Text("nonResourceRules")}) {
        ForEachItemOf(rule, list, [&](const check::ValueCursor& item) { CheckStar(item, emit); });
      }
      ForEachItemOf(rule, "nonResourceRules", [&](const check::ValueCursor& item) {
        ForEachItemOf(item, "nonResourceURLs", [&](const check::ValueCursor& url) { CheckUrl(url, emit); });
      });
      ForEachItemOf(rule, "resourceRules",
                    [&](const check::ValueCursor& item) { CheckNamespaces(item, emit); });
    });
  });
}

void CheckPriorityLevel(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kKeys[] = {"spec", "limited", "limitResponse"};
  Follow(resource.at, kKeys, [&](const check::ValueCursor& response) { CheckResponse(response, emit); });
}

}  // namespace kval::kubernetes
