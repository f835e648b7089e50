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
constexpr diag::Def<Text> kMissing{diag::Kind::kMissingRequired, "required key `{}` is missing"};
constexpr diag::Def<> kNoGroup{diag::Kind::kMissingRequired,
                               "required key `group` is missing: only the version `v1` has none"};
constexpr diag::Def<Text, Text, Text> kPart{diag::Kind::kBadName, "`{}` cannot be the {} of an API: {}"};
constexpr diag::Def<Text, int64_t> kPriority{diag::ResourceRule(7019), "`{}` must be between 1 and {}"};
constexpr diag::Def<Text> kNoService{diag::Kind::kMissingRequired,
                                     "required key `{}` is missing: it selects the service"};
constexpr diag::Def<> kPort{diag::ResourceRule(7020), "a port must be between 1 and 65535"};
constexpr diag::Def<Text> kLocal{diag::ResourceRule(7021),
                                 "`{}` is for an API of another server, which `service` names"};
constexpr diag::Def<> kNotVerified{diag::ResourceRule(7022),
                                   "`insecureSkipTLSVerify` and `caBundle` exclude each other"};

bool IsWhole(const check::ValueCursor& map) {
  return map.value->kind == Kind::kMapping && !IsRecovered(*map.value);
}

void CheckPart(const check::ValueCursor& spec, Text key, Text format, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> part = At(spec, key);
  const bool is_requested = part && part->value->kind == Kind::kString && !TextOf(*part).empty();
  const std::string why = is_requested ? GetFormatError(format, TextOf(*part)) : std::string();
  if (!why.empty()) {
    ReportAt(emit, *part, kPart, TextOf(*part), key, why).Emit();
  }
}

void CheckPriority(const check::ValueCursor& spec, Text key, int64_t most, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> priority = At(spec, key);
  const int64_t number = priority ? GetInteger(*priority).value_or(1) : 1;
  if (number < 1 || number > most) {
    ReportAt(emit, *priority, kPriority, key, most).Emit();
  }
}

void CheckServer(const check::ValueCursor& service, diag::Emitter& emit) {
  for (const Text key : {Text("namespace"), Text("name")}) {
    const std::optional<check::ValueCursor> name = At(service, key);
    const bool is_empty = !name || (name->value->kind == Kind::kString && TextOf(*name).empty());
    if (is_empty && IsWhole(service) && !HasSimilarKey(service, key, {"name", "namespace"})) {
      ReportMissing(emit, service, key, kNoService, key).Emit();
    }
  }
  const std::optional<check::ValueCursor> port = At(service, "port");
  const int64_t number = port ? GetInteger(*port).value_or(1) : 1;
  if (number < 1 || number > 65535) {
    ReportAt(emit, *port, kPort).Emit();
  }
}

// How the other server is trusted. An API without one is the server's own.
void CheckTrust(const check::ValueCursor& spec, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> bundle = At(spec, "caBundle");
  const std::optional<check::ValueCursor> skips = At(spec, "insecureSkipTLSVerify");
  const bool has_bundle = bundle && !TextOf(*bundle).empty();
  if (const std::optional<check::ValueCursor> service = At(spec, "service")) {
    CheckServer(*service, emit);
    if (has_bundle && IsTrue(skips)) {
      ReportAtKey(emit, *skips, kNotVerified).Related(bundle->key->span, "the bundle").Emit();
    }
  } else if (IsWhole(spec) && !HasSimilarKey(spec, "service")) {
    if (has_bundle) {
      ReportAtKey(emit, *bundle, kLocal, "caBundle").Emit();
    }
    if (IsTrue(skips)) {
      ReportAtKey(emit, *skips, kLocal, "insecureSkipTLSVerify").Emit();
    }
  }
}

}  // namespace

void CheckApiService(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const Text group = GetStringField(*spec, "group");
  const Text version = GetStringField(*spec, "version");
  constexpr Text kKeys[] = {"metadata", "name"};
  const bool is_known = IsWhole(*spec) && !HasSimilarKey(*spec, "group") && !HasSimilarKey(*spec, "version");
  Follow(resource.at, kKeys, [&](const check::ValueCursor& name) {
    const std::string expected = std::string(version) + "." + std::string(group);
    if (is_known && name.value->kind == Kind::kString && !version.empty() && TextOf(name) != expected) {
      ReportAt(emit, name, kName, TextOf(name), expected).Emit();
    }
  });
  const std::optional<check::ValueCursor> own = At(*spec, "version");
  if (is_known && version.empty() && !(own && own->value->kind != Kind::kString)) {
    ReportMissing(emit, *spec, "version", kMissing, "version").Emit();
  }
  if (is_known && group.empty() && version != "v1" && !version.empty()) {
    ReportMissing(emit, *spec, "group", kNoGroup).Emit();
  }
  CheckPart(*spec, "group", "dns1123-subdomain", emit);
  CheckPart(*spec, "version", "dns1035-label", emit);
  CheckPriority(*spec, "groupPriorityMinimum", 20000, emit);
  CheckPriority(*spec, "versionPriority", 1000, emit);
  CheckTrust(*spec, emit);
}

}  // namespace kval::kubernetes
