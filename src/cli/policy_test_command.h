#pragma once

#include <memory>

#include "src/cli/command.h"

namespace kval::cli {

// `kval k8s test`.
class PolicyTestCommand {
 public:
  // Declares the command below `kval k8s`, whose options it does not have.
  explicit PolicyTestCommand(CommandApp& k8s);
  PolicyTestCommand(const PolicyTestCommand&) = delete;
  PolicyTestCommand& operator=(const PolicyTestCommand&) = delete;
  ~PolicyTestCommand();

  // Whether the arguments name it.
  bool is_requested() const;
  int Run(const ProcessEnvironment& environment, CommandOutput& output) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kval::cli
