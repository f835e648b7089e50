#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/pem.h"
#include "src/kubernetes/report_at.h"
#include "src/support/base64.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kUsage{diag::ResourceRule(7227), "`{}` is not a key usage"};
constexpr diag::Def<> kNoRequest{
    diag::ResourceRule(7228),
    "the request has no PEM block `CERTIFICATE REQUEST`: it must be the base64-encoded block"};
constexpr diag::Def<Text, Text> kBundleName{diag::Kind::kBadName,
                                            "`{}` cannot be the name of this bundle: {}"};
constexpr diag::Def<size_t, Text> kAnchor{diag::ResourceRule(7229), "PEM block {} of the bundle {}"};
constexpr diag::Def<> kNoAnchor{diag::ResourceRule(7230), "the bundle has no PEM block `CERTIFICATE`"};

// Sorted.
constexpr Text kUsages[] = {"any",
                            "cert sign",
                            "client auth",
                            "code signing",
                            "content commitment",
                            "crl sign",
                            "data encipherment",
                            "decipher only",
                            "digital signature",
                            "email protection",
                            "encipher only",
                            "ipsec end system",
                            "ipsec tunnel",
                            "ipsec user",
                            "key agreement",
                            "key encipherment",
                            "microsoft sgc",
                            "netscape sgc",
                            "ocsp signing",
                            "s/mime",
                            "server auth",
                            "signing",
                            "timestamping"};

// pkg/apis/certificates, ParseCSR. Invalid base64 is reported by the type.
bool HoldsRequest(Text base64) {
  std::string bytes;
  if (DecodeBase64(base64, bytes)) {
    return true;
  }
  Text rest = bytes;
  const std::optional<PemBlock> block = TakePemBlock(rest);
  return block && block->type == "CERTIFICATE REQUEST" && HasFormOfSigned(block->bytes);
}

// Returns what is wrong with a block of a bundle, as the end of a sentence; empty for a certificate of an
// authority.
Text GetAnchorError(const PemBlock& block) {
  return block.type != "CERTIFICATE"     ? "is no `CERTIFICATE`"
         : block.has_headers             ? "has headers"
         : !HasFormOfSigned(block.bytes) ? "is not a certificate"
         : !IsAuthority(block.bytes)     ? "is not the certificate of an authority: its CA bit is not set"
                                         : "";
}

// pkg/apis/certificates/validation, validateTrustBundle.
void CheckAnchors(const check::ValueCursor& bundle, diag::Emitter& emit) {
  std::set<std::string> known;
  bool has_error = false;
  size_t count = 0;
  for (Text rest = TextOf(bundle); const std::optional<PemBlock> block = TakePemBlock(rest); ++count) {
    const Text error = GetAnchorError(*block);
    const bool is_new = known.insert(block->bytes).second;
    if (!error.empty() || !is_new) {
      has_error = true;
      ReportAt(emit, bundle, kAnchor, count, error.empty() ? Text("occurs twice") : error).Emit();
    }
  }
  if (!has_error && count == 0) {
    ReportAt(emit, bundle, kNoAnchor).Emit();
  }
}

}  // namespace

void CheckTrustBundle(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec || IsRecovered(*spec->value)) {
    return;
  }
  const std::optional<check::ValueCursor> signer = At(*spec, "signerName");
  constexpr Text kName[] = {"metadata", "name"};
  Follow(resource.at, kName, [&](const check::ValueCursor& name) {
    const std::string why = GetTrustBundleNameError(TextOf(name), signer ? TextOf(*signer) : Text());
    if (!TextOf(name).empty() && !why.empty()) {
      ReportAt(emit, name, kBundleName, TextOf(name), why).Emit();
    }
  });
  if (const std::optional<check::ValueCursor> bundle = At(*spec, "trustBundle");
      bundle && bundle->value->kind == value::Kind::kString && !IsRecovered(*bundle->value)) {
    CheckAnchors(*bundle, emit);
  }
}

void CheckSigningRequest(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::ValueCursor> request = At(*spec, "request");
  if (request && request->value->kind == value::Kind::kString && !HoldsRequest(TextOf(*request))) {
    ReportAt(emit, *request, kNoRequest).Emit();
  }
  ForEachItemOf(*spec, "usages", [&](const check::ValueCursor& item) {
    const bool is_known = std::binary_search(std::begin(kUsages), std::end(kUsages), TextOf(item));
    if (item.value->kind == value::Kind::kString && !is_known) {
      ReportAt(emit, item, kUsage, TextOf(item)).Emit();
    }
  });
}

}  // namespace kval::kubernetes
