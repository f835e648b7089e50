#pragma once

#include "src/diag/emitter.h"
#include "src/source/flag_sources.h"
#include "src/source/source_map.h"

namespace kval::driver {

// Says what to do about values that a flag made strings: on the way to the findings, for only here it is
// known that a place is a flag's.
class FlagHints final : public diag::Sink {
 public:
  FlagHints(const source::SourceMap* sources, const source::FlagSources* flags, diag::Sink* next)
      : sources_(sources), flags_(flags), next_(next) {}

  void Consume(diag::Diagnostic diagnostic) override;

 private:
  const source::SourceMap* sources_;
  const source::FlagSources* flags_;
  diag::Sink* next_;
};

}  // namespace kval::driver
