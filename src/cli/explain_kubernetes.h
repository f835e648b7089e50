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

// The topic with the kind that was most likely meant: `Deployment.spec` for `Deploymnt.spec`. Empty for none,
// and where no capital letter says that a kind is meant.
std::string NearestKind(std::string_view topic);

}  // namespace kval::cli
