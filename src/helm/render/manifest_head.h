#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/diag/kind.h"
#include "src/diag/path.h"
#include "src/support/limits.h"

namespace kval::helm::render {

// What Helm reads of a document.
struct ManifestHead {
  std::string api_version;
  std::string kind;
  std::optional<std::string> hooks;  // the annotation `helm.sh/hook`
};

// Why Helm cannot read a document.
struct HeadError {
  std::string message;
  uint32_t offset = 0;                         // in the document
  diag::Kind kind = diag::Kind::kHelmNotYaml;  // or of an exceeded limit
  bool is_indentation = false;
  // Of a value with the wrong type: its end in the document, and its path. 0 for invalid YAML.
  uint32_t end = 0;
  diag::Path path = {};
};

// Reads the first document of a text. Returns nullopt and sets `error` if Helm rejects it. Source: SimpleHead
// of helm pkg/releaseutil/manifest.go, which sigs.k8s.io/yaml fills through JSON.
std::optional<ManifestHead> ReadHead(std::string_view text, const Limits& limits, HeadError& error);

}  // namespace kval::helm::render
