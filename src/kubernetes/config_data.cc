#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/report_at.h"
#include "src/kubernetes/similar_key.h"
#include "src/support/base64.h"
#include "src/support/keyed_hash.h"
#include "src/value/compare.h"

// ConfigMaps and Secrets: their keys, their size, and the data required by types of Secrets.
namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kTwice{diag::ResourceRule(7033), "the key `{}` is in `data` as well"};
constexpr diag::Def<size_t> kTooLarge{diag::ResourceRule(7034), "the data has {} bytes, more than 1048576"};
constexpr diag::Def<> kNoLogin{
    diag::Kind::kMissingRequired,
    "required keys are missing: the type `kubernetes.io/basic-auth` requires `username` or `password`"};
constexpr diag::Def<Text, Text> kLacks{diag::Kind::kMissingRequired,
                                       "required key `{}` is missing: a Secret of type {} must have it"};

constexpr diag::Def<Text> kNoJson{diag::ResourceRule(7035), "`{}` must contain a JSON object"};
constexpr diag::Def<> kNoAccount{diag::Kind::kMissingRequired,
                                 "required key `kubernetes.io/service-account.name` is missing: the "
                                 "annotation specifies the owner of the token"};

constexpr size_t kMostData = 1048576;

struct SecretType {
  Text type;
  std::array<Text, 2> keys;  // empty: none
};

constexpr SecretType kTypes[] = {
    {"kubernetes.io/tls", {"tls.crt", "tls.key"}},
    {"kubernetes.io/dockerconfigjson", {".dockerconfigjson"}},
    {"kubernetes.io/dockercfg", {".dockercfg"}},
    {"kubernetes.io/ssh-auth", {"ssh-privatekey"}},
};

// The decoded size of base64 text, ignoring line breaks and padding.
size_t DecodedSize(Text text) {
  const auto digits =
      std::count_if(text.begin(), text.end(), [](char c) { return c != '=' && c != '\n' && c != '\r'; });
  return static_cast<size_t>(digits) * 3 / 4;
}

// The keys of both maps, and how much they hold.
void CheckKeys(const Resource& resource, Text first, Text second, diag::Emitter& emit) {
  struct Known {
    source::Span key;
    size_t size;
  };
  TextMap<std::string, Known> seen;
  size_t size = 0;
  const bool is_secret = resource.kind == "Secret";
  for (const Text name : {first, second}) {
    const std::optional<check::ValueCursor> data = At(resource.at, name);
    if (!data) {
      continue;
    }
    ForEachEntry(*data, [&](const check::ValueCursor& entry) {
      // A key that is a number or boolean for YAML is a text for JSON.
      const std::string key = value::PlainText(*entry.key);
      const bool is_coded = (name == "data") == is_secret;
      const size_t own = is_coded ? DecodedSize(TextOf(entry)) : TextOf(entry).size();
      const auto [known, is_new] = seen.emplace(key, Known{entry.key->span, own});
      size += own;
      if (is_new) {
        return;
      }
      // `stringData` of a Secret replaces `data`; the two maps of a ConfigMap exclude each other.
      if (is_secret) {
        size -= known->second.size;
      } else if (name == second) {
        ReportAtKey(emit, entry, kTwice, key).Related(known->second.key, "the other one").Emit();
      }
    });
  }
  if (size > kMostData) {
    emit.Report(resource.place(), kTooLarge, size).At({diag::PathStep::Key(first)}).Emit();
  }
}

// Either is enough.
void CheckLogin(const Resource& resource, diag::Emitter& emit) {
  bool has_any = IsRecovered(*resource.at.value);
  for (const Text map : {Text("data"), Text("stringData")}) {
    const std::optional<check::ValueCursor> data = At(resource.at, map);
    has_any =
        has_any || (data && (IsRecovered(*data->value) || At(*data, "username") || At(*data, "password")));
  }
  if (!has_any) {
    const std::optional<check::ValueCursor> data = At(resource.at, "data");
    emit.Report(data ? check::PlaceOf(data->key, *data->value) : resource.place(), kNoLogin)
        .At({diag::PathStep::Key("data")})
        .Emit();
  }
}

// What logs in to a registry is an object of JSON. A text with placeholders may become one.
void CheckRegistry(const Resource& resource, Text key, diag::Emitter& emit) {
  for (const Text map : {Text("stringData"), Text("data")}) {
    const std::optional<check::ValueCursor> data = At(resource.at, map);
    const std::optional<check::ValueCursor> entry = data ? At(*data, key) : std::nullopt;
    if (!entry || entry->value->kind != value::Kind::kString) {
      continue;
    }
    std::string bytes(TextOf(*entry));
    if (map == "data") {
      bytes.clear();
      if (DecodeBase64(TextOf(*entry), bytes)) {
        return;
      }
    } else if (bytes.find("${") != std::string::npos || bytes.find("{{") != std::string::npos) {
      return;
    }
    // Nothing at all is an object of Go, too.
    const size_t begin = bytes.find_first_not_of(" \t\r\n");
    const bool is_null = begin != std::string::npos && Text(bytes).substr(begin).starts_with("null");
    if (!GetFormatError("json", bytes).empty() || begin == std::string::npos ||
        (bytes[begin] != '{' && !is_null)) {
      ReportAt(emit, *entry, kNoJson, key).Emit();
    }
    return;
  }
}

// An account token names its account.
void CheckToken(const Resource& resource, diag::Emitter& emit) {
  constexpr Text kAccount = "kubernetes.io/service-account.name";
  const std::optional<check::ValueCursor> metadata = At(resource.at, "metadata");
  const std::optional<check::ValueCursor> annotations =
      metadata ? At(*metadata, "annotations") : std::nullopt;
  if (!metadata || IsRecovered(*metadata->value) || HasSimilarKey(*metadata, "annotations") ||
      (annotations && (IsRecovered(*annotations->value) || HasSimilarKey(*annotations, kAccount) ||
                       !GetStringField(*annotations, kAccount).empty()))) {
    return;
  }
  const check::ValueCursor& holder = annotations ? *annotations : *metadata;
  emit.Report(check::PlaceOf(holder.key, *holder.value), kNoAccount)
      .At({diag::PathStep::Key("metadata"), diag::PathStep::Key("annotations"),
           diag::PathStep::Key(kAccount)})
      .Emit();
}

}  // namespace

void CheckConfigMap(const Resource& resource, diag::Emitter& emit) {
  CheckKeys(resource, "data", "binaryData", emit);
}

void CheckSecret(const Resource& resource, diag::Emitter& emit) {
  CheckKeys(resource, "data", "stringData", emit);
  const Text type = GetStringField(resource.at, "type");
  if (type == "kubernetes.io/basic-auth") {
    CheckLogin(resource, emit);
  } else if (type == "kubernetes.io/service-account-token") {
    CheckToken(resource, emit);
  } else if (type == "kubernetes.io/dockerconfigjson") {
    CheckRegistry(resource, ".dockerconfigjson", emit);
  } else if (type == "kubernetes.io/dockercfg") {
    CheckRegistry(resource, ".dockercfg", emit);
  }
  for (const SecretType& row : kTypes) {
    if (row.type != type) {
      continue;
    }
    for (const Text key : row.keys) {
      const auto has = [&](Text map) {
        const std::optional<check::ValueCursor> data = At(resource.at, map);
        return data && (value::Find(*data->value, key) != nullptr || IsRecovered(*data->value));
      };
      if (!key.empty() && !has("data") && !has("stringData") && !IsRecovered(*resource.at.value)) {
        const std::optional<check::ValueCursor> data = At(resource.at, "data");
        emit.Report(data ? check::PlaceOf(data->key, *data->value) : resource.place(), kLacks, key, type)
            .At({diag::PathStep::Key("data"), diag::PathStep::Key(key)})
            .Emit();
      }
    }
  }
}

}  // namespace kval::kubernetes
