#pragma once

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/source_map.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::findings {

// Reports valid scalars whose author probably intended another value: words and octal numbers that readers
// interpret differently (KV120, KV121), strings in typographic quotes (KV133, as a warning), and strings
// continued by a line intended as an item or the end of a list (KV105, as a warning).
class SuspiciousScalars {
 public:
  // Without `sources`, lines of strings are not checked.
  SuspiciousScalars(value::Dialect dialect, const source::SourceMap* sources)
      : dialect_(dialect), sources_(sources) {}

  // Returns whether `value` may be suspicious. Cost: constant, for a test of every scalar.
  bool IsCandidate(const value::Value& value) const;
  // Reports `value` if it is suspicious where the schema expects that kind of scalar.
  void Look(const value::Value& value, value::Kind expected, const diag::Path& path,
            diag::Emitter& emit) const;

 private:
  // Returns the location of the dash that begins a continuation line of the scalar, or of a bracket that is
  // its whole last line; no location if there is neither.
  source::Span FindSuspiciousLine(const value::Value& value) const;

  value::Dialect dialect_;
  const source::SourceMap* sources_;
};

}  // namespace kval::findings
