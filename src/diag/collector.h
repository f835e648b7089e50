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

// Keeps diagnostics until the end of the run, up to a number and `kMostWords` bytes of text; the rest is
// counted. The first one of each kind is always kept, so that the exit code is correct.
class Collector final : public Sink {
 public:
  static constexpr size_t kMostWords = size_t{64} << 20;

  // Keeps all.
  Collector() = default;
  explicit Collector(uint64_t most) : most_(most), most_words_(kMostWords) {}

  void Consume(Diagnostic diagnostic) override;
  // Counts what another one dropped as dropped here, too.
  void CountDropped(const Collector& other);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  // How many were not kept, by kind and severity.
  const std::map<std::pair<Kind, Severity>, size_t>& dropped() const { return dropped_; }

  // The bytes that the words of those that are kept take.
  size_t words() const { return words_; }

  // All of them, and keeps none.
  std::vector<Diagnostic> Release() {
    words_ = 0;
    return std::exchange(diagnostics_, {});
  }

  // Stable order for people: by primary place (inputs in the order they were read), then by kind;
  // identical findings at one place are given once.
  std::vector<Diagnostic> Sorted() const;

 private:
  uint64_t most_ = std::numeric_limits<uint64_t>::max();
  size_t most_words_ = std::numeric_limits<size_t>::max();
  size_t words_ = 0;
  std::vector<Diagnostic> diagnostics_;
  std::map<std::pair<Kind, Severity>, size_t> dropped_;
  std::set<Kind> kept_kinds_;
};

}  // namespace kval::diag
