#include "src/kubernetes/volume_sources.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/ascii.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using value::Kind;

constexpr diag::Def<Text> kEmpty{diag::ResourceRule(7248), "`{}` cannot be empty"};
constexpr diag::Def<Text> kInitiator{
    diag::ResourceRule(7249),
    "`{}` is not an iSCSI node name: it must start with `iqn.` and a month, `eui.` or `naa.`"};
constexpr diag::Def<Text, Text, Text> kSecretName{diag::Kind::kBadName,
                                                  "`{}` cannot be the {} of a secret: {}"};
constexpr diag::Def<Text> kSlash{diag::ResourceRule(7251), "`{}` cannot have a `/`"};
constexpr diag::Def<Text> kRegistry{diag::ResourceRule(7252),
                                    "`{}` is not a comma-separated list of HOST:PORT"};
constexpr diag::Def<> kTenant{diag::ResourceRule(7253), "a tenant has at most 64 characters"};
constexpr diag::Def<Text, Text> kDisk{diag::ResourceRule(7254),
                                      "the address of a disk of the kind {} begins with `{}`"};
constexpr diag::Def<Text> kReserved{diag::ResourceRule(7255),
                                    "`{}` cannot be an option: Kubernetes' own domains are reserved"};
constexpr diag::Def<> kParent{diag::ResourceRule(7256), "the path must not contain `..`"};
constexpr diag::Def<> kAbsolute{diag::ResourceRule(7257), "the path must be relative: it begins with `/`"};
constexpr diag::Def<Text> kSecret{diag::Kind::kMissingRequired,
                                  "required key `{}` is missing: it selects the secret"};

bool HasParent(Text path) {
  return path == ".." || path.starts_with("../") || path.find("/../") != Text::npos || path.ends_with("/..");
}

bool AreDigits(Text text, size_t at, size_t count) {
  const Text digits = text.substr(std::min(at, text.size()), count);
  return digits.size() == count && digits.find_first_not_of("0123456789") == Text::npos;
}

// `iqn.2015-02.example.com:test`; the regular expressions of validateISCSIVolumeSource.
bool IsQualified(Text name) {
  constexpr size_t kYear = 4;
  constexpr size_t kMonth = 9;
  constexpr size_t kDomain = 12;
  if (!name.starts_with("iqn.") || !AreDigits(name, kYear, 4) || !AreDigits(name, kMonth, 2) ||
      name.size() <= kDomain || name[kMonth - 1] != '-' || name[kDomain - 1] != '.') {
    return false;
  }
  const Text rest = name.substr(kDomain);
  const size_t colon = rest.find(':');
  const Text domain = rest.substr(0, colon);
  const Text target = colon == Text::npos ? Text() : rest.substr(colon + 1);
  return !domain.empty() && !target.empty() && target.find_first_of(",;*&$| \t\n\f\r") == Text::npos &&
         std::all_of(domain.begin(), domain.end(), [](char c) { return IsAlnum(c) || c == '-' || c == '.'; });
}

bool IsInitiator(Text name) {
  constexpr size_t kPrefix = 4;
  constexpr size_t kEui = 16;
  constexpr size_t kNaa = 32;
  if (name.starts_with("iqn")) {
    return IsQualified(name);
  }
  const size_t digits = name.starts_with("eui") ? kEui : name.starts_with("naa") ? kNaa : 0;
  return digits > 0 && name.size() == kPrefix + digits &&
         std::all_of(name.begin() + kPrefix, name.end(), IsAlnum);
}

// The name and namespace of a secret.
void CheckSecret(const check::ValueCursor& source, Text key, bool has_namespace, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> secret = At(source, key);
  if (!secret || secret->value->kind != Kind::kMapping || IsRecovered(*secret->value)) {
    return;
  }
  for (const Text part : {Text("name"), Text("namespace")}) {
    const std::optional<check::ValueCursor> name = At(*secret, part);
    if (part == "namespace" && !has_namespace) {
      continue;
    }
    if (name && name->value->kind == Kind::kString && TextOf(*name).empty()) {
      ReportAt(emit, *name, kEmpty, part).Emit();
    } else if (!name && !HasSimilarKey(*secret, part, {"name", "namespace"})) {
      ReportMissing(emit, *secret, part, kSecret, part).Emit();
    }
  }
}

void CheckFlocker(const check::ValueCursor& source, bool /*is_persistent*/, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(source, "datasetName");
  if (name && TextOf(*name).find('/') != Text::npos) {
    ReportAt(emit, *name, kSlash, "datasetName").Emit();
  }
}

// `host:port`, as Go's net.SplitHostPort takes it apart.
bool IsHostWithPort(Text text) {
  const bool has_brackets = text.starts_with('[');
  const size_t colon = has_brackets ? text.find("]:") : text.find(':');
  return colon != Text::npos && text.find_first_of("[]:", colon + (has_brackets ? 2 : 1)) == Text::npos &&
         (has_brackets || text.find_first_of("[]") == Text::npos);
}

void CheckQuobyte(const check::ValueCursor& source, bool /*is_persistent*/, diag::Emitter& emit) {
  constexpr size_t kLongestTenant = 64;
  const std::optional<check::ValueCursor> tenant = At(source, "tenant");
  if (tenant && TextOf(*tenant).size() > kLongestTenant) {
    ReportAt(emit, *tenant, kTenant).Emit();
  }
  const std::optional<check::ValueCursor> registry = At(source, "registry");
  Text rest = registry ? TextOf(*registry) : Text();
  while (!rest.empty()) {
    const Text one = rest.substr(0, rest.find(','));
    const bool ends_with_comma = rest.size() == one.size() + 1;
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (!IsHostWithPort(one) || ends_with_comma) {
      ReportAt(emit, *registry, kRegistry, TextOf(*registry)).Emit();
      return;
    }
  }
}

// A disk is a shared one by default.
void CheckAzureDisk(const check::ValueCursor& source, bool /*is_persistent*/, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> own = At(source, "kind");
  const Text kind = own ? TextOf(*own) : Text("Shared");
  const Text begin = kind == "Managed"                         ? Text("/subscriptions/")
                     : kind == "Shared" || kind == "Dedicated" ? Text("https://")
                                                               : Text();
  const std::optional<check::ValueCursor> address = At(source, "diskURI");
  if (address && !TextOf(*address).empty() && !TextOf(*address).starts_with(begin)) {
    ReportAt(emit, *address, kDisk, kind, begin).Emit();
  }
}

void CheckIscsi(const check::ValueCursor& source, bool is_persistent, diag::Emitter& emit) {
  for (const Text key : {Text("iqn"), Text("initiatorName")}) {
    const std::optional<check::ValueCursor> name = At(source, key);
    const bool is_text = name && name->value->kind == Kind::kString;
    // An empty `iqn` is reported by its type.
    if (is_text && !(key == "iqn" && TextOf(*name).empty()) && !IsInitiator(TextOf(*name))) {
      ReportAt(emit, *name, kInitiator, TextOf(*name)).Emit();
    }
  }
  if (is_persistent) {
    CheckSecret(source, "secretRef", false, emit);
  }
}

void CheckFlex(const check::ValueCursor& source, bool /*is_persistent*/, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> options = At(source, "options");
  if (!options) {
    return;
  }
  ForEachEntry(*options, [&](const check::ValueCursor& option) {
    const std::string name = check::KeyName(*option.key);
    const std::string domain = "." + LowerCased(Text(name).substr(0, name.find('/')));
    if (domain.ends_with(".kubernetes.io") || domain.ends_with(".k8s.io")) {
      ReportAtKey(emit, option, kReserved, name).Emit();
    }
  });
}

void CheckSecretRef(const check::ValueCursor& source, bool is_persistent, diag::Emitter& emit) {
  CheckSecret(source, "secretRef", is_persistent, emit);
}

// The names of a secret that are not empty.
void CheckSecretNames(const check::ValueCursor& source, Text key, diag::Emitter& emit) {
  for (const auto& [part, format] : {std::pair(Text("name"), Text("dns1123-subdomain")),
                                     std::pair(Text("namespace"), Text("dns1123-label"))}) {
    const Text keys[] = {key, part};
    Follow(source, keys, [&, named = part, form = format](const check::ValueCursor& name) {
      const std::string why = TextOf(name).empty() ? std::string() : GetFormatError(form, TextOf(name));
      if (!why.empty()) {
        ReportAt(emit, name, kSecretName, TextOf(name), named, why).Emit();
      }
    });
  }
}

void CheckCsi(const check::ValueCursor& source, bool is_persistent, diag::Emitter& emit) {
  for (const Text key : {Text("nodePublishSecretRef"), Text("controllerPublishSecretRef"),
                         Text("controllerExpandSecretRef"), Text("nodeExpandSecretRef")}) {
    CheckSecretNames(source, key, emit);
  }
  CheckSecret(source, "nodePublishSecretRef", is_persistent, emit);
  if (is_persistent) {
    for (const Text key : {Text("controllerPublishSecretRef"), Text("controllerExpandSecretRef"),
                           Text("nodeExpandSecretRef")}) {
      CheckSecret(source, key, true, emit);
    }
  }
}

void CheckGit(const check::ValueCursor& source, bool /*is_persistent*/, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> directory = At(source, "directory");
  const Text text = directory ? TextOf(*directory) : Text();
  if (text.starts_with('/')) {
    ReportAt(emit, *directory, kAbsolute).Emit();
  } else if (HasParent(text)) {
    ReportAt(emit, *directory, kParent).Emit();
  }
}

void CheckLocal(const check::ValueCursor& source, bool /*is_persistent*/, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> path = At(source, "path");
  if (path && HasParent(TextOf(*path))) {
    ReportAt(emit, *path, kParent).Emit();
  }
}

struct RulesOfSource {
  Text key;
  void (*check)(const check::ValueCursor& source, bool is_persistent, diag::Emitter& emit);
};
constexpr RulesOfSource kSources[] = {
    {"azureDisk", CheckAzureDisk}, {"cinder", CheckSecretRef}, {"csi", CheckCsi},
    {"flexVolume", CheckFlex},     {"flocker", CheckFlocker},  {"gitRepo", CheckGit},
    {"iscsi", CheckIscsi},         {"local", CheckLocal},      {"quobyte", CheckQuobyte},
    {"storageos", CheckSecretRef}};

}  // namespace

void CheckSources(const check::ValueCursor& volume, bool is_persistent, diag::Emitter& emit) {
  ForEachEntry(volume, [&](const check::ValueCursor& source) {
    if (source.value->kind != Kind::kMapping || source.key->kind != Kind::kString) {
      return;
    }
    const auto* rules = std::find_if(std::begin(kSources), std::end(kSources),
                                     [&](const RulesOfSource& row) { return row.key == source.key->raw; });
    if (rules != std::end(kSources)) {
      rules->check(source, is_persistent, emit);
    }
  });
}

}  // namespace kval::kubernetes
