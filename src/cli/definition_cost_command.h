#pragma once

#include <memory>

#include "src/cli/command.h"

namespace kval::cli {

class CommandApp;

// `kval k8s crd cost`: the estimated costs of the CEL rules of CustomResourceDefinitions, with what drives
// them.
class DefinitionCostCommand {
 public:
  explicit DefinitionCostCommand(CommandApp& crd);
  ~DefinitionCostCommand();

  bool is_requested() const;
  // Returns the exit code: kFindings if a rule does not compile or a cost exceeds a limit of the API server.
  int Run(const ProcessEnvironment& environment, CommandOutput& output) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kval::cli
