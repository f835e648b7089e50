#include "src/kubernetes/owners.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};
constexpr diag::Def<Text> kEmpty{diag::ResourceRule(7114), "the `{}` of an owner cannot be empty"};
constexpr diag::Def<Text> kNoVersion{diag::ResourceRule(7115), "`{}` is not an API version"};
constexpr diag::Def<> kEvent{diag::ResourceRule(7116), "an Event cannot be an owner"};
constexpr diag::Def<> kTwoControllers{diag::ResourceRule(7117), "another owner is the controller already"};

// `v1`, `apps/v1`.
bool NamesVersion(Text api_version) {
  const auto slashes = std::count(api_version.begin(), api_version.end(), '/');
  return slashes <= 1 && !api_version.ends_with('/') && !api_version.empty();
}

void CheckOwner(const check::ValueCursor& owner, diag::Emitter& emit) {
  if ((owner.value->kind != Kind::kMapping && owner.value->kind != Kind::kNull) ||
      IsRecovered(*owner.value)) {
    return;
  }
  for (const Text key : {Text("apiVersion"), Text("kind"), Text("name"), Text("uid")}) {
    const std::optional<check::ValueCursor> field = At(owner, key);
    if (!field) {
      if (!HasSimilarKey(owner, key)) {
        ReportMissing(emit, owner, key, kMissing, key).Emit();
      }
    } else if (field->value->kind == Kind::kString && TextOf(*field).empty()) {
      ReportAt(emit, *field, kEmpty, key).Emit();
    } else if (key == "apiVersion" && field->value->kind == Kind::kString && !NamesVersion(TextOf(*field))) {
      ReportAt(emit, *field, kNoVersion, TextOf(*field)).Emit();
    }
  }
  if (GetStringField(owner, "apiVersion") == "v1" && GetStringField(owner, "kind") == "Event") {
    ReportAt(emit, owner, kEvent).Emit();
  }
}

}  // namespace

void CheckOwners(const check::ValueCursor& metadata, diag::Emitter& emit) {
  std::optional<source::Span> controller;
  ForEachItemOf(metadata, "ownerReferences", [&](const check::ValueCursor& owner) {
    CheckOwner(owner, emit);
    const std::optional<check::ValueCursor> own =
        owner.value->kind == Kind::kMapping ? At(owner, "controller") : std::nullopt;
    if (!IsTrue(own)) {
      return;
    }
    if (controller) {
      ReportAt(emit, *own, kTwoControllers).Related(*controller, "the other one").Emit();
    } else {
      controller = own->value->span;
    }
  });
}

}  // namespace kval::kubernetes
