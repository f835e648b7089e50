#pragma once

#include "src/diag/emitter.h"
#include "src/diag/path.h"
#include "src/value/scalar_resolve.h"
#include "src/value/value.h"

namespace kval::check {

// Scalars that fit their type and were probably meant for something else: words and octal numbers that
// readers of YAML disagree about (KV120, KV121), and texts in typographic quotes (KV133, as a warning).
class OddScalars {
 public:
  explicit OddScalars(value::Dialect dialect) : dialect_(dialect) {}

  // Whether there is anything to look at in the value; fast.
  bool MayBeIn(const value::Value& value) const;
  // Reports what is odd about `value` where the schema expects scalars of that kind.
  void Look(const value::Value& value, value::Kind expected, const diag::Path& path,
            diag::Emitter& emit) const;

 private:
  value::Dialect dialect_;
};

}  // namespace kval::check
