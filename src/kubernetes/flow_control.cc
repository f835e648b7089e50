#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/metadata.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

// Flow schemas and priority levels.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<> kOnlyExempt{diag::ResourceRule(7062),
                                  "the level `exempt`, and no other, has the type `Exempt`"};
constexpr diag::Def<> kExempt{diag::ResourceRule(7063),
                              "the precedence 1 is that of the schema `exempt` alone"};
constexpr diag::Def<Text> kNoUrl{diag::ResourceRule(7064),
                                 "`{}` is not a path: it must start with `/`, or be `*`"};
constexpr diag::Def<Text> kSuspiciousUrl{
    diag::ResourceRule(7065),
    "`{}` is not a path: spaces and empty parts are not allowed, and `*` only as the last part"};
constexpr diag::Def<Text> kStar{diag::ResourceRule(7066), "`*` must be the only item of `{}`"};
constexpr diag::Def<Text, Text> kLacks{diag::Kind::kMissingRequired,
                                       "required key `{}` is missing: the type `{}` requires it"};
constexpr diag::Def<> kNothing{diag::Kind::kMissingRequired,
                               "a rule requires `resourceRules` or `nonResourceRules`, with items"};
constexpr diag::Def<Text, Text> kNotHere{diag::ResourceRule(7067), "`{}` is not for the type `{}`"};
constexpr diag::Def<> kNoNamespace{
    diag::Kind::kMissingRequired,
    "required key `namespaces` is missing: only rules with `clusterScope` may omit it"};
constexpr diag::Def<Text, Text> kAccount{diag::Kind::kBadName,
                                         "`{}` cannot be the name of a service account: {}"};
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

// Rules for namespaced resources name their namespaces.
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
  const bool has_any = namespaces && (namespaces->value->kind != value::Kind::kSequence ||
                                      !namespaces->value->items().empty());
  if (!has_any && !IsTrue(At(rule, "clusterScope")) && rule.value->kind == value::Kind::kMapping &&
      !IsRecovered(*rule.value)) {
    diag::Path path = rule.path();
    path.push_back(diag::PathStep::Key("namespaces"));
    emit.Report(check::PlaceOf(rule.key, *rule.value), kNoNamespace).At(path).Emit();
  }
}

// Of a map with a type: the key that this type needs, and one that it must not have.
void CheckMembers(const check::ValueCursor& map, Text type, Text needed, Text refused, diag::Emitter& emit) {
  const bool lacks = !needed.empty() && !At(map, needed) && !IsRecovered(*map.value);
  if (const std::optional<check::ValueCursor> other = At(map, refused)) {
    ReportAtKey(emit, *other, kNotHere, refused, type)
        .Hint(lacks ? "it requires `" + std::string(needed) + "`" : std::string())
        .Emit();
  } else if (lacks) {
    diag::Path path = map.path();
    path.push_back(diag::PathStep::Key(needed));
    emit.Report(check::PlaceOf(map.key, *map.value), kLacks, needed, type).At(path).Emit();
  }
}

void CheckResponse(const check::ValueCursor& response, diag::Emitter& emit) {
  const Text type = GetStringField(response, "type");
  if (type == "Reject") {
    CheckMembers(response, type, {}, "queuing", emit);
  } else if (type == "Queue") {
    CheckMembers(response, type, "queuing", {}, emit);
  }
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

struct SubjectKind {
  Text kind, key;
};
constexpr SubjectKind kSubjects[] = {
    {"User", "user"}, {"Group", "group"}, {"ServiceAccount", "serviceAccount"}};

// A rule is about resources or paths: one of its lists has items.
void CheckLists(const check::ValueCursor& rule, diag::Emitter& emit) {
  const auto is_trivial = [&](Text key) {
    const std::optional<check::ValueCursor> list = At(rule, key);
    return list ? list->value->kind == value::Kind::kSequence && list->value->items().empty()
                : !HasSimilarKey(rule, key, {"resourceRules", "nonResourceRules"});
  };
  const bool is_map = rule.value->kind == value::Kind::kMapping && !IsRecovered(*rule.value);
  if (is_map && is_trivial("resourceRules") && is_trivial("nonResourceRules")) {
    ReportAt(emit, rule, kNothing).Emit();
  }
}

// A subject has the key of its kind, and no other's.
void CheckSubject(const check::ValueCursor& subject, diag::Emitter& emit) {
  const Text kind = GetStringField(subject, "kind");
  const auto* own = std::find_if(std::begin(kSubjects), std::end(kSubjects),
                                 [&](const SubjectKind& row) { return row.kind == kind; });
  if (own == std::end(kSubjects)) {
    return;
  }
  const bool lacks =
      !At(subject, own->key) && !HasSimilarKey(subject, own->key) && !IsRecovered(*subject.value);
  bool is_reported = false;
  for (const SubjectKind& row : kSubjects) {
    const std::optional<check::ValueCursor> other = row.key == own->key ? std::nullopt : At(subject, row.key);
    if (other) {
      ReportAtKey(emit, *other, kNotHere, row.key, kind)
          .Hint(lacks ? "it requires `" + std::string(own->key) + "`" : std::string())
          .Emit();
      is_reported = true;
    }
  }
  if (lacks && !is_reported) {
    ReportMissing(emit, subject, own->key, kLacks, own->key, kind).Emit();
  }
  constexpr Text kName[] = {"serviceAccount", "name"};
  Follow(subject, kName, [&](const check::ValueCursor& name) {
    const Text text = TextOf(name);
    const std::string why =
        text.empty() || text == "*" ? std::string() : GetFormatError("dns1123-subdomain", text);
    if (!why.empty()) {
      ReportAt(emit, name, kAccount, text, why).Emit();
    }
  });
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
      CheckLists(rule, emit);
      for (const Text list : {Text("resourceRules"), Text("nonResourceRules")}) {
        ForEachItemOf(rule, list, [&](const check::ValueCursor& item) { CheckStar(item, emit); });
      }
      ForEachItemOf(rule, "nonResourceRules", [&](const check::ValueCursor& item) {
        ForEachItemOf(item, "nonResourceURLs", [&](const check::ValueCursor& url) { CheckUrl(url, emit); });
      });
      ForEachItemOf(rule, "resourceRules",
                    [&](const check::ValueCursor& item) { CheckNamespaces(item, emit); });
      ForEachItemOf(rule, "subjects",
                    [&](const check::ValueCursor& subject) { CheckSubject(subject, emit); });
    });
  });
}

void CheckPriorityLevel(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const Text type = GetStringField(*spec, "type");
  constexpr Text kName[] = {"metadata", "name"};
  Follow(resource.at, kName, [&](const check::ValueCursor& name) {
    const bool is_exempt = TextOf(name) == "exempt";
    if ((type == "Limited" && is_exempt) || (type == "Exempt" && !is_exempt && !TextOf(name).empty())) {
      ReportAt(emit, *At(*spec, "type"), kOnlyExempt).Related(name.value->span, "the name").Emit();
    }
  });
  if (type == "Limited") {
    CheckMembers(*spec, type, "limited", "exempt", emit);
  } else if (type == "Exempt") {
    CheckMembers(*spec, type, {}, "limited", emit);
  }
  constexpr Text kKeys[] = {"limited", "limitResponse"};
  Follow(*spec, kKeys, [&](const check::ValueCursor& response) { CheckResponse(response, emit); });
}

}  // namespace kval::kubernetes
