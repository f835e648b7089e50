#pragma once

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/source/source_map.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::check {

// Scalars that fit their type and were probably meant for something else: words and octal numbers that
// readers of YAML disagree about (KV120, KV121), texts in typographic quotes (KV133, as a warning), and texts
// that go on with a line that was meant for an item or for the end of a list (KV105, as a warning).
class OddScalars {
 public:
  // Without `sources` nothing is said of the lines of a text.
  OddScalars(value::Dialect dialect, const source::SourceMap* sources)
      : dialect_(dialect), sources_(sources) {}

  // Whether there is anything to look at in the value; fast.
  bool MayBeIn(const value::Value& value) const;
  // Reports what is odd about `value` where the schema expects scalars of that kind.
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
