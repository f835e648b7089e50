#pragma once

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/source_map.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::check {

// Reports valid scalars that probably have another intention: words and octal numbers that readers interpret
// differently (KV120, KV121), strings in typographic quotes (KV133, as a warning), and strings continued by a
// line intended as an item or the end of a list (KV105, as a warning).
class OddScalars {
 public:
  // Without `sources`, lines of strings are not checked.
  OddScalars(value::Dialect dialect, const source::SourceMap* sources)
      : dialect_(dialect), sources_(sources) {}

  // Whether there is anything to look at in the value; fast.
  bool MayBeIn(const value::Value& value) const;
  // Reports `value` if it is suspicious where the schema expects that kind of scalar.
  void Look(const value::Value& value, value::Kind expected, const diag::Path& path,
            diag::Emitter& emit) const;

 private:
  // The dash with which a further line of the text begins, or the bracket that is all of its last; no place
  // where there is neither.
  source::Span OddLineOf(const value::Value& value) const;

  value::Dialect dialect_;
  const source::SourceMap* sources_;
};

}  // namespace kval::check
