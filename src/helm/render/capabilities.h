#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/helm/render/release.h"
#include "src/helm/version.h"
#include "src/lang/gotemplate/heap.h"
#include "src/lang/gotemplate/value.h"

// `.Capabilities`. Source: helm pkg/chartutil/capabilities.go.
namespace kval::helm::render {

// The version of Kubernetes that a released Helm assumes: that of its client.
inline constexpr std::string_view kDefaultKubeVersion = "v1.37.0";

struct KubeVersion {
  std::string version;     // `.Capabilities.KubeVersion.Version`
  std::string normalized;  // for `kubeVersion` of a chart
  std::string major;
  std::string minor;
};

// Returns nullopt for a text that Helm rejects for `--kube-version`.
std::optional<KubeVersion> ReadKubeVersion(std::string_view text, Version helm);

// Whether Helm accepts the name of a release.
bool IsReleaseName(std::string_view name);

gotemplate::Value CapabilitiesOf(const Release& release, Version helm, gotemplate::Heap& heap);

}  // namespace kval::helm::render
