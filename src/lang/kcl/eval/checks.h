#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "src/lang/kcl/eval/components.h"

namespace kval::kcl::eval {

// A check line, and which part of an instance's layout it belongs to.
struct SchemaCheckLine {
  size_t part = 0;
  const CheckLine* line = nullptr;
};

// Check lines of schemas and rules.
class Checks : private Components {
 public:
  explicit Checks(const Components& components) : Components(components) {}

  // Runs the check blocks of the bases, the schema itself and its mixins. `key` is the additional key that
  // they refer to if the index signature has an alias.
  void Run(Instance& instance, const Entry* key = nullptr);
  void RunLines(std::span<const CheckLine> lines, InstancePart& part, const Entry* key);
  // Whether a line holds. Nothing is reported; what cannot be evaluated is a failure of the evaluation.
  bool Holds(const CheckLine& line, InstancePart& part);

 private:
  void Report(const CheckLine& line, const std::string& message, Instance& instance, const Entry* key);
};

}  // namespace kval::kcl::eval
