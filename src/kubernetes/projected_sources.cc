#include "src/kubernetes/projected_sources.h"

#include <optional>
#include <string>

#include "schemas/kubernetes/feature_gates.h"
#include "src/kubernetes/accessors.h"
#include "src/kubernetes/names.h"
#include "src/kubernetes/report_at.h"
#include "src/support/ascii_text.h"

namespace kval::kubernetes {
namespace {

using Text = std::string_view;
using schemas::kubernetes::Feature;

constexpr diag::Def<Text, Text> kBundle{diag::Kind::kBadName,
                                        "`{}` cannot be the name of a trust bundle: {}"};
constexpr diag::Def<Text, Text> kAnnotation{diag::Kind::kBadName,
                                            "`{}` cannot be the key of a user annotation: {}"};

// The name of a bundle of a signer begins with that of the signer: `example.com:name:bundle`.
std::string SignerOfBundle(Text name) {
  const size_t last = name.rfind(':');
  std::string signer(last == Text::npos ? Text() : name.substr(0, last));
  if (const size_t first = signer.find(':'); first != std::string::npos) {
    signer[first] = '/';
  }
  return signer;
}

void CheckBundle(const check::ValueCursor& bundle, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> name = At(bundle, "name");
  if (!name || TextOf(*name).empty()) {
    return;
  }
  if (const std::string why = GetTrustBundleNameError(TextOf(*name), SignerOfBundle(TextOf(*name)));
      !why.empty()) {
    ReportAt(emit, *name, kBundle, TextOf(*name), why).Emit();
  }
}

void CheckCertificate(const check::ValueCursor& certificate, diag::Emitter& emit) {
  if (const std::optional<check::ValueCursor> annotations = At(certificate, "userAnnotations")) {
    ForEachEntry(*annotations, [&](const check::ValueCursor& annotation) {
      const std::string key = check::KeyName(*annotation.key);
      const std::string why = key.find('/') == std::string::npos
                                  ? "it must have a domain, as in `example.com/name`"
                                  : GetFormatError("qualified-name", LowerCased(key));
      if (!why.empty()) {
        ReportAtKey(emit, annotation, kAnnotation, key, why).Emit();
      }
    });
  }
}

}  // namespace

bool IsKeptSource(Text name, Text k8s_version) {
  return name == "podCertificate"       ? IsEnabled(Feature::kPodCertificateRequest, k8s_version)
         : name == "clusterTrustBundle" ? IsEnabled(Feature::kClusterTrustBundleProjection, k8s_version)
                                        : true;
}

void CheckProjectedSource(const check::ValueCursor& source, Text k8s_version, diag::Emitter& emit) {
  const std::optional<check::ValueCursor> bundle = At(source, "clusterTrustBundle");
  if (bundle && IsKeptSource("clusterTrustBundle", k8s_version)) {
    CheckBundle(*bundle, emit);
  }
  const std::optional<check::ValueCursor> certificate = At(source, "podCertificate");
  if (certificate && IsKeptSource("podCertificate", k8s_version)) {
    CheckCertificate(*certificate, emit);
  }
}

}  // namespace kval::kubernetes
