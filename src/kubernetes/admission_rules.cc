#include "src/kubernetes/admission_rules.h"

#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/support/keyed_hash.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kEmptyText{diag::ResourceRule(7016),
                                     "`{}` has an empty string, which matches nothing"};
constexpr diag::Def<Text, Text> kStar{diag::ResourceRule(7017), "the `{}` of `{}` must be the only item"};
constexpr diag::Def<Text, Text> kSuggested{diag::ResourceRule(7018), "`{}` is there already, by `{}`"};

// A group may be empty.
void CheckStrings(const check::ValueCursor& rule, diag::Emitter& emit) {
  for (const Text key : {Text("apiVersions"), Text("resources")}) {
    ForEachItemOf(rule, key, [&](const check::ValueCursor& item) {
      if (item.value->kind == Kind::kString && TextOf(item).empty()) {
        ReportAt(emit, item, kEmptyText, key).Emit();
      }
    });
  }
}

// Reports a list that contains this value next to others.
void CheckAlone(const check::ValueCursor& rule, Text key, Text star, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> list = At(rule, key);
  if (!list || list->value->kind != Kind::kSequence || list->value->items().size() < 2) {
    return;
  }
  for (const value::Value* item : list->value->items()) {
    if (item->kind == Kind::kString && item->raw == star) {
      ReportAt(emit, *list, kStar, star, key).Related(item->span, "the star").Emit();
      return;
    }
  }
}

// `pods/*` and `*/scale` include all subresources; `*` includes all resources without `/`. The server checks
// the last of those only.
void CheckResources(const check::ValueCursor& rule, diag::Emitter& emit) {
  CheckAlone(rule, "resources", "*/*", emit);
  std::optional<source::Span> star;
  bool ends_with_other = false;
  TextMap<std::string, Text> suggested;  // the wildcard part, with the value that contains it
  ForEachItemOf(rule, "resources", [&](const check::ValueCursor& item) {
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
      if (const auto found = suggested.find(*known); found != suggested.end()) {
        ReportAt(emit, item, kSuggested, text, found->second).Emit();
        return;
      }
    }
    if (part == "/*") {
      suggested.emplace(resource, text);
    }
    if (resource == "*/") {
      suggested.emplace(part, text);
    }
  });
  if (star && ends_with_other) {
    const check::ValueCursor list = *At(rule, "resources");
    ReportAt(emit, list, kStar, "*", "resources").Related(*star, "the star").Emit();
  }
}

}  // namespace

void CheckRuleOfRequests(const check::ValueCursor& rule, diag::Emitter& emit) {
  CheckStrings(rule, emit);
  for (const Text key : {Text("operations"), Text("apiGroups"), Text("apiVersions")}) {
    CheckAlone(rule, key, "*", emit);
  }
  CheckResources(rule, emit);
}

}  // namespace kval::kubernetes
