#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "src/diag/emitter.h"

namespace kval::kcl::run {

// Runs a program although some instances lack required attributes, in order to find other errors and missing
// attributes of other instances. All diagnostics pass through this sink; afterwards the missing attributes of
// instances that were not created, or failed during creation, are reported.
class MissingAttributes final : public diag::Sink {
 public:
  // `findings`: what instances lack, each at the name of the schema.
  MissingAttributes(diag::Emitter& emitter, std::vector<diag::Diagnostic> findings);

  // Receives the diagnostics of the run. A failure with an undefined value during the creation of one of
  // those instances most likely follows from its missing attributes, which supersede it.
  void Consume(diag::Diagnostic diagnostic) override;
  // Reports the findings not reported yet.
  void ReportRemaining();

 private:
  void SupersedeInIncompleteInstance(diag::Diagnostic& diagnostic) const;

  diag::Emitter& emitter_;
  std::vector<diag::Diagnostic> findings_;
  std::unordered_set<uint32_t> places_;    // where those instances begin
  std::unordered_set<uint32_t> reported_;  // start offsets of instances already reported
};

}  // namespace kval::kcl::run
