#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"

// APIs that another server serves: kube-aggregator, pkg/apis/apiregistration/validation.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kName{diag::Kind::kBadName,
                                      "`{}` must be `{}`: the version and the group, joined by a dot"};

}  // namespace

void CheckApiService(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::string group(GetStringField(*spec, "group"));
  const std::string version(GetStringField(*spec, "version"));
  const bool is_known =
      !IsRecovered(*spec->value) && !HasSimilarKey(*spec, "group") && !HasSimilarKey(*spec, "version");
  Follow(resource.at, {"metadata", "name"}, [&](const check::ValueCursor& name) {
    const std::string expected = version + "." + group;
    if (is_known && name.value->kind == Kind::kString && !version.empty() && TextOf(name) != expected) {
      ReportAt(emit, name, kName, TextOf(name), expected).Emit();
    }
  });
}

}  // namespace kval::kubernetes
