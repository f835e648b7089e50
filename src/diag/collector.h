#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "src/diag/emitter.h"

namespace kval::diag {

// Keeps diagnostics until the end of the run, up to a number and `kMaxTextBytes` bytes of text; the rest is
// counted. The first one of each kind is always kept, so that the exit code is correct.
class Collector final : public Sink {
 public:
  static constexpr size_t kMaxTextBytes = size_t{64} << 20;

  // Keeps all diagnostics.
  Collector() = default;
  explicit Collector(uint64_t most) : most_(most), max_text_bytes_(kMaxTextBytes) {}

  void Consume(Diagnostic diagnostic) override;
  // Adds the counts of diagnostics that another collector dropped.
  void CountDropped(const Collector& other);

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  // The number of dropped findings, by kind and severity.
  const std::map<std::pair<Kind, Severity>, size_t>& dropped() const { return dropped_; }

  // The bytes that the words of those that are kept take.
  size_t words() const { return words_; }

  // Returns all diagnostics and removes them.
  std::vector<Diagnostic> Release() {
    words_ = 0;
    return std::exchange(diagnostics_, {});
  }

  // Returns the diagnostics in report order: by primary location (inputs in the order in which they were
  // read), then by kind. Identical diagnostics at one location are returned once.
  std::vector<Diagnostic> Sorted() const;

 private:
  uint64_t most_ = std::numeric_limits<uint64_t>::max();
  size_t max_text_bytes_ = std::numeric_limits<size_t>::max();
  size_t words_ = 0;
  std::vector<Diagnostic> diagnostics_;
  std::map<std::pair<Kind, Severity>, size_t> dropped_;
  std::set<Kind> kept_kinds_;
};

}  // namespace kval::diag
