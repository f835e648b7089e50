#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"

namespace kval::diag {

// Keeps diagnostics until the end of the run: at most a given number of them, the rest is counted. The first
// one of each kind is always kept, so that what the run's exit status depends on is never lost.
class Collector final : public Sink {
 public:
  explicit Collector(uint64_t most = std::numeric_limits<uint64_t>::max()) : most_(most) {}

  void Consume(Diagnostic diagnostic) override;
  // Counts what another one dropped as dropped here, too.
  void CountDropped(const Collector& other);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  // How many were not kept, by kind and severity.
  const std::map<std::pair<Kind, Severity>, size_t>& dropped() const { return dropped_; }

  // All of them, and keeps none.
  std::vector<Diagnostic> Release() { return std::exchange(diagnostics_, {}); }

  // Stable order for people: by primary place (inputs in the order they were read), then by kind;
  // identical findings at one place are given once.
  std::vector<Diagnostic> Sorted() const;

 private:
  uint64_t most_;
  std::vector<Diagnostic> diagnostics_;
  std::map<std::pair<Kind, Severity>, size_t> dropped_;
  std::set<Kind> kept_kinds_;
};

}  // namespace kval::diag
