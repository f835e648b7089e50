#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"

namespace kval::diag {

// Keeps diagnostics until the end of the run.
class Collector final : public Sink {
 public:
  void Consume(Diagnostic diagnostic) override { diagnostics_.push_back(std::move(diagnostic)); }

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

  // All of them, and keeps none.
  std::vector<Diagnostic> Release() { return std::exchange(diagnostics_, {}); }

  // Stable order for people: by primary place (inputs in the order they were read), then by kind;
  // identical findings at one place are given once.
  std::vector<Diagnostic> Sorted() const;

 private:
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace kval::diag
