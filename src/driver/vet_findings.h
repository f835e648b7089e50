#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "src/diag/diagnostic.h"
#include "src/diag/emitter.h"
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
class VetFindings {
 public:
  VetFindings(std::vector<diag::Diagnostic> ours, const value::Value& document,
              const source::SourceMap& sources)
      : ours_(std::move(ours)), is_paired_(ours_.size()), document_(document), sources_(sources) {
    for (size_t i = 0; i < ours_.size(); ++i) {
      for (const diag::Label& label : ours_[i].labels) {
        if (label.role == diag::Role::kSchema) {
          by_line_[label.span.begin].push_back(i);
        }
      }
    }
  }

  void Add(const kcl::run::VetFinding& theirs);
  // `about_data`: whether the program itself is without fault.
  void Emit(diag::Emitter& emit, bool about_data);

 private:
  // An attribute that could not be computed, and which of ours is the reason.
  struct Consequence {
    source::Span at;
    size_t reason = 0;
  };

  size_t SameCheck(const diag::Diagnostic& theirs, source::Span line);
  size_t SameFault(const diag::Diagnostic& theirs) const;
  size_t WholeOf(const diag::Diagnostic& theirs) const;
  size_t ReasonOf(const diag::Diagnostic& theirs) const;
  void NameData(diag::Diagnostic& finding) const;

  std::vector<diag::Diagnostic> ours_;
  std::vector<bool> is_paired_;
  // Of ours, in order, those that show a line of the program that begins there.
  std::map<uint32_t, std::deque<size_t>> by_line_;
  std::vector<Consequence> consequences_;
  std::vector<diag::Diagnostic> others_;
  const value::Value& document_;
  const source::SourceMap& sources_;
};

}  // namespace kval::driver
