#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/addresses.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/volume_claim.h"
#include "src/lang/cel/network.h"

// Ingresses and network policies.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text, Text> kHost{diag::ResourceRule(7098), "`{}` cannot be a host: {}"};
constexpr diag::Def<Text> kPath{diag::ResourceRule(7099), "a path must begin with `/`, found `{}`"};
constexpr diag::Def<Text> kBadPath{diag::ResourceRule(7100), "a path must not contain `{}`"};
constexpr diag::Def<Text, Text> kNotWithin{diag::ResourceRule(7103),
                                           "`{}` is not part of `{}`, so it cannot be excluded from it"};
constexpr diag::Def<Text> kAllOf{diag::ResourceRule(7104), "`{}` excepts all addresses of its block"};
constexpr diag::Def<Text, Text> kController{diag::ResourceRule(7105), "`{}` cannot name a controller: {}"};
constexpr diag::Def<Text, Text, Text> kReference{diag::Kind::kBadName,
                                                 "`{}` cannot be the `{}` of a reference: {}"};
constexpr diag::Def<Text> kBadEnd{diag::ResourceRule(7107), "the path cannot end with `{}`"};
constexpr diag::Def<Text> kOtherClass{diag::ResourceRule(7109),
                                      "the annotation names another class than `ingressClassName`, `{}`"};
constexpr diag::Def<> kThreeTypes{diag::ResourceRule(7110),
                                  "there are two types of policies, and more than two are listed"};

void CheckHost(const check::ValueCursor& host, bool may_be_address, diag::Emitter& emit) {
  const Text text = TextOf(host);
  if (host.value->kind != Kind::kString) {
    return;
  }
  std::string why;
  if (!may_be_address && cel::IpAddress::ParseLoosely(text)) {
    why = "it is an address, not a name";
  } else if (text.starts_with("*.")) {
    why = GetFormatError("dns1123-subdomain", text.substr(2));
  } else {
    why = GetFormatError("dns1123-subdomain", text);
  }
  if (!why.empty()) {
    const size_t scheme = text.find("://");
    ReportAt(emit, host, kHost, text, why)
        .Hint(scheme == Text::npos
                  ? std::string()
                  : "remove `" + std::string(text.substr(0, scheme + 3)) + "`: a host has no scheme")
        .Emit();
  }
}

void CheckPath(const check::ValueCursor& item, diag::Emitter& emit) {
  const Text type = GetStringField(item, "pathType");
  const std::optional<check::ValueCursor> path = At(item, "path");
  const Text text = path ? TextOf(*path) : Text();
  const bool is_exact = type == "Exact" || type == "Prefix";
  if (text.empty()) {
    return;
  }
  if (text.front() != '/') {
    ReportAt(emit, *path, kPath, text).Emit();
    return;
  }
  constexpr Text kRefused[] = {"//", "/./", "/../", "%2f", "%2F"};
  for (const Text part : kRefused) {
    if (is_exact && text.find(part) != Text::npos) {
      ReportAt(emit, *path, kBadPath, part).Emit();
      return;
    }
  }
  for (const Text end : {Text("/.."), Text("/.")}) {
    if (is_exact && text.ends_with(end)) {
      ReportAt(emit, *path, kBadEnd, end).Emit();
      return;
    }
  }
}

// An exception is a smaller range within that of its block: pkg/apis/networking/validation, ValidateIPBlock.
void CheckException(const check::ValueCursor& block, const check::ValueCursor& item, Text version,
                    diag::Emitter& emit) {
  const Text text = TextOf(item);
  if (item.value->kind != Kind::kString || !CheckRange(item, text, version, emit)) {
    return;
  }
  const std::optional<check::ValueCursor> whole = At(block, "cidr");
  std::string ignored;
  const auto outer = cel::IpPrefix::Parse(whole ? TextOf(*whole) : Text(), &ignored);
  const auto inner = cel::IpPrefix::Parse(text, &ignored);
  if (!outer || !inner) {
    return;
  }
  if (!outer->Contains(inner->address.Masked(inner->length))) {
    ReportAt(emit, item, kNotWithin, text, TextOf(*whole)).Related(whole->value->span, "the block").Emit();
  } else if (outer->length >= inner->length) {
    ReportAt(emit, item, kAllOf, text).Related(whole->value->span, "the block").Emit();
  }
}

void CheckPeer(const check::ValueCursor& peer, Text version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> block = At(peer, "ipBlock");
  if (block) {
    if (const std::optional<check::ValueCursor> range = At(*block, "cidr");
        range && !TextOf(*range).empty()) {
      CheckRange(*range, TextOf(*range), version, emit);
    }
    ForEachItemOf(*block, "except",
                  [&](const check::ValueCursor& item) { CheckException(*block, item, version, emit); });
  }
}

// What names an object of some group: its kind and name are parts of URLs.
void CheckReference(const check::ValueCursor& reference, diag::Emitter& emit) {
  for (const Text key : {Text("apiGroup"), Text("kind"), Text("name")}) {
    const std::optional<check::ValueCursor> at = At(reference, key);
    const bool is_text = at && at->value->kind == Kind::kString;
    const std::string why = !is_text            ? std::string()
                            : key == "apiGroup" ? GetFormatError("dns1123-subdomain", TextOf(*at))
                                                : GetPathSegmentError(TextOf(*at));
    if (!why.empty()) {
      ReportAt(emit, *at, kReference, TextOf(*at), key, why).Emit();
    }
  }
}

void CheckBackend(const check::ValueCursor& holder, Text key, diag::Emitter& emit) {
  const Text keys[] = {key, "resource"};
  Follow(holder, keys, [&](const check::ValueCursor& resource) {
    CheckReference(resource, emit);
    CheckReferenceNames(resource, emit);
  });
}

// On creation both ways to name the class agree: ValidateIngressCreate.
void CheckClass(const Resource& resource, const check::ValueCursor& spec, diag::Emitter& emit) {
  constexpr Text kAnnotation[] = {"metadata", "annotations", "kubernetes.io/ingress.class"};
  const std::optional<check::ValueCursor> name = At(spec, "ingressClassName");
  Follow(resource.at, kAnnotation, [&](const check::ValueCursor& old) {
    if (name && name->value->kind == Kind::kString && old.value->kind == Kind::kString &&
        TextOf(old) != TextOf(*name)) {
      ReportAt(emit, old, kOtherClass, TextOf(*name)).Related(name->value->span, "which is here").Emit();
    }
  });
}

}  // namespace

void CheckIngress(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec || spec->value->kind != Kind::kMapping || resource.api_version != "networking.k8s.io/v1") {
    return;
  }
  CheckClass(resource, *spec, emit);
  ForEachItemOf(*spec, "rules", [&](const check::ValueCursor& rule) {
    // Without a host, or with an empty one, a rule holds for all.
    if (const std::optional<check::ValueCursor> host = At(rule, "host"); host && !TextOf(*host).empty()) {
      CheckHost(*host, false, emit);
    }
    if (const std::optional<check::ValueCursor> http = At(rule, "http")) {
      ForEachItemOf(*http, "paths", [&](const check::ValueCursor& item) {
        CheckPath(item, emit);
        CheckBackend(item, "backend", emit);
      });
    }
  });
  CheckBackend(*spec, "defaultBackend", emit);
  ForEachItemOf(*spec, "tls", [&](const check::ValueCursor& item) {
    ForEachItemOf(item, "hosts", [&](const check::ValueCursor& host) { CheckHost(host, true, emit); });
  });
}

void CheckIngressClass(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  const std::optional<check::ValueCursor> controller = spec ? At(*spec, "controller") : std::nullopt;
  constexpr size_t kLongest = 250;
  if (const Text text = controller ? TextOf(*controller) : Text(); !text.empty()) {
    if (const std::string why = GetDomainPathError(text, kLongest); !why.empty()) {
      ReportAt(emit, *controller, kController, text, why).Emit();
    }
  }
  if (const std::optional<check::ValueCursor> parameters = spec ? At(*spec, "parameters") : std::nullopt) {
    CheckReference(*parameters, emit);
  }
}

void CheckNetworkPolicy(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::ValueCursor> types = At(*spec, "policyTypes");
  if (types && types->value->kind == Kind::kSequence && types->value->items().size() > 2) {
    ReportAt(emit, *types, kThreeTypes).Emit();
  }
  for (const auto& [direction, peers] :
       {std::pair(Text("ingress"), Text("from")), std::pair(Text("egress"), Text("to"))}) {
    const Text peer_key = peers;
    ForEachItemOf(*spec, direction, [&](const check::ValueCursor& rule) {
      ForEachItemOf(rule, peer_key,
                    [&](const check::ValueCursor& peer) { CheckPeer(peer, resource.k8s_version, emit); });
    });
  }
}

}  // namespace kval::kubernetes
