#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/kubernetes/accessors.h"
#include "src/kubernetes/kind_rules.h"
#include "src/kubernetes/pem.h"
#include "src/kubernetes/report_at.h"
#include "src/support/base64.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;

constexpr diag::Def<Text> kUsage{diag::Kind::kResource, "`{}` is not a key usage"};
constexpr diag::Def<> kNoRequest{
    diag::Kind::kResource,
    "the request has no PEM block `CERTIFICATE REQUEST`: it must be the base64-encoded block"};
constexpr diag::Def<Text> kSigner{diag::Kind::kBadName,
                                  "`{}` names no signer: it is a domain and a path, `example.com/name`"};

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
  const std::optional<PemBlock> block = FirstPemBlock(bytes);
  return block && block->type == "CERTIFICATE REQUEST" && HasFormOfRequest(block->bytes);
}

}  // namespace

void CheckSigningRequest(const Resource& resource, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> spec = At(resource.at, "spec");
  if (!spec) {
    return;
  }
  const std::optional<check::ValueCursor> request = At(*spec, "request");
  if (request && request->value->kind == value::Kind::kString && !HoldsRequest(TextOf(*request))) {
    ReportAt(emit, *request, kNoRequest).Emit();
  }
  const std::optional<check::ValueCursor> signer = At(*spec, "signerName");
  const Text name = signer ? TextOf(*signer) : Text();
  const size_t slash = name.find('/');
  if (!name.empty() && (slash == Text::npos || name.substr(0, slash).find('.') == Text::npos ||
                        !GetFormatError("dns1123-subdomain", name.substr(0, slash)).empty())) {
    ReportAt(emit, *signer, kSigner, name).Emit();
  }
  ForEachItemOf(*spec, "usages", [&](const check::ValueCursor& item) {
    const bool is_known = std::binary_search(std::begin(kUsages), std::end(kUsages), TextOf(item));
    if (item.value->kind == value::Kind::kString && !is_known) {
      ReportAt(emit, item, kUsage, TextOf(item)).Emit();
    }
  });
}

}  // namespace kval::kubernetes
