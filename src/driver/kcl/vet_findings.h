#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
#include "src/driver/findings/finding_places.h"
#include "src/lang/kcl/run/vet.h"
#include "src/source/source_map.h"
#include "src/value/value.h"

namespace kval::driver {

// Pairs what kval's checks found in a document with what KCL's engine says about the same places, so that one
// mistake is one finding: ours in the words of `kval check`, theirs as its note. What only one of them knows
// is reported as it is.
//
// Findings are paired by the line of `check:` that fails, by the path of the value, and, where an attribute
// cannot be computed, by the attribute without value that the computation has read. Both engines have the
// program's files at the same places (LoadOptions::known).
//
// Of ours that were too many to be kept (diag::Collector) only some are here: what KCL's engine alone seems
// to know then may be one of the others, and is left out.
class VetFindings {
 public:
  VetFindings(std::vector<diag::Diagnostic> ours, bool are_all_here, const value::Value& document,
              const source::SourceMap& sources);
  void Add(const kcl::run::VetFinding& theirs);
  // `about_data`: whether the program itself is valid.
  void Emit(diag::Emitter& emit, bool about_data);

 private:
  // An index of numbers by location in the program; caches queries.
  class ByPart {
   public:
    void Add(source::Span at, size_t number);
    // Returns the least number inside the part, SIZE_MAX if none. Later numbers are greater.
    size_t FirstWithin(source::Span part);

   private:
    struct End {
      uint32_t end = 0;
      size_t number = 0;
    };
    std::multimap<uint32_t, End> by_begin_;
    std::map<std::pair<uint32_t, uint32_t>, size_t> known_;
  };

  void Pair(size_t ours);
  size_t SameCheck(const diag::Diagnostic& theirs, source::Span line);
  size_t SameFault(const diag::Diagnostic& theirs);
  size_t OfSharedPlace(source::Span place) const;
  size_t WholeOf(const diag::Diagnostic& theirs) const;
  size_t ReasonOf(const diag::Diagnostic& theirs);
  void AddAlone(const diag::Diagnostic& theirs);
  void NameData(diag::Diagnostic& finding) const;

  std::vector<diag::Diagnostic> ours_;
  std::vector<bool> is_paired_;
  // Of ours, in order, those that show a line of the program that begins there.
  std::map<uint32_t, std::deque<size_t>> by_line_;
  FindingPlaces shapes_;                      // ours about keys and types
  std::multimap<uint32_t, size_t> by_place_;  // those by where their places begin
  ByPart absent_;                             // our findings about absent values, by their program location
  // Values that could not be computed, by location, and the finding that explains each.
  ByPart consequences_;
  std::vector<size_t> reasons_;
  std::vector<diag::Diagnostic> others_;
  std::vector<diag::Diagnostic> of_program_;
  bool are_all_ours_here_;
  const value::Value& document_;
  const source::SourceMap& sources_;
};

}  // namespace kval::driver
