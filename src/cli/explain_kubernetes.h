#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/explain/terminal.h"

namespace kval::cli {

// `kval explain Deployment.spec.template`: the type, the description and the rules of a field of a built-in
// kind of Kubernetes, as `kubectl explain` shows them, without a cluster. Nothing when the topic names no
// kind.
std::optional<int> ExplainKubernetes(const std::string& topic, const std::string& k8s_version,
                                     const explain::TerminalStyle& style, Output& output);

// Returns the topic with a suggested kind: `Deployment.spec` for `Deploymnt.spec`. Empty without one, and for
// topics without a capital letter.
std::string NearestKind(std::string_view topic);

}  // namespace kval::cli
