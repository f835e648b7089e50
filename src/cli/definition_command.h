#pragma once

#include <memory>

#include "src/cli/command.h"

namespace kval::cli {

// `kval k8s crd`: commands for authors of CustomResourceDefinitions.
class DefinitionCommand {
 public:
  // Declares the commands below `kval k8s`, whose options they do not have.
  explicit DefinitionCommand(CommandApp& k8s);
  DefinitionCommand(const DefinitionCommand&) = delete;
  DefinitionCommand& operator=(const DefinitionCommand&) = delete;
  ~DefinitionCommand();

  // Whether the arguments name one of them.
  bool is_requested() const;
  int Run(const ProcessEnvironment& environment, CommandOutput& output) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kval::cli
