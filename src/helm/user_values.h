#pragma once

#include <string>
#include <vector>

#include "src/helm/context.h"
#include "src/helm/set_flag.h"
#include "src/helm/values_text.h"

namespace kval::helm {

// What the user gives Helm.
struct UserInput {
  std::vector<std::string> files;  // -f; "-" for standard input
  std::vector<SetFlag> flags;
  std::string chart = {};                             // the folder in which Argo CD looks for files of values
  std::vector<const source::SourceFile*> texts = {};  // files that were read already, before all others
};

// The user's values alone. A file may also hold an Application of Argo CD or a HelmRelease of Flux, whose
// values count in its place. The files in their order, maps merged deeply, everything else, null too,
// replaced; then all flags, by kind: --set-json, --set, --set-string, --set-file, --set-literal. Every file
// and flag that Helm would refuse is reported; without a table when what they would have given is not known
// at all. Source: helm pkg/cli/values/options.go.
ReadTable ReadUserValues(const UserInput& input, Context& context);

}  // namespace kval::helm
