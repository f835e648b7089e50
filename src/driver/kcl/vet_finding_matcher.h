#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/driver/findings/finding_index.h"
#include "src/lang/kcl/run/vet.h"
#include "src/source/source_map.h"
#include "src/value/value.h"

namespace kval::driver {

// Pairs the findings of kval for a document with those of KCL's engine at the same locations, so that one
// error gives one finding: the finding of `kval check`, with KCL's message as a note. A finding of only one
// engine is reported unchanged.
//
// Findings are paired by the failing line of `check:`, by the path of the value, and, if an attribute cannot
// be computed, by the unset attribute that the computation has read. Both engines have the program's files at
// the same locations (LoadOptions::known).
//
// If findings of kval were dropped because of the limit (diag::Collector), findings of KCL's engine without a
// pair are omitted, because they may correspond to dropped ones.
class VetFindingMatcher {
 public:
  VetFindingMatcher(std::vector<diag::Diagnostic> ours, bool are_all_here, const value::Value& document,
                    const source::SourceMap& sources);
  void Add(const kcl::run::VetFinding& theirs);
  // `about_data`: the program itself is valid.
  void Emit(diag::Emitter& emit, bool about_data);

 private:
  // An index of numbers by location in the program; caches queries.
  class SpanIndex {
   public:
    void Add(source::Span at, size_t number);
    // Returns the least number inside the part, SIZE_MAX if none. Later numbers are greater.
    size_t FirstWithin(source::Span part);

   private:
    struct SpanEnd {
      uint32_t end = 0;
      size_t number = 0;
    };
    std::multimap<uint32_t, SpanEnd> by_begin_;
    std::map<std::pair<uint32_t, uint32_t>, size_t> known_;
  };

  void Pair(size_t ours);
  size_t MatchingCheck(const diag::Diagnostic& theirs, source::Span line);
  size_t MatchingViolation(const diag::Diagnostic& theirs);
  size_t FindSharedSpan(source::Span place) const;
  size_t WholeOf(const diag::Diagnostic& theirs) const;
  size_t ReasonOf(const diag::Diagnostic& theirs);
  void AddUnmatched(const diag::Diagnostic& theirs);
  void NameData(diag::Diagnostic& finding) const;

  std::vector<diag::Diagnostic> ours_;
  std::vector<bool> is_paired_;
  // The findings of kval, in order, that refer to a program line that begins at the key.
  std::map<uint32_t, std::deque<size_t>> by_line_;
  FindingIndex shapes_;                       // ours about keys and types
  std::multimap<uint32_t, size_t> by_place_;  // those by where their places begin
  SpanIndex absent_;                          // our findings about absent values, by their program location
  // Values that could not be computed, by location, and the finding that explains each.
  SpanIndex consequences_;
  std::vector<size_t> reasons_;
  std::vector<diag::Diagnostic> others_;
  std::vector<diag::Diagnostic> of_program_;
  bool are_all_ours_here_;
  const value::Value& document_;
  const source::SourceMap& sources_;
};

}  // namespace kval::driver
