#include "src/kubernetes/admission_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/node.h"
#include "src/kubernetes/tell.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kEmptyText{diag::Kind::kResource,
                                     "`{}` has an empty string, which matches nothing"};
constexpr diag::Def<Text, Text> kStar{diag::Kind::kResource, "the `{}` of `{}` must be the only item"};
constexpr diag::Def<Text, Text> kMeant{diag::Kind::kResource, "`{}` is there already, by `{}`"};

// A group may be empty.
void CheckTexts(const check::Trail& rule, diag::Emitter& emit) {
  for (const Text key : {Text("apiVersions"), Text("resources")}) {
    ForEachItemOf(rule, key, [&](const check::Trail& item) {
      if (item.value->kind == Kind::kString && TextOf(item).empty()) {
        Tell(emit, item, kEmptyText, key).Emit();
      }
    });
  }
}

// Reports a list that contains this value next to others.
void CheckAlone(const check::Trail& rule, Text key, Text star, diag::Emitter& emit) {
  const std::optional<check::Trail> list = At(rule, key);
  if (!list || list->value->kind != Kind::kSequence || list->value->items().size() < 2) {
    return;
  }
  for (const value::Value* item : list->value->items()) {
    if (item->kind == Kind::kString && item->raw == star) {
      Tell(emit, *list, kStar, star, key).Related(item->span, "the star").Emit();
      return;
    }
  }
}

// `pods/*` and `*/scale` include all subresources; `*` includes all resources without `/`. The server checks
// the last of those only.
void CheckResources(const check::Trail& rule, diag::Emitter& emit) {
  CheckAlone(rule, "resources", "*/*", emit);
  std::optional<source::Span> star;
  bool ends_with_other = false;
  TextMap<std::string, Text> meant;  // the wildcard part, with the value that contains it
  ForEachItemOf(rule, "resources", [&](const check::Trail& item) {
    const Text text = TextOf(item);
    const size_t slash = text.find('/');
    if (text.empty()) {
      return;
    }
    if (slash == Text::npos) {
      star = text == "*" ? std::optional(item.value->span) : star;
      ends_with_other = text != "*";
      return;
    }
    const std::string resource = std::string(text.substr(0, slash)) + "/";
    const std::string part = std::string(text.substr(slash));
    for (const std::string* known : {&resource, &part}) {
      if (const auto found = meant.find(*known); found != meant.end()) {
        Tell(emit, item, kMeant, text, found->second).Emit();
        return;
      }
    }
    if (part == "/*") {
      meant.emplace(resource, text);
    }
    if (resource == "*/") {
      meant.emplace(part, text);
    }
  });
  if (star && ends_with_other) {
    const check::Trail list = *At(rule, "resources");
    Tell(emit, list, kStar, "*", "resources").Related(*star, "the star").Emit();
  }
}

}  // namespace

void CheckRuleOfRequests(const check::Trail& rule, diag::Emitter& emit) {
  CheckTexts(rule, emit);
  for (const Text key : {Text("operations"), Text("apiGroups"), Text("apiVersions")}) {
    CheckAlone(rule, key, "*", emit);
  }
  CheckResources(rule, emit);
}

}  // namespace kval::kubernetes
