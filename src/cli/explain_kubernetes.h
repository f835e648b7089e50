#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/cli/command.h"
#include "src/explain/terminal.h"

namespace kval::cli {

// Implements `kval explain Deployment.spec.template`: shows the type, the description and the rules of a
// field of a built-in Kubernetes kind, like `kubectl explain`, but without a cluster. Returns nullopt if the
// topic is not a kind.
std::optional<int> ExplainKubernetes(const std::string& topic, const std::string& k8s_version,
                                     const explain::TerminalStyle& style, CommandOutput& output);

// Returns the topic with a suggested kind: `Deployment.spec` for `Deploymnt.spec`. Empty without one, and for
// topics without a capital letter.
std::string NearestKind(std::string_view topic);

}  // namespace kval::cli
