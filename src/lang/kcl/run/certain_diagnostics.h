#pragma once

#include <cstdint>
#include <unordered_set>
#include <utility>

#include "src/diag/emitter.h"

namespace kval::kcl::run {

// Passes diagnostics on and remembers where they are.
class RecordLocations final : public diag::Sink {
 public:
  explicit RecordLocations(diag::Emitter& emitter) : emitter_(emitter) {}

  void Consume(diag::Diagnostic diagnostic) override;
  // Returns the start of each error's location, and clears them.
  std::unordered_set<uint32_t> Take() { return std::exchange(places_, {}); }

 private:
  diag::Emitter& emitter_;
  std::unordered_set<uint32_t> places_;
};

// Forwards only the certain diagnostics of the evaluation of a program with type errors: failing check lines
// and missing attributes. Other failures may follow from the type errors.
class CertainDiagnostics final : public diag::Sink {
 public:
  // `reported`: where the places of earlier errors begin.
  CertainDiagnostics(diag::Emitter& emitter, std::unordered_set<uint32_t> reported)
      : emitter_(emitter), reported_(std::move(reported)) {}

  void Consume(diag::Diagnostic diagnostic) override;

 private:
  diag::Emitter& emitter_;
  std::unordered_set<uint32_t> reported_;
};

}  // namespace kval::kcl::run
