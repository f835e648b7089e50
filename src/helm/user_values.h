#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/helm/context.h"
#include "src/helm/set_flag.h"
#include "src/helm/values_text.h"

namespace kval::helm {

// Values that another tool passes to Helm: a text, a map or an assignment; the others are null.
struct ValuesInput {
  const source::SourceFile* text = nullptr;
  const value::Value* map = nullptr;
  std::optional<SetFlag> flag = {};
};

// The user's input for Helm.
struct UserInput {
  std::vector<std::string> files;  // -f; "-" for standard input
  std::vector<SetFlag> flags;
  std::string chart = {};                               // the directory where Argo CD resolves values files
  std::vector<const source::SourceFile*> strings = {};  // files that were read already, before all others
  std::vector<ValuesInput> inputs = {};                 // in their order, before all others
};

// Computes the user's values. A file may contain an Argo CD Application or Flux HelmRelease, whose values
// replace it. Files are merged in order, maps deeply, everything else replaced, including null; then flags by
// kind: --set-json, --set, --set-string, --set-file, --set-literal. Reports every file and flag that Helm
// would reject; returns no table if the values are unknown. Source: helm pkg/cli/values/options.go.
ReadTable ReadUserValues(const UserInput& input, HelmContext& context);

}  // namespace kval::helm
