#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "src/diag/emitter.h"

namespace kval::kcl::run {

// A program of which some instances plainly lack attributes runs all the same, for that finds more: what else
// is wrong, and what other instances lack. What is found goes through here; then the rest is said of those
// instances, which were not made, or failed while they were made.
class Lacking final : public diag::Sink {
 public:
  // `findings`: what instances lack, each at the name of the schema.
  Lacking(diag::Emitter& emitter, std::vector<diag::Diagnostic> findings);

  // Receives what is found while the program runs. What went wrong in the making of one of those instances
  // with something that is undefined most likely comes of what it lacks.
  void Consume(diag::Diagnostic diagnostic) override;
  // Reports what was not.
  void ReportRest();

 private:
  bool IsOfLackingInstance(const diag::Diagnostic& diagnostic) const;

  diag::Emitter& emitter_;
  std::vector<diag::Diagnostic> findings_;
  std::unordered_set<uint32_t> places_;  // where those instances begin
  std::unordered_set<uint32_t> said_;    // where those begin of which it was said
};

}  // namespace kval::kcl::run
